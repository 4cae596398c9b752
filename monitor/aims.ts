/** Tells when a probe lately looked at another service: its slots are one row each, whoever runs them. */
import type { Target } from '../contracts/target.ts';
import type { Aim } from '../history/fresh-notes.ts';
import { oneLine } from '../reports/safe-text.ts';
import type { MonitorSurroundings } from './monitor-surroundings.ts';
import { isNowAndThen, type WatchedProbe } from './watched-probe.ts';

export type AimingParts = {
  readonly probes: readonly WatchedProbe[];
  readonly location: string;
  readonly targetOf: (source: string) => Promise<Target>;
  readonly surroundings: Pick<MonitorSurroundings, 'isEmbedded'>;
};

/** The sandbox inside is another each time, and is left out. */
export const aimsOf = async ({ probes, location, targetOf, surroundings }: AimingParts): Promise<Aim[]> => {
  const aims: Aim[] = [];
  for (const one of probes.filter((each) => !isNowAndThen(each) && !surroundings.isEmbedded(each.probe.target))) {
    const { baseUrl } = await targetOf(one.probe.target);
    aims.push({ probe: one.probe.name, location, target: one.target, baseUrl });
  }
  return aims;
};

const isOther = (one: Aim, other: Aim): boolean =>
  one.probe === other.probe &&
  one.location === other.location &&
  (one.target !== other.target || one.baseUrl !== other.baseUrl);

const shown = ({ target, baseUrl }: Aim): string => oneLine(`${target} at ${baseUrl}`, 200);

/** @returns A line for each probe that looked at another service before. */
export const elsewhereOf = (own: readonly Aim[], before: readonly Aim[]): string[] =>
  own.flatMap((one) =>
    before
      .filter((other) => isOther(one, other))
      .map(
        (other) =>
          `probe ${one.probe} looked at ${shown(other)} before, and looks at ${shown(one)} now: if both are watched, give one of them another name, because probes of one name share their slots`,
      ),
  );
