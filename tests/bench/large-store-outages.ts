/** The outages of a long life of many probes: what failed from when to when, drawn from a seed. */

export type Outage = {
  /** Which probe, from 0. */
  readonly probe: number;
  readonly verdict: 'fail' | 'inconclusive';
  /** Minutes since the store began: the first that failed, and the first that passed again; null while it lasts. */
  readonly from: number;
  readonly until: number | null;
};

/** Park and Miller's: enough to spread something. */
const drawnFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

const dayMinutes = 24 * 60;
/** Of a probe, on the average. */
const daysBetween = 2.3;
export const location = 'here';

/** One in so many slots is missed. */
export const missedEvery = 101;
/** So many failures in a row open an incident. */
export const toOpen = 3;
const longestMinutes = 60;

/** How long each is broken now: a third of all, most since an hour or two, and a few since a week. */
const lastingMinutes = (probe: number): number => {
  if (probe % 3 !== 0) return 0;
  return probe % 30 === 0 ? 8 * dayMinutes : longestMinutes + probe;
};

const outagesOfOne = (probe: number, minutes: number, draw: () => number): Outage[] => {
  const lasting = lastingMinutes(probe);
  const calmFrom = minutes - lasting - 2 * longestMinutes;
  const gap = (): number => Math.ceil(-Math.log(1 - draw()) * daysBetween * dayMinutes) + 2 * longestMinutes;
  const all: Outage[] = [];
  for (let from = gap(); from < calmFrom; from += gap()) {
    const until = from + toOpen + Math.floor(draw() * longestMinutes);
    all.push({ probe, verdict: draw() < 0.5 ? 'fail' : 'inconclusive', from, until });
  }
  if (lasting > 0) all.push({ probe, verdict: 'fail', from: minutes - lasting, until: null });
  return all;
};

/** @param minutes How long the store has lived. */
export const outagesOf = (probes: number, minutes: number): Outage[] => {
  const draw = drawnFrom(1);
  return Array.from({ length: probes }, (_, probe) => outagesOfOne(probe, minutes, draw)).flat();
};
