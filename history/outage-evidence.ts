/** The exchanges that show an outage: gathered run by run before it is confirmed, then kept with its incident. */
import { z } from 'zod';
import { type Bundle, evidenceParts } from '../contracts/bundle.ts';
import { hourMs } from '../contracts/durations.ts';
import { blindness } from '../contracts/first-step.ts';
import type { RunIdentity } from '../contracts/run-record.ts';
import type { Trace } from '../contracts/trace.ts';
import type { Reading, Writing } from './history.ts';
import { packed, unpacked } from './runs.ts';
import type { EvidenceRow, GoodAnswersRow } from './tables.ts';

const shareable = z.looseObject({ sentAt: z.iso.datetime() });
const byOperation = z.record(z.string(), shareable);
type ByOperation = z.infer<typeof byOperation>;

/** By operation, in the shareable form: the last exchange that was answered well, and the first in trouble. */
const answers = z.strictObject({ good: byOperation, bad: byOperation });
export type Answers = z.infer<typeof answers>;

const none: Answers = { good: {}, bad: {} };

/** What cannot be read, as of another version, is no evidence. */
const answersIn = async (text: string | undefined): Promise<Answers> =>
  text === undefined ? none : (answers.safeParse(await unpacked(text)).data ?? none);

const sent = ({ sentAt }: { readonly sentAt: string }): number => Date.parse(sentAt);

/** The first trouble of an operation stays until it is answered well. */
const merged = (before: Answers, { good, bad }: Answers): Answers => {
  const waiting = Object.entries(before.bad).filter(([operation]) => !Object.hasOwn(good, operation));
  return { good: { ...before.good, ...good }, bad: { ...bad, ...Object.fromEntries(waiting) } };
};

/** @param row Replaces what is known, unless that is newer: a result that had to wait says nothing new. */
const putAnswers = async (to: Writing, row: GoodAnswersRow): Promise<void> => {
  const { target, at, exchanges } = row;
  await to
    .insertInto('goodAnswers')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['probe', 'location']).doUpdateSet({ target, at, exchanges }).where('goodAnswers.at', '<=', at),
    )
    .execute();
};

const addAnswers = async (
  to: Writing,
  { probe, location, target, at }: GoodAnswersRow,
  found: Answers,
): Promise<void> => {
  const known = await to
    .selectFrom('goodAnswers')
    .select('exchanges')
    .where('probe', '=', probe)
    .where('location', '=', location)
    .where('target', '=', target)
    .executeTakeFirst();
  const exchanges = await packed(merged(await answersIn(known?.exchanges), found));
  await putAnswers(to, { probe, location, target, at, exchanges });
};

/** An outage, or else runs that judge nothing, as when logins are refused. */
const openOutage = async (from: Writing, target: string): Promise<string | undefined> => {
  const open = await from
    .selectFrom('incident')
    .select(['id', 'kind'])
    .where('closedAt', 'is', null)
    .where('target', '=', target)
    .where(({ or, eb }) => or([eb('kind', '=', 'service'), eb('cause', '=', blindness)]))
    .orderBy('openedAt')
    .execute();
  return (open.find(({ kind }) => kind === 'service') ?? open[0])?.id;
};

/** A location that has reported nothing for so long may have seen another outage. */
const silentMs = 6 * hourMs;

/** The earliest, or the latest before some moment, of what all probes and locations have seen. */
const firstOf = (all: readonly ByOperation[]): ByOperation => {
  const found: ByOperation = {};
  for (const [operation, one] of all.flatMap(Object.entries<ByOperation[string]>)) {
    const other = found[operation];
    if (!other || sent(one) < sent(other)) found[operation] = one;
  }
  return found;
};

const lastBefore = (all: readonly ByOperation[], beforeOf: (operation: string) => number): ByOperation => {
  const found: ByOperation = {};
  for (const [operation, one] of all.flatMap(Object.entries<ByOperation[string]>)) {
    const other = found[operation];
    if (sent(one) < beforeOf(operation) && (!other || sent(one) > sent(other))) found[operation] = one;
  }
  return found;
};

/** How it began. Without a token no operation can be asked: then the last good answers of all of them are kept. */
const beginningOf = async (from: Writing, { target, at }: GoodAnswersRow): Promise<Answers> => {
  const rows = await from.selectFrom('goodAnswers').selectAll().where('target', '=', target).execute();
  const all = await Promise.all(rows.map(async (row) => ({ at: row.at, ...(await answersIn(row.exchanges)) })));
  const bad = firstOf(all.filter((each) => each.at > at - silentMs).map((each) => each.bad));
  const brokeAt = Math.min(...Object.values(bad).map(sent));
  const isAnyMeant = Object.hasOwn(bad, 'token');
  const good = lastBefore(
    all.map((each) => each.good),
    (operation) => (bad[operation] ? sent(bad[operation]) : isAnyMeant ? brokeAt : 0),
  );
  return { good, bad };
};

const keepPart = async (
  to: Writing,
  { incidentId, part }: Pick<EvidenceRow, 'incidentId' | 'part'>,
  all: ByOperation,
): Promise<void> => {
  for (const [operation, one] of Object.entries(all)) {
    const values = { at: sent(one), exchange: await packed(one) };
    await to
      .insertInto('evidence')
      .values({ incidentId, part, operation, ...values })
      .onConflict((conflict) => {
        const same = conflict.columns(['incidentId', 'part', 'operation']);
        // Of how it began the first stays, of how it ended the last.
        return part === 'end' ? same.doUpdateSet(values) : same.doNothing();
      })
      .execute();
  }
};

/** The bundle without its exchanges, which are rows of their own: the last bad ones change with each run. */
const keepFrame = async (to: Writing, incidentId: string, run: RunIdentity): Promise<void> => {
  const frame: Bundle = {
    schema: 'preflight.bundle/1',
    run,
    verdicts: [],
    traces: [
      {
        schema: 'preflight.trace/1',
        flow: 'outage',
        input: {},
        startedAt: run.startedAt,
        clockOffsetMs: null,
        exchanges: [],
        clockAdvances: [],
      },
    ],
    outage: [],
  };
  await to
    .insertInto('bundle')
    .values({ incidentId, bundle: await packed(frame) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/**
 * Notes what a run has shown of each operation. While an outage of its target is open, the incident gets the last good
 * and the first bad exchange of each operation once, and the last bad one with each run.
 *
 * @param of.isWell It met no trouble. Nearly all runs do, so what they have shown is stored as it is, and not read.
 */
export const keepAnswers = async (
  to: Writing,
  row: GoodAnswersRow,
  of: { readonly run: RunIdentity; readonly isWell: boolean },
): Promise<void> => {
  if (of.isWell) return putAnswers(to, row);
  const found = await answersIn(row.exchanges);
  const troubled = Object.keys(found.bad);
  if (troubled.length === 0) return;
  await addAnswers(to, row, found);
  const incidentId = await openOutage(to, row.target);
  if (incidentId === undefined) return;
  const known = await to
    .selectFrom('evidence')
    .select('operation')
    .where('incidentId', '=', incidentId)
    .where('part', '=', 'bad')
    .execute();
  if (troubled.some((operation) => !known.some((each) => each.operation === operation))) {
    await keepFrame(to, incidentId, of.run);
    const beginning = await beginningOf(to, row);
    await keepPart(to, { incidentId, part: 'good' }, beginning.good);
    await keepPart(to, { incidentId, part: 'bad' }, beginning.bad);
  }
  await keepPart(to, { incidentId, part: 'end' }, found.bad);
};

/** Puts the exchanges of an outage into its bundle: good, bad and last, each in the order of time. */
export const withEvidence = async (from: Reading, incidentId: string, frame: Bundle): Promise<Bundle> => {
  const [trace] = frame.traces;
  if (!frame.outage || !trace) return frame;
  const rows = await from
    .selectFrom('evidence')
    .selectAll()
    .where('incidentId', '=', incidentId)
    .orderBy('at')
    .orderBy('operation')
    .execute();
  const isBad = new Set(rows.filter(({ part }) => part === 'bad').map(({ operation, at }) => `${operation} ${at}`));
  const shown = evidenceParts.flatMap((part) =>
    rows.filter((row) => row.part === part && !(part === 'end' && isBad.has(`${row.operation} ${row.at}`))),
  );
  const exchanges = await Promise.all(
    shown.map(async ({ exchange }, index) => ({
      ...((await unpacked(exchange)) as Trace['exchanges'][number]),
      index,
    })),
  );
  const { sentAt: startedAt = trace.startedAt } = exchanges[0] ?? {};
  return { ...frame, traces: [{ ...trace, startedAt, exchanges }], outage: shown.map(({ part }) => part) };
};
