/** A run whose flows are walked when a Playwright test asks for them, over loopback: a second door to one walk. */
import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Basis } from '../contracts/clause.ts';
import { type ClauseId, clause as clauseOf } from '../contracts/clauses.ts';
import { decided, type Terms } from '../contracts/decide.ts';
import type { Depth } from '../contracts/depth.ts';
import { exitCodes } from '../contracts/exit-codes.ts';
import type { Exchange, Trace } from '../contracts/trace.ts';
import { type JudgedFlow, recordOfFlows } from '../engine/judged-flow.ts';
import {
  createRunFolder,
  type RunPlan,
  readTrace,
  recordIn,
  writeInterrupted,
  writeRun,
} from '../engine/run-folder.ts';
import { flowOf } from '../flows/flows.ts';
import { planOf } from '../flows/plan.ts';
import { failureMessage, keptIn } from '../reports/failure-message.ts';
import { type ClauseRow, type ClauseState, summary } from '../reports/summary.ts';
import { terminalReport } from '../reports/terminal.ts';
import { recorder } from './recorder.ts';
import { newRunFolder, notWritable, pathForPerson } from './results.ts';
import { endRun, minutesOf, openTarget, plannedMinutes, type GateParts } from './run-parts.ts';
import { repeatOf, type TargetOptions } from './surroundings.ts';
import { readTerms } from './terms.ts';
import type { Walker } from './walker.ts';
import { walkerVariables } from './walker-messages.ts';

/** One exchange of a journey, in the form that may leave. */
export type ShownExchange = { readonly title: string; readonly request: string; readonly response: string };

/** How one clause stands after a journey. */
export type JudgedClause = {
  readonly id: ClauseId;
  readonly text: string;
  readonly section: string;
  readonly basis: Basis;
  readonly state: ClauseState;
  /** Why it was not judged, or what of ours broke. */
  readonly reason?: string | undefined;
  /** What was promised, what came instead, and the commands that show it again. */
  readonly failures: readonly string[];
  /** Where it was broken, among the exchanges. */
  readonly exchanges: readonly number[];
};

/** What a test learns of a flow that was walked for it. */
export type Journey = {
  readonly flow: string;
  readonly story: string;
  readonly target: string;
  readonly revision: string;
  readonly seed: number;
  readonly depth: Depth;
  readonly exchanges: readonly ShownExchange[];
  readonly clauses: readonly JudgedClause[];
};

export type SpecsOptions = TargetOptions & { readonly depth: Depth; readonly maxMinutes?: number };

type SpecsParts = Omit<GateParts, 'walker'> & {
  /** Loads the target in this process: specs are code of the same people. */
  readonly load: Walker['load'];
  /** Called when tests may ask. */
  readonly opened: (address: string, folder: string) => void;
  /** Resolves when nothing more is asked for, or the process is to end. */
  readonly over: Promise<'ended' | 'interrupted'>;
  /** What a test has to know to be answered. */
  readonly secret: string;
};

const headerLines = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

const bodyText = (body: unknown): string => (body === undefined ? '' : `\n${JSON.stringify(body, null, 2)}\n`);

const shownExchange = ({ index, operation, request, response, failure }: Exchange): ShownExchange => {
  const { method, path, query, headers, body } = request;
  const asked = new URLSearchParams(query).toString();
  const status = response ? String(response.status) : (failure?.kind ?? 'no answer');
  return {
    title: `${index} ${operation} ${status}`,
    request: [`${method} ${path}${asked && `?${asked}`}`, ...headerLines(headers), bodyText(body)].join('\n'),
    response: response
      ? [status, ...headerLines(response.headers), bodyText(response.body ?? response.text)].join('\n')
      : `${failure?.kind}: ${failure?.message}`,
  };
};

type Judging = { readonly plan: RunPlan; readonly terms: Terms; readonly folder: string };

const journeyOf = ({ flow, exchanges }: Trace, judged: JudgedFlow, { plan, terms, folder }: Judging): Journey => {
  const { run } = plan;
  const pairs = plan.pairs.filter((pair) => pair.flow === flow);
  const record = decided(recordOfFlows({ run, pairs }, [judged], run.startedAt), terms);
  const judgedClause = ({ clause, state, standing, failures }: ClauseRow): JudgedClause => {
    const { text, section, basis } = clauseOf(clause);
    return {
      id: clause,
      text,
      section,
      basis,
      state,
      reason: standing?.decisive.reason,
      failures: failures.map((each) => failureMessage(each, run, keptIn(record, pathForPerson(folder)))),
      exchanges: [...new Set(failures.map(({ finding }) => finding.exchange))],
    };
  };
  return {
    flow,
    story: flowOf(flow)?.story ?? flow,
    target: run.target,
    revision: run.revision,
    seed: run.seed,
    depth: run.depth ?? 'standard',
    exchanges: exchanges.map(shownExchange),
    clauses: summary(record).rows.map(judgedClause),
  };
};

/** Why nothing was walked: not part of this run, which is a reason to skip, or the run is over. */
export type NotWalked = { readonly reason: string; readonly isPlanned: boolean };

/** What was asked for while the flow before is walked waits for its turn. */
type Asked = { readonly flow: string; answer(journey: Journey | undefined): void };

const answered = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const hasSecret = ({ headers }: IncomingMessage, secret: string): boolean => {
  const [given, wanted] = [Buffer.from(headers.authorization ?? ''), Buffer.from(`Bearer ${secret}`)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
};

/** The door: `POST /flows/<id>` walks a flow, and answers when that is judged. */
const listening = async (ask: (flow: string) => Promise<Journey | NotWalked>, secret: string) => {
  const server = createServer((request, response) => {
    if (!hasSecret(request, secret))
      return answered(response, 401, { reason: 'this door is for the tests of its run' });
    const [, flow] = /^\/flows\/([a-z-]+)$/.exec(request.url ?? '') ?? [];
    if (request.method !== 'POST' || flow === undefined) return answered(response, 404, { reason: 'POST /flows/<id>' });
    void ask(flow).then((found) => answered(response, 'reason' in found ? 409 : 200, found));
  });
  // A flow may take minutes.
  server.requestTimeout = 0;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

/** What was selected of a plan. */
const narrowed = (plan: RunPlan, walked: readonly string[]): RunPlan => ({
  ...plan,
  flows: plan.flows.filter((flow) => walked.includes(flow)),
  pairs: plan.pairs.filter(({ flow }) => walked.includes(flow)),
});

/**
 * Walks what tests ask for until that is over, then decides and reports as a gate does, on what was walked alone.
 *
 * @returns The exit code: that of the record; 0 where nothing was walked.
 */
export const runSpecs = async (options: SpecsOptions, parts: SpecsParts): Promise<number> => {
  const { surroundings, opened, over, secret, color, print, notice, now } = parts;
  const { environment } = surroundings;
  const askedAt = now();
  const { target, warnings } = await openTarget(options.target, { ...parts, walker: { load: parts.load } });
  const minutes = minutesOf(options, target, askedAt);
  const whole = planOf({ revision: target.revision, depth: options.depth });
  const about = { target: target.name, environment, now: now(), notice };
  // Mistakes in them are reported before anything is sent.
  const { terms } = await readTerms(options, { ...about, plan: whole });
  const { id, folder, startedAt } = newRunFolder(new Date(now()));
  const { seed, depth } = options;
  const repeat = repeatOf('gate', options);
  const plan: RunPlan = {
    run: { id, target: target.name, revision: target.revision, seed, depth, startedAt, repeat },
    targetSource: options.target,
    isEmbedded: surroundings.isEmbedded,
    flows: whole.flows.map((flow) => flow.id),
    pairs: [...whole.pairs],
    leftOut: [...whole.leftOut],
    ...plannedMinutes(minutes, now()),
  };
  await createRunFolder(folder, plan).catch(notWritable(folder));
  print(`run  ${id}  ${target.name} at ${target.baseUrl}, revision ${target.revision}, depth ${depth}, seed ${seed}`);

  let cutShort: string | undefined;
  const spoilt = (reason: string): void => {
    cutShort = `the target file threw: ${reason}`;
  };
  // The run ends with this process, which is its own owner.
  const owned = { ...environment, [walkerVariables.owner]: String(process.pid) };
  const recording = await recorder({ folder, plan, environment: owned, now, spoilt, notice });
  const waiting: Asked[] = [];
  const names = new TransformStream<string, string>();
  const queue = names.writable.getWriter();
  let isOver = false;
  const ask = async (flow: string): Promise<Journey | NotWalked> => {
    if (!plan.flows.includes(flow))
      return { reason: `a run at depth ${depth} does not walk ${flow}`, isPlanned: false };
    const ended = { reason: `the run ended before ${flow} was walked`, isPlanned: true };
    if (isOver) return ended;
    return new Promise((resolve) => {
      waiting.push({ flow, answer: (journey) => resolve(journey ?? ended) });
      void queue.write(flow);
    });
  };
  const door = await listening(ask, secret);
  const ending = over.then(async (how) => {
    isOver = true;
    if (how === 'interrupted') await recording.interrupt();
    await queue.close().catch(() => {});
    return how;
  });
  const judgedOf = new Map<string, JudgedFlow>();
  opened(door.address, folder);
  const [, how] = await Promise.all([
    (async () => {
      for await (const { flow, judged } of recording.recorded(() => true, names.readable)) {
        const next = waiting.shift();
        // A test that is repeated walks its flow anew, and its last walk counts.
        if (judged) judgedOf.set(flow, judged);
        next?.answer(judged && journeyOf(await readTrace(folder, flow), judged, { plan, terms, folder }));
      }
      isOver = true;
      for (const each of waiting.splice(0)) each.answer(undefined);
    })(),
    ending,
  ]);
  await recording.close();
  door.close();
  if (judgedOf.size === 0) {
    await rm(folder, { recursive: true, force: true });
    print('no flow was walked, so there is no record');
    return exitCodes.pass;
  }
  const isInterrupted = how === 'interrupted';
  const walked = narrowed(plan, [...judgedOf.keys()]);
  if (isInterrupted) await writeInterrupted(folder, walked);
  const only = [...new Set(walked.pairs.map(({ clause }) => clause))];
  const selected = await readTerms({ ...options, only }, { ...about, plan: { ...whole, pairs: walked.pairs } });
  const around = await warnings({ cutShort }, minutes);
  const finishedAt = new Date(now()).toISOString();
  const undecided = await recordIn(folder, walked, { judged: [...judgedOf.values()], finishedAt, warnings: around });
  const { code } = await endRun(
    {
      folder,
      isInterrupted,
      record: (...more) =>
        decided({ ...undecided, warnings: [...(undecided.warnings ?? []), ...more] }, selected.terms),
      write: (record) => writeRun(folder, record),
      report: (record) => print(terminalReport(record, { color, path: pathForPerson(folder) })),
    },
    parts,
  );
  return code;
};
