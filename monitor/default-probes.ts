/** What is watched of a target when nobody has said so. */
import type { Target } from '../contracts/target.ts';
import type { MonitorDefinition } from './config.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
const fullMsMax = 2 * hourMs;

/** As names of probes are spelt. */
export const probeName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 50);

/** In ms: a run that shows everything takes as long as its target lets it. */
export const deadlineOf = ({ runDeadlineMs }: Pick<Target['limits'], 'runDeadlineMs'>): number =>
  Math.max(minuteMs, Math.min(runDeadlineMs, fullMsMax));

export type NamedTarget = {
  /** As a person names it. */
  readonly source: string;
  readonly target: Pick<Target, 'name' | 'may' | 'limits'>;
};

/** It reads a little every few minutes; where it may book, it shows everything once a day, at night. */
export const defaultProbes = (targets: readonly NamedTarget[]): MonitorDefinition['probes'] =>
  targets.flatMap(({ source, target: { name, may, limits } }) => {
    const often = { name: `${probeName(name)}-probe`, target: source };
    if (!may.books && !may.tickets) return [often];
    const deadlineMs = deadlineOf(limits);
    return [often, { name: `${probeName(name)}-full`, target: source, depth: 'full', cron: '17 3 * * *', deadlineMs }];
  });
