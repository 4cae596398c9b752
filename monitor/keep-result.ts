/** Stores the result of a slot in one transaction, with what follows from it: its run, its incidents and alerts. */

import type { ClauseId } from '../contracts/clauses.ts';
import { hourMs } from '../contracts/durations.ts';
import { identityOf } from '../contracts/run-record.ts';
import { type History, isAny, type Writing } from '../history/history.ts';
import { keepAnswers } from '../history/outage-evidence.ts';
import { addRun } from '../history/runs.ts';
import { keepBundle } from '../history/shown-incidents.ts';
import { isInMaintenance } from '../history/silences.ts';
import { endSlot, giveUpAhead, missSlot } from '../history/slots.ts';
import { oneLine } from '../reports/safe-text.ts';
import { summary, verdictWords } from '../reports/summary.ts';
import { counted, wrapped } from '../reports/text-layout.ts';
import { noteIfBadTokens } from './bad-tokens.ts';
import { causesOf, defaultRules, type SeenCause, whyBlind } from './causes.ts';
import { accountBefore } from './due.ts';
import { brokenCauses, type IncidentChange, knownCauses, type Noted, noteCauses, noteOutage } from './incidents.ts';
import { objectiveRules, objectivesShown, sampleOf } from './objectives.ts';
import { type AlertOptions, sendAlerts } from './send-alerts.ts';
import { type MissedSlot, missedReasons, type RanSlot, type RepeatedSlot, type SlotResult } from './slot-result.ts';
import { allTroubleText, isAllTrouble, troubleSeen } from './troubles.ts';
import type { WatchedProbe } from './watched-probe.ts';

/** What the terminal of a monitor shows: a line for each result, and one for each incident that opens or closes. */
const time = (at: number): string => new Date(at).toISOString().slice(11, 19);
const indent = ' '.repeat(10);

const ranText = ({ record, confirms }: Extract<SlotResult, { kind: 'ran' }>): string => {
  const { judged, counts } = summary(record);
  const { broken, flaky } = counts;
  const accepted = counts.warning + counts.waived;
  const seconds = ((Date.parse(record.finishedAt) - Date.parse(record.startedAt)) / 1_000).toFixed(1);
  return [
    verdictWords[record.verdict].label,
    `${judged} judged`,
    ...(broken > 0 ? [`${broken} broken`] : []),
    // Broken, and by its basis or a waiver no failure.
    ...(accepted > 0 ? [counted(accepted, 'warning')] : []),
    ...(flaky > 0 ? [`${flaky} flaky`] : []),
    counted(record.exchanges, 'request'),
    `${seconds} s`,
    ...(confirms ? ['once more, to confirm'] : []),
  ].join('  ');
};

const textOf = (result: SlotResult): string => {
  switch (result.kind) {
    case 'ran':
      return ranText(result);
    case 'repeated': {
      const back = result.cases.filter(({ shown }) => shown === 'failed').length;
      return `${back > 0 ? `${counted(back, 'case')} back` : 'nothing new'}  ${result.cases.length} repeated`;
    }
    case 'missed':
      return `MISSED  ${oneLine(result.reason, 60)}`;
  }
};

export const endOf = (result: SlotResult): number =>
  result.kind === 'ran' ? Date.parse(result.record.finishedAt) : result.endedAt;

const changeLines = ({ event, incident: { id, title } }: IncidentChange): string[] => [
  `${indent}${event === 'opened' ? 'incident' : 'over'}  ${oneLine(title, 60)}`,
  `${indent}npx --no -- preflight incidents show ${id.slice(0, 8)}`,
];

const muted = `${indent}in a maintenance window: nobody is told`;

/** What a person must mend before anything can be judged. */
const whyLines = (result: SlotResult): string[] => {
  const why = result.kind === 'ran' ? whyBlind(result) : undefined;
  return why === undefined ? [] : [`${indent}${wrapped(oneLine(why, 300), { hang: indent.length })}`];
};

export const resultLines = (result: SlotResult, kept: StoredResult | undefined): string[] => {
  const { probe } = result.slot;
  const head = `${time(endOf(result))}  ${probe}  ${textOf(result)}`;
  return [
    kept ? head : `${head}  (not in the store yet)`,
    ...whyLines(result),
    ...(kept?.changes ?? []).flatMap(changeLines),
    ...(kept?.isMuted ? [muted] : []),
  ];
};

/** For programs. */
export type ReportedResult = {
  readonly probe: string;
  /** When it was due, in UTC. */
  readonly due: string;
  readonly outcome: 'pass' | 'fail' | 'inconclusive' | 'missed' | 'repeated';
  readonly run?: string;
  readonly reason?: string;
  readonly opened: readonly string[];
  readonly closed: readonly string[];
};

const reportedOutcome = (result: SlotResult): Pick<ReportedResult, 'outcome' | 'run' | 'reason'> => {
  if (result.kind === 'ran') return { outcome: result.record.verdict, run: result.record.id };
  return result.kind === 'missed' ? { outcome: 'missed', reason: result.reason } : { outcome: 'repeated' };
};

export const reportedResult = (result: SlotResult, kept: StoredResult | undefined): ReportedResult => {
  const ids = (wanted: IncidentChange['event']): string[] =>
    (kept?.changes ?? []).filter(({ event }) => event === wanted).map(({ incident }) => incident.id);
  const { probe, at } = result.slot;
  return {
    probe,
    due: new Date(at).toISOString(),
    ...reportedOutcome(result),
    opened: ids('opened'),
    closed: ids('closed'),
  };
};

type Keeping = Pick<AlertOptions, 'channels' | 'publicUrl' | 'remindAfterMs'> & {
  /** The probe of the slot; undefined where none has its name any more. */
  readonly watched: Pick<WatchedProbe, 'probe' | 'schedule' | 'rules' | 'work'> | undefined;
  readonly now: number;
};

export type StoredResult = {
  /** What opened and what closed. */
  readonly changes: readonly IncidentChange[];
  /** Clauses that were broken in this run and have no incident yet. */
  readonly unconfirmed: readonly ClauseId[];
  /** The target was found down once: another run has to confirm it soon. */
  readonly isDownUnconfirmed: boolean;
  /** A maintenance window is open, so that no alert is sent. */
  readonly isMuted: boolean;
};

type Noticed = Omit<StoredResult, 'isMuted'>;

const nothing: Noticed = { changes: [], unconfirmed: [], isDownUnconfirmed: false };

/** What an incident shows: the failure in the run that opened it. */
const keepBundles = async (to: Writing, { bundles }: RanSlot, changes: readonly IncidentChange[]): Promise<void> => {
  for (const { event, incident } of changes) {
    const bundle = event === 'opened' ? bundles[incident.cause.split(' ').at(-1) ?? ''] : undefined;
    if (bundle !== undefined) await keepBundle(to, { incidentId: incident.id, bundle });
  }
};

/** What shows an outage. Trouble of our own network shows none. */
const keepShown = async (
  to: Writing,
  { slot: { probe, location }, target, record, answers, confirms, troubles }: RanSlot,
  isNetworkOurs: boolean,
): Promise<void> => {
  const isWell = troubles.troubled.length === 0 && !troubles.isLockedOut;
  // To confirm that a clause is broken, only some operations are asked.
  const isPart = isWell && (confirms?.length || troubles.answered === 0);
  if (answers === undefined || isNetworkOurs || isPart) return;
  const at = Date.parse(record.finishedAt);
  const row = { probe, location, target, at, exchanges: answers };
  await keepAnswers(to, row, { run: identityOf(record), isWell });
};

/** What a slot shows at its location, one of those that look at its probe. */
const noteSeen = (
  to: Writing,
  { slot, target }: SlotResult,
  { now, watched }: Keeping,
  noted: Pick<Noted, 'runId' | 'seen' | 'rules' | 'isConfirmed'>,
): Promise<readonly IncidentChange[]> =>
  noteCauses(to, {
    ...noted,
    probe: slot.probe,
    location: slot.location,
    target,
    now,
    ...(watched && { intervalMs: watched.schedule.intervalMs }),
  });

/** What many runs show together, this one among them. */
const noteObjectives = async (
  to: Writing,
  noted: Omit<Noted, 'seen'>,
  watched: Keeping['watched'],
): Promise<readonly IncidentChange[]> => {
  if (!watched) return [];
  const { probe, schedule } = watched;
  const seen = await objectivesShown(to, { probe, intervalMs: schedule.intervalMs, now: noted.now });
  return noteCauses(to, { ...noted, seen, rules: objectiveRules });
};

/** Since the target answers no more from a place, another target has answered from there: the network works. */
const othersAnswer = async (from: Writing, { slot, target, record }: RanSlot): Promise<boolean> => {
  const endedAt = Date.parse(record.finishedAt);
  const here = from.selectFrom('run').where('location', '=', slot.location).where('finishedAt', '<=', endedAt);
  const ofTarget = here.where('target', '=', target);
  const good = await ofTarget
    .select('finishedAt')
    .where('isDown', '=', 0)
    .orderBy('finishedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  const failed = await ofTarget
    .select('startedAt')
    .where('finishedAt', '>', good?.finishedAt ?? endedAt - hourMs)
    .orderBy('finishedAt')
    .limit(1)
    .executeTakeFirst();
  const since = Math.min(failed?.startedAt ?? endedAt, Date.parse(record.startedAt));
  return isAny(here.select('id').where('target', '!=', target).where('isDown', '=', 0).where('startedAt', '>=', since));
};

const troubleOf = ({ troubles, isNetworkUnchecked }: RanSlot) => {
  const operations = [...new Set(troubles.troubled.map(({ operation }) => operation))];
  const [first] = troubles.troubled;
  return {
    title: `does not answer: ${allTroubleText(troubles)}`,
    operations,
    ...(first && troubleSeen(first)),
    actual: allTroubleText(troubles),
    ...(isNetworkUnchecked === true && { isNetworkUnchecked }),
  };
};

const keepRan = async (to: Writing, result: RanSlot, keeping: Keeping): Promise<Noticed> => {
  const { slot, owner, target, record, taken, troubles, confirms } = result;
  const { watched, now } = keeping;
  const isNetworkOurs = result.isNetworkOurs && !(await othersAnswer(to, result));
  const isDown = isNetworkOurs ? undefined : isAllTrouble(troubles);
  const ends = { owner, runId: record.id, endedAt: Date.parse(record.finishedAt) };
  const since = Date.parse(record.startedAt);
  await giveUpAhead(to, slot.location, { reason: missedReasons.ahead, now, since });
  const isOfSlot = confirms === undefined && (await endSlot(to, slot, ends));
  if (isOfSlot) await noteIfBadTokens(to, result, keeping.now);
  const known = await knownCauses(to, slot.probe);
  const isSettling = watched?.work === 'obligations';
  const all = causesOf({ record, troubles, known, isNetworkOurs, isSettling });
  // What comes when the slot has another result is kept, and counts for no slot.
  const isNew = await addRun(to, {
    probe: slot.probe,
    location: slot.location,
    slotAt: isOfSlot ? slot.at : null,
    record,
    taken,
    sample: isOfSlot ? sampleOf(record.verdict, all, isDown) : null,
    isDown,
    ...(isDown && { trouble: allTroubleText(troubles) }),
  });
  if (!isNew || (!isOfSlot && confirms === undefined)) return nothing;
  // To confirm it asked for a few clauses alone: of the rest it shows nothing.
  const seen = confirms ? all.filter(({ clauses }) => clauses.some((each) => confirms.includes(each))) : all;
  const noted = { runId: record.id, rules: watched?.rules ?? defaultRules };
  const ofRun = await noteSeen(to, result, keeping, { ...noted, seen, isConfirmed: confirms !== undefined });
  const ofTarget = { ...noted, probe: slot.probe, target, now };
  const trouble = isDown ? troubleOf(result) : undefined;
  const outage = isDown === undefined ? undefined : await noteOutage(to, { ...ofTarget, trouble });
  const ofAll = await noteObjectives(to, ofTarget, watched);
  const changes = [...ofRun, ...(outage?.changes ?? []), ...ofAll];
  const isDownUnconfirmed = outage?.isUnconfirmed ?? false;
  await keepBundles(to, result, changes);
  await keepShown(to, result, isNetworkOurs);
  const broken = seen.filter(({ kind, shown }) => kind === 'contract' && shown === 'failed');
  if (broken.length === 0) return { changes, unconfirmed: [], isDownUnconfirmed };
  const isKnown = new Set(await brokenCauses(to, slot));
  const unsure = broken.filter(({ cause }) => !isKnown.has(cause));
  return { changes, unconfirmed: [...new Set(unsure.flatMap(({ clauses }) => clauses))], isDownUnconfirmed };
};

const keepMissed = async (to: Writing, result: MissedSlot, keeping: Keeping): Promise<Noticed> => {
  const { slot, owner, endedAt, reason, isOurs } = result;
  const isNew = await missSlot(to, slot, { owner, reason, endedAt });
  if (!isNew || !isOurs) return nothing;
  const seen = {
    cause: 'ours',
    kind: 'ours',
    shown: 'failed',
    title: `our own error: ${reason}`,
    clauses: [],
  } as const;
  const rules = keeping.watched?.rules ?? defaultRules;
  return { ...nothing, changes: await noteSeen(to, result, keeping, { runId: null, seen: [seen], rules }) };
};

/** A case that is back, or fails differently: each was looked at by a person before, so that one time is enough. */
const keepRepeated = async (to: Writing, result: RepeatedSlot, keeping: Keeping): Promise<Noticed> => {
  const { slot, owner, endedAt, cases } = result;
  if (!(await endSlot(to, slot, { owner, runId: null, endedAt }))) return nothing;
  const seen = cases.flatMap(({ id, shown }): SeenCause[] =>
    shown
      ? [{ cause: `watched ${id}`, kind: 'contract', shown, title: `a watched case is back: ${id}`, clauses: [] }]
      : [],
  );
  const changes = await noteSeen(to, result, keeping, { runId: null, seen, rules: objectiveRules });
  return { ...nothing, changes };
};

const noticedIn = (to: Writing, result: SlotResult, within: Keeping): Promise<Noticed> => {
  switch (result.kind) {
    case 'ran':
      return keepRan(to, result, within);
    case 'repeated':
      return keepRepeated(to, result, within);
    case 'missed':
      return keepMissed(to, result, within);
  }
};

/**
 * Keeps a result once, however often it is handed in.
 *
 * @throws StoreFailed where the store cannot be written; nothing of it is kept then.
 */
export const keepResult = (history: History, result: SlotResult, keeping: Keeping): Promise<StoredResult> =>
  history.write(async (to) => {
    const { watched, now } = keeping;
    if (watched?.work === 'flows') await accountBefore(to, result.slot, { schedule: watched.schedule, now });
    const noticed = await noticedIn(to, result, keeping);
    const { target } = result;
    const { channels, publicUrl, remindAfterMs } = keeping;
    const alerts = { target, now, channels, file: history.where, publicUrl, remindAfterMs };
    if (noticed !== nothing) await sendAlerts(to, alerts);
    const isMuted = noticed.changes.length > 0 && (await isInMaintenance(to, { target, now }));
    return { ...noticed, isMuted };
  });
