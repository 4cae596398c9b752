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
  /** All that it was ever about. */
  readonly about: Set<string>;
  /** Its causes that are not over. */
  readonly open: Set<string>;
};

type Shown = {
  readonly probe: string;
  readonly target: string;
  readonly told: readonly Told[];
  /** Whether the target answered at all; undefined where the run does not show it. */
  readonly answers: boolean | undefined;
  /** The id of the run. */
  readonly mark: string;
  /** When the run ended. */
  readonly endedAt: number;
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

/** All that breaks at the one operation of this service is one incident, and so is all trouble of it. */
const groupOf = ({ cause, kind }: Told, { probe, target }: Shown): string =>
  kind === 'contract' || kind === 'service' ? `${target} ${kind}` : `${probe} ${cause}`;

/** Clocks of several machines differ by so much. */
const clocksDifferMs = 60_000;

type Answered = { readonly mark: string; readonly at: number; readonly isDown: boolean };

/** A clock that was ahead by less is not noticed. */
const aheadMs = 4 * 60_000;

const down: Told = { cause: 'down', kind: 'service', isBroken: true };

export const expectations = (isMuted: (target: string, now: number) => boolean) => {
  const causes = new Map<string, { shown: boolean[]; isOpen: boolean }>();
  const groups = new Map<string, ExpectedIncident>();
  const answered = new Map<string, Answered[]>();
  const aheadOnce = new Set<string>();
  /** Those of which something may still have to be sent. */
  let untold: ExpectedIncident[] = [];

  const broken = (one: Told, shown: Shown): ExpectedIncident[] => {
    const { probe, target, now } = shown;
    const group = groupOf(one, shown);
    const key = one === down ? 'down' : `${probe} ${one.cause}`;
    const current = groups.get(group);
    // The opening was sent and the end was not: the incident goes on.
    const before = untold.find(
      ({ isOpeningTold, about, ...each }) => each.target === target && isOpeningTold && about.has(key),
    );
    const incident = current ?? before;
    if (incident) {
      incident.closedAt = undefined;
      incident.about.add(key);
      incident.open.add(key);
      groups.set(group, incident);
      if (current) return [];
      untold = untold.filter((each) => each !== incident);
      return [incident];
    }
    const [about, open] = [new Set([key]), new Set([key])];
    const { cause, kind } = one;
    const base = { probe, target, cause, kind, openedAt: now, closedAt: undefined, about, open };
    const opened = { ...base, isOpeningTold: false, isEndTold: false };
    groups.set(group, opened);
    untold.push(opened);
    return [opened];
  };

  const over = (one: Told, shown: Shown): ExpectedIncident[] => {
    const group = groupOf(one, shown);
    const incident = groups.get(group);
    if (!incident?.open.delete(one.cause === down.cause ? 'down' : `${shown.probe} ${one.cause}`)) return [];
    if (incident.open.size > 0) return [];
    incident.closedAt = shown.now;
    groups.delete(group);
    if (!untold.includes(incident)) untold.push(incident);
    return [incident];
  };

  /** By the time at which the runs ended, whenever they have come; what a clock ahead has left is not looked at. */
  const outage = (shown: Shown): ExpectedIncident[] => {
    if (shown.answers === undefined) return [];
    const all = (answered.get(shown.target) ?? [])
      .filter(({ at }) => at <= shown.now + clocksDifferMs)
      .toSorted((a, b) => a.at - b.at);
    const last = all.slice(-2).map(({ isDown }) => isDown);
    if (last.length < 2 || last[0] !== last[1]) return [];
    if (last[0] && shown.answers === false) return broken(down, shown);
    return !last[0] && shown.answers ? over(down, shown) : [];
  };

  const note = ({ target, answers, endedAt, mark }: Shown): void => {
    if (answers === undefined) return;
    answered.set(target, [...(answered.get(target) ?? []), { mark, at: endedAt, isDown: !answers }].slice(-500));
  };

  return {
    /** Kept, and counted for no slot. */
    late: note,
    /** What the store may hold as measured by a clock that was ahead: it shows nothing when its time comes. */
    ahead: (now: number): string[] => {
      for (const { mark, at } of [...answered.values()].flat()) if (at > now + aheadMs) aheadOnce.add(mark);
      return [...aheadOnce];
    },
    forget: (marks: ReadonlySet<string>): void => {
      for (const [target, all] of answered)
        answered.set(
          target,
          all.filter(({ mark }) => !marks.has(mark)),
        );
      for (const mark of marks) aheadOnce.delete(mark);
    },
    /** @returns What it opened and what it closed. */
    ran: (shown: Shown): ExpectedIncident[] => {
      note(shown);
      const { probe, told, isConfirmation } = shown;
      const ofCauses = told.flatMap((each): ExpectedIncident[] => {
        const key = `${probe} ${each.cause}`;
        const one = causes.get(key) ?? { shown: [], isOpen: false };
        one.shown = [...one.shown, each.isBroken].slice(-12);
        causes.set(key, one);
        if (one.isOpen && closes(one.shown)) {
          causes.delete(key);
          return over(each, shown);
        }
        one.isOpen ||= opens(one.shown, isConfirmation);
        return one.isOpen ? broken(each, shown) : [];
      });
      return [...ofCauses, ...outage(shown)];
    },
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
    open: (): ExpectedIncident[] => [...new Set(groups.values())],
  };
};
