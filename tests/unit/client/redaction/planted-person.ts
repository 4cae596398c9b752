/** A person in any place and any key of any operation's answer leaves with nothing that is made of it. */
import { ok } from 'node:assert/strict';
import { exported } from '../../../../cases/export/exported.ts';
import { createSharing } from '../../../../client/redaction/sharing.ts';
import { bundlesOf } from '../../../../contracts/bundle.ts';
import { decided } from '../../../../contracts/decide.ts';
import { stepOfIncident } from '../../../../contracts/first-step.ts';
import { type BoundOperation, boundOperations } from '../../../../contracts/intents.ts';
import { isJsonObject, type Json } from '../../../../contracts/json.ts';
import { type OperationId, operationIds } from '../../../../contracts/operations.ts';
import { identityOf, type RunRecord } from '../../../../contracts/run-record.ts';
import type { Target } from '../../../../contracts/target.ts';
import type { Exchange, Trace } from '../../../../contracts/trace.ts';
import { readingUnmeant } from '../../../../engine/bound-call.ts';
import { judgeTraces } from '../../../../engine/judge-flow.ts';
import { run } from '../../../../engine/run.ts';
import { planOf } from '../../../../flows/plan.ts';
import { writtenForms } from '../../../../gate/run-report.ts';
import { alertText } from '../../../../monitor/alert-text.ts';
import { causesOf } from '../../../../monitor/causes.ts';
import { troublesIn } from '../../../../monitor/troubles.ts';
import { simulatedTime, targetReading } from '../../../../prover/walked-world.ts';
import { allureRun } from '../../../../reports/allure.ts';
import { terminalReport } from '../../../../reports/terminal.ts';
import type { DialectId } from '../../../../sandbox/dialects.ts';
import { startSandbox } from '../../../../sandbox/server.ts';

const name = 'Zubrowka Qilvanova';
const person = [
  name,
  'QILVANOVA/ZUBROWKA',
  'zubrowka',
  'QILVANOVA',
  'Zubrowka.Qilvanova@mail.example',
  'AB7391564',
  '+7 (917) 739-15-64',
  'born 1986-04-17',
  Buffer.from(name).toString('base64'),
];
const keys = [name, 'qilvanova', 'Qilvanova', 'ZUBROWKA', 'guestZubrowka', 'AB7391564'];
const sought = /zubrowka|qilvanova|7391564|9177391564|917\) 739|1986-04-17/i;

const isTold = (text: string): boolean =>
  sought.test(text) ||
  sought.test(
    text.replace(/%([0-9a-f]{2})/gi, (_, octet: string) => String.fromCharCode(Number.parseInt(octet, 16))),
  ) ||
  (text.match(/[\w+/-]{12,}/g) ?? []).some((run) =>
    [0, 1, 2, 3].some((skipped) => sought.test(Buffer.from(run.slice(skipped), 'base64').toString('latin1'))),
  );

type Place = { readonly at: string; readonly path: readonly (string | number)[] };

/** One place of each kind: of a list its first element alone. */
const placesIn = (value: Json, path: readonly (string | number)[] = []): Place[] => {
  const here = { at: path.map((key) => (typeof key === 'number' ? '[]' : key)).join('.'), path };
  if (Array.isArray(value)) return value.slice(0, 1).flatMap((item) => placesIn(item, [...path, 0]));
  if (!isJsonObject(value)) return [here];
  return [here, ...Object.entries(value).flatMap(([key, child]) => placesIn(child, [...path, key]))];
};

const changed = (value: Json, [key, ...rest]: readonly (string | number)[], change: (value: Json) => Json): Json => {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) return value.map((item, i) => (i === key ? changed(item, rest, change) : item));
  const entries = Object.entries(value as { [key: string]: Json });
  return Object.fromEntries(entries.map(([at, child]) => [at, at === key ? changed(child, rest, change) : child]));
};

/** As the target reads it, and then a request that repeats all that was read. */
const tracesOf = (trace: Trace, exchange: Exchange, body: Json, { bindings }: Target): Trace => {
  const { operation } = exchange;
  const bound = boundOperations.find((each) => each === operation);
  const { reading } = bound
    ? readingUnmeant(bound, bindings[bound as BoundOperation] as never)(body)
    : { reading: { facts: {} } };
  const { facts: _facts, unread: _unread, ...rest } = exchange;
  const answered = { ...rest, index: 0, response: { ...exchange.response, body }, ...reading } as Exchange;
  const intent = { offer: reading.facts } as unknown as Json;
  const echoed: Exchange = {
    ...rest,
    index: 1,
    operation: 'create-booking',
    intent,
    request: { ...exchange.request, body: { spelled: JSON.stringify(intent), intent } },
  };
  const unread = { ...echoed, index: 2, unread: `Cannot read ${JSON.stringify(body)} (offer.ts:31)` };
  return { ...trace, exchanges: [answered, echoed, unread], cleanUp: [], attempts: [], warnings: [unread.unread] };
};

/** All that is made of a trace in the form that leaves. The record is what the history keeps. */
const madeOf = async (judgedRecord: RunRecord, trace: Trace): Promise<Readonly<Record<string, string>>> => {
  const made: Record<string, string> = {};
  const { id, target, startedAt: at } = judgedRecord;
  const record = decided(judgedRecord, {
    gates: ['documented', 'reading', 'derived'],
    requires: [],
    allowedUnjudged: [],
    waivers: [],
  });
  made.record = JSON.stringify(record);
  made.terminal = terminalReport(record, { color: false, path: id });
  const run = { record, traces: [trace], folder: id, targetFile: 'acme.ts' };
  for (const form of await writtenForms(run, ['html', 'junit', 'markdown', 'sarif', 'github', 'badge'], {
    version: '0.1.0',
  }))
    if ('name' in form) made[form.name] = form.text;
  const { results, attachments } = allureRun(record, [trace]);
  made.allure = JSON.stringify([results, ...attachments]);
  const seen = causesOf({ record, troubles: troublesIn([trace]), known: [], isNetworkOurs: false });
  for (const { kind, cause, title, shown: _, severity, clauses, ...rest } of seen) {
    const found = { ...rest, clauses: [...clauses], operations: [...(rest.operations ?? [])] };
    const ofIncident = [{ ...found, probe: target, cause, title, firstAt: at, lastAt: at, endedAt: null }];
    const about = { at, target, kind, title, severity, key: '', probe: target, incident: '', run: id, commands: [] };
    const firstStep = stepOfIncident({ kind, cause, title, seen: ofIncident });
    const alert = { schema: 'preflight.alert/1', event: 'opened', firstStep, seen: ofIncident } as const;
    made[`alert ${cause}`] = alertText({ ...about, ...alert });
  }
  for (const bundle of bundlesOf(identityOf(record), record.verdicts, [trace]).slice(0, 1))
    for (const form of ['curl', 'har', 'http', 'letter', 'playwright'] as const) {
      const opened = { file: 'finding.bundle.json', bundle, traces: bundle.traces, isExact: false };
      made[form] = exported(opened, form, { isPage: form === 'letter' });
    }
  return made;
};

const small = 20_000;
/** Of one operation. */
const madeMax = 3;

/** @param oneIn Of so many places one is planted in. */
export const plantEverywhere = async (dialect: DialectId, oneIn: number): Promise<void> => {
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  const { now, delay } = simulatedTime(Date.now);
  const { baseUrl } = sandbox.openWorld({ scale: 'small', seed: 1, now, dialect });
  const target = targetReading(dialect, baseUrl);
  const { flows, pairs } = planOf({ revision: target.revision, depth: 'standard' });
  const answers = new Map<OperationId, { trace: Trace; exchange: Exchange }>();
  for await (const trace of run(flows, {
    target,
    seed: 1,
    depth: 'standard',
    transport: { proxy: 'none', now, delay },
  }))
    for (const exchange of trace.exchanges) {
      const { response, operation } = exchange;
      const isBetter = response?.status === 200 && (response.bytes < small || !answers.has(operation));
      const isFuller = (answers.get(operation)?.exchange.response?.bytes ?? 0) < (response?.bytes ?? 0);
      if (isBetter && isFuller) answers.set(operation, { trace, exchange });
    }
  await sandbox.close();
  const missing = operationIds.filter((each) => !answers.has(each));
  ok(missing.length === 0, missing.join());

  const { share } = createSharing();
  const found: string[] = [];
  const made = new Map<OperationId, number>();
  let planted = 0;
  const look = (what: string, text: string): void => {
    if (isTold(text)) found.push(what);
  };
  for (const [operation, { trace, exchange }] of answers) {
    const body = changed(exchange.response?.body ?? {}, [], (whole) =>
      Array.isArray(whole) ? whole.slice(0, 2) : whole,
    );
    for (const [i, { at, path }] of placesIn(body).entries()) {
      if ((i + operation.length) % oneIn !== 0) continue;
      const value = path.reduce<Json>((inner, key) => (inner as never)[key], body);
      const variants = isJsonObject(value)
        ? [keys[i % keys.length] ?? name, name].map((key) => ({ [key]: { [key]: 1 }, ...value, [`${key}s`]: [key] }))
        : [name, person[i % person.length] ?? name];
      for (const variant of variants) {
        const exact = tracesOf(
          trace,
          exchange,
          changed(body, path, () => variant),
          target,
        );
        const shared = share(exact);
        planted += 1;
        look(`${operation} ${at} ${JSON.stringify(variant).slice(0, 60)}`, JSON.stringify(shared));
        // All that is made of it is made of the shared form: it says most where a clause is broken.
        const seen = made.get(operation) ?? 0;
        if (seen >= madeMax) continue;
        const identity = { id: 'run', target: 'x', revision: target.revision, seed: 1, startedAt: trace.startedAt };
        const record = judgeTraces({ run: { ...identity, repeat: 'gate' }, pairs }, [shared], trace.startedAt);
        if (record.verdicts.every(({ outcome }) => outcome !== 'fail')) continue;
        made.set(operation, seen + 1);
        for (const [form, text] of Object.entries(await madeOf(record, shared)))
          look(`${form} of ${operation} ${at}`, text);
      }
    }
  }
  ok(planted > 600 / oneIn, String(planted));
  ok(made.size > 3, [...made.keys()].join());
  ok(found.length === 0, `${found.length}: ${found.slice(0, 40).join('\n')}`);
};
