/** Which incidents there must be, and what is sent of them: the rules of the documentation, written down plainly. */

/** What a simulation draws: always the same of the same seed. */
export type Draws = {
  /** Whether something happens that does so often of a thousand times. */
  perMille(often: number): boolean;
  /** A whole number, both ends among them. */
  between(least: number, most: number): number;
  of<T>(all: readonly [T, ...T[]]): T;
};

/** The generator is known as mulberry32. */
export const drawsOf = (seed: number): Draws => {
  let state = seed >>> 0;
  const share = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(share() * (most - least + 1));
  return {
    perMille: (often) => share() * 1_000 < often,
    between,
    of: (all) => all[between(0, all.length - 1)] ?? all[0],
  };
};

type Kind = 'contract' | 'service' | 'network' | 'ours';

/** What one run shows of a cause; of those that are not named it shows nothing. */
export type Told = { readonly cause: string; readonly kind: Kind; readonly isBroken: boolean };

export type ExpectedIncident = {
  readonly probe: string;
  readonly target: string;
  readonly cause: string;
  readonly kind: Kind;
  readonly openedAt: number;
  closedAt: number | undefined;
  isOpeningTold: boolean;
  isEndTold: boolean;
};

type Cause = { shown: boolean[]; incident: ExpectedIncident | undefined };

type Shown = {
  readonly probe: string;
  readonly target: string;
  readonly told: readonly Told[];
  /** Run once more at once, of a probe that is rarer than hourly. */
  readonly isConfirmation: boolean;
  readonly now: number;
};

const brokenIn = (shown: readonly boolean[]): number => shown.filter(Boolean).length;

const opens = (shown: readonly boolean[], isConfirmation: boolean): boolean => {
  if (shown.at(-1) !== true) return false;
  if (shown.length >= 3 && brokenIn(shown.slice(-3)) === 3) return true;
  if (isConfirmation && shown.length >= 2 && brokenIn(shown.slice(-2)) === 2) return true;
  return brokenIn(shown.slice(-12)) >= 5;
};

const closes = (shown: readonly boolean[]): boolean => shown.length >= 2 && brokenIn(shown.slice(-2)) === 0;

export const expectations = (isMuted: (target: string, now: number) => boolean) => {
  const causes = new Map<string, Cause>();
  /** Those of which something may still have to be sent. */
  let untold: ExpectedIncident[] = [];
  return {
    /** @returns What it opened and what it closed. */
    ran: ({ probe, target, told, isConfirmation, now }: Shown): ExpectedIncident[] =>
      told.flatMap(({ cause, kind, isBroken }): ExpectedIncident[] => {
        const key = `${probe} ${cause}`;
        const one: Cause = causes.get(key) ?? { shown: [], incident: undefined };
        causes.set(key, one);
        one.shown = [...one.shown, isBroken].slice(-12);
        const { incident } = one;
        if (!incident && opens(one.shown, isConfirmation)) {
          // The opening was sent and the end was not: the incident goes on.
          const before = untold.find((each) => each.probe === probe && each.cause === cause && each.isOpeningTold);
          if (before) {
            before.closedAt = undefined;
            one.incident = before;
            untold = untold.filter((each) => each !== before);
            return [before];
          }
          const opened = { probe, target, cause, kind, openedAt: now, closedAt: undefined };
          one.incident = { ...opened, isOpeningTold: false, isEndTold: false };
          untold.push(one.incident);
          return [one.incident];
        }
        if (!incident || !closes(one.shown)) return [];
        incident.closedAt = now;
        if (!untold.includes(incident)) untold.push(incident);
        causes.delete(key);
        return [incident];
      }),
    /** Nothing in a maintenance window; of what closed before it was sent, nothing. */
    tell: (target: string, now: number): void => {
      if (isMuted(target, now)) return;
      for (const one of untold) {
        if (one.target !== target) continue;
        if (one.closedAt === undefined) one.isOpeningTold = true;
        else if (one.isOpeningTold) one.isEndTold = true;
      }
      untold = untold.filter((one) => one.target !== target || (!one.isOpeningTold && one.closedAt === undefined));
    },
    /** Sent by a program that was killed before it could say so. */
    untold: (): readonly ExpectedIncident[] => untold,
    open: (): ExpectedIncident[] => [...causes.values()].flatMap(({ incident }) => incident ?? []),
  };
};
