/** Whether a probe uses up its error budget too fast: over a long window, and still now. */
import { dayMs, hourMs, minuteMs } from '../contracts/durations.ts';

export type BurnRule = {
  readonly name: string;
  /** So many times as fast as the budget allows. */
  readonly rate: number;
  readonly longMs: number;
  /** That it burns now, and has not just stopped. */
  readonly shortMs: number;
  readonly tells: 'page' | 'ticket';
};

export const burnRules: readonly BurnRule[] = [
  { name: 'fast', rate: 14.4, longMs: hourMs, shortMs: 5 * minuteMs, tells: 'page' },
  { name: 'slow', rate: 6, longMs: 6 * hourMs, shortMs: 30 * minuteMs, tells: 'page' },
  { name: 'steady', rate: 1, longMs: 3 * dayMs, shortMs: 6 * hourMs, tells: 'ticket' },
];

/** Under which an incident of a rule is kept. */
export const causeOfRule = ({ name }: BurnRule): string => `slo ${name}`;

/** Fewer runs than this in a window say nothing. */
const intervalsMin = 3;

/** The windows of a rule for a probe: never shorter than three of its intervals. */
export const windowsOf = (
  { longMs, shortMs }: BurnRule,
  intervalMs: number,
): { readonly longMs: number; readonly shortMs: number } => ({
  longMs: Math.max(longMs, intervalsMin * intervalMs),
  shortMs: Math.max(shortMs, intervalsMin * intervalMs),
});

/** How many runs the long window must have so that one failure alone cannot break the rule. */
export const samplesMin = ({ rate }: BurnRule, slo: number): number =>
  // Without what 1 - 0.999 is off by.
  Number((1 / (rate * (1 - slo))).toFixed(6));

/** Whether the rule can ever be evaluated for a probe of this interval. */
export const canFire = (rule: BurnRule, { slo, intervalMs }: { readonly slo: number; readonly intervalMs: number }) =>
  windowsOf(rule, intervalMs).longMs / intervalMs > samplesMin(rule, slo) && rule.rate * (1 - slo) <= 1;

export type RunCounts = { readonly failed: number; readonly all: number };

/** How many times faster than allowed; 0 where nothing was counted. */
export const burnRate = ({ failed, all }: RunCounts, slo: number): number => (all === 0 ? 0 : failed / all / (1 - slo));

/**
 * @param long What ran in the long window, without maintenance and without what could not be measured.
 * @returns undefined where there are too few runs to say anything.
 */
export const isBurning = (
  rule: BurnRule,
  { slo, long, short }: { readonly slo: number; readonly long: RunCounts; readonly short: RunCounts },
): boolean | undefined => {
  if (long.all <= samplesMin(rule, slo) || short.all === 0) return undefined;
  return burnRate(long, slo) >= rule.rate && burnRate(short, slo) >= rule.rate;
};
