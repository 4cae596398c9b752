/** What the terminal of a monitor shows: a line for each result, and one for each incident that opens or closes. */

import { oneLine } from '../reports/safe-text.ts';
import { summary, verdictWords } from '../reports/summary.ts';
import { counted, wrapped } from '../reports/text-layout.ts';
import { whyBlind } from './causes.ts';
import type { Change } from './incidents.ts';
import type { Kept } from './keep-result.ts';
import type { SlotResult } from './slot-result.ts';

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

const endOf = (result: SlotResult): number =>
  result.kind === 'ran' ? Date.parse(result.record.finishedAt) : result.endedAt;

const changeLines = ({ event, incident: { id, title } }: Change): string[] => [
  `${indent}${event === 'opened' ? 'incident' : 'over'}  ${oneLine(title, 60)}`,
  `${indent}npx --no -- preflight incidents show ${id.slice(0, 8)}`,
];

const muted = `${indent}in a maintenance window: nobody is told`;

/** What a person must mend before anything can be judged. */
const whyLines = (result: SlotResult): string[] => {
  const why = result.kind === 'ran' ? whyBlind(result) : undefined;
  return why === undefined ? [] : [`${indent}${wrapped(oneLine(why, 300), { hang: indent.length })}`];
};

export const resultLines = (result: SlotResult, kept: Kept | undefined): string[] => {
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
export type ResultTold = {
  readonly probe: string;
  /** When it was due, in UTC. */
  readonly due: string;
  readonly outcome: 'pass' | 'fail' | 'inconclusive' | 'missed' | 'repeated';
  readonly run?: string;
  readonly reason?: string;
  readonly opened: readonly string[];
  readonly closed: readonly string[];
};

const outcomeTold = (result: SlotResult): Pick<ResultTold, 'outcome' | 'run' | 'reason'> => {
  if (result.kind === 'ran') return { outcome: result.record.verdict, run: result.record.id };
  return result.kind === 'missed' ? { outcome: 'missed', reason: result.reason } : { outcome: 'repeated' };
};

export const resultTold = (result: SlotResult, kept: Kept | undefined): ResultTold => {
  const ids = (wanted: Change['event']): string[] =>
    (kept?.changes ?? []).filter(({ event }) => event === wanted).map(({ incident }) => incident.id);
  const { probe, at } = result.slot;
  return {
    probe,
    due: new Date(at).toISOString(),
    ...outcomeTold(result),
    opened: ids('opened'),
    closed: ids('closed'),
  };
};
