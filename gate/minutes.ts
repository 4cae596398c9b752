/** How a run with --max-minutes divides its time: for sending, for an answer under way, and for the clean-up. */
import { awaitMsMax, cleanUpMs } from '../client/run-deadline.ts';
import type { Target } from '../contracts/target.ts';
import type { Planned } from '../engine/run-folder.ts';

type MinutesOption = { readonly maxMinutes?: number };

export type Minutes = {
  /** Until then something new is sent, ms since the epoch. */
  readonly endsBy: number;
  /** Then so long for an answer under way, and `cleanUpMs` to cancel what was booked. */
  readonly awaitMs: number;
};

/** The longest answer is reserved; where so few minutes are left, half of them. */
export const minutesOf = (
  { maxMinutes }: MinutesOption,
  { may: { books, tickets }, limits: { deadlineMs } }: Target,
  startedAt: number,
): Minutes | undefined => {
  if (maxMinutes === undefined) return undefined;
  const ms = Math.max(0, maxMinutes * 60_000 - cleanUpMs);
  const awaitMs = books || tickets ? Math.min(awaitMsMax, deadlineMs, ms / 2) : 0;
  return { endsBy: startedAt + ms - awaitMs, awaitMs };
};

/** What of it stands in a plan. */
export const plannedMinutes = (minutes: Minutes | undefined, now: number): Pick<Planned, 'sendsForMs' | 'awaitMs'> =>
  minutes ? { sendsForMs: Math.max(1, minutes.endsBy - now), awaitMs: minutes.awaitMs } : {};

/** For a person, before anything is sent. */
export const minutesLines = ({ maxMinutes }: MinutesOption, minutes: Minutes | undefined, now: number): string[] => {
  if (!minutes) return [];
  const seconds = (ms: number): number => Math.max(0, Math.round(ms / 1_000));
  const [sends, awaits] = [seconds(minutes.endsBy - now), seconds(minutes.awaitMs)];
  const waits = awaits > 0 ? `, then waits up to ${awaits} s for an answer under way,` : '';
  return [
    `     --max-minutes ${maxMinutes}: sends for ${sends} s${waits} and cleans up within ${seconds(cleanUpMs)} s`,
  ];
};
