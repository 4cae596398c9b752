/** Which causes of a probe can alert and which cannot, as it is printed when a monitor starts. */
import { hourMs } from '../contracts/durations.ts';
import { wrapped } from '../reports/text-layout.ts';
import { type BurnRule, burnRules, canFire, samplesMin, windowsOf } from './burn-rate.ts';
import type { ScheduledProbe } from './config.ts';
import { spanText } from './send-alerts.ts';

const does = { page: 'pages', ticket: 'is a ticket' } as const satisfies Record<BurnRule['tells'], string>;

/** Why no run will ever make it fire. */
const whyNot = (rule: BurnRule, { slo, intervalMs }: { readonly slo: number; readonly intervalMs: number }): string => {
  if (rule.rate * (1 - slo) > 1) return `with slo ${slo} no runs can fail so often`;
  const { longMs } = windowsOf(rule, intervalMs);
  const runs = Math.floor(longMs / intervalMs);
  const needed = Math.floor(samplesMin(rule, slo)) + 1;
  return `${runs} runs in ${spanText(longMs)}, ${needed} are needed for slo ${slo}`;
};

const burnLine = (rule: BurnRule, { probe: { slo }, schedule: { intervalMs } }: ScheduledProbe): string => {
  const given = { slo, intervalMs };
  if (canFire(rule, given)) return `${rule.name} burn ${does[rule.tells]}`;
  return `${rule.name} burn cannot fire: ${whyNot(rule, given)}`;
};

/** Of one that runs too rarely for all of them, one reason is enough: what the least of them needs. */
const burnLines = (one: ScheduledProbe): string[] => {
  const { probe, schedule } = one;
  const given = { slo: probe.slo, intervalMs: schedule.intervalMs };
  const [least] = burnRules;
  const isRare = burnRules.every((rule) => !canFire(rule, given) && rule.rate * (1 - probe.slo) <= 1);
  return least && isRare ? [`no burn can fire: ${whyNot(least, given)}`] : burnRules.map((rule) => burnLine(rule, one));
};

const latencyLine = ({ probe: { latency } }: ScheduledProbe): string[] => {
  const operations = Object.keys(latency);
  return operations.length === 0 ? [] : [`what is slow pages nobody: ${operations.join(', ')}`];
};

const reportedOpening = ({ probe: { opens }, schedule: { intervalMs } }: ScheduledProbe): string[] => [
  ...(intervalMs > hourMs ? ['a broken promise opens an incident when a second run at once confirms it'] : []),
  `${opens.inRow} failures in a row open an incident, or ${opens.failures} of ${opens.ofLast}`,
];

const hang = 2;

/**
 * @returns Lines of 80 columns at most. They say for each probe when failures open an incident, which burns of its
 *   error budget page, and why another never can.
 */
export const ruleLines = (watched: readonly ScheduledProbe[]): string[] =>
  watched.flatMap((each) => {
    const rules = [...reportedOpening(each), ...burnLines(each), ...latencyLine(each)];
    return wrapped(`${each.probe.name}: ${rules.join('; ')}`, { hang }).split('\n');
  });
