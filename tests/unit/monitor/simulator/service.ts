/** A service that breaks promises and meets trouble as the seed draws it, and what a run of a probe finds of that. */
import type { ClauseId } from '../../../../contracts/clauses.ts';
import type { Verdict } from '../../../../contracts/verdict.ts';
import type { SlotAsked } from '../../../../monitor/run-slot.ts';
import type { RanSlot } from '../../../../monitor/slot-result.ts';
import { broken, failing, inconclusive, passing, recordOf } from '../../reports/record-of.ts';
import type { Draws, Told } from './expected.ts';

const minuteMs = 60_000;

/** Two failures of one promise, one of another, and all that is in the way of seeing them. */
const ailments = [
  'unsorted',
  'sorted-otherwise',
  'no-jwt',
  'in-trouble',
  'no-token',
  'no-network',
  'ours',
  'throws',
] as const;
type Ailment = (typeof ailments)[number];

type Episode = {
  readonly ailment: Ailment;
  readonly target: string;
  readonly until: number;
  readonly perMille: number;
};

const sorted: ClauseId = 'cities.sorted-by-id';
const jwt: ClauseId = 'token.is-jwt';
const prints = { unsorted: 'aaaaaaaaaaaa', 'sorted-otherwise': 'bbbbbbbbbbbb', 'no-jwt': 'cccccccccccc' } as const;

const causes = {
  unsorted: `contract ${sorted} ${prints.unsorted}`,
  'sorted-otherwise': `contract ${sorted} ${prints['sorted-otherwise']}`,
  'no-jwt': `contract ${jwt} ${prints['no-jwt']}`,
  'in-trouble': 'service HTTP 503',
  'no-network': 'network',
  ours: 'ours',
} as const;

/** Undefined where the run breaks, and shows nothing of the service. */
export type Found = {
  readonly result: RanSlot | undefined;
  readonly told: readonly Told[];
  /** Whether the target answered at all; undefined where the run does not show it. */
  readonly answers: boolean | undefined;
};

const kinds = {
  unsorted: 'contract',
  'sorted-otherwise': 'contract',
  'no-jwt': 'contract',
  'in-trouble': 'service',
  'no-network': 'network',
  ours: 'ours',
} as const;

const toldOf = (ailment: keyof typeof causes, isBroken: boolean): Told => ({
  cause: causes[ailment],
  kind: kinds[ailment],
  isBroken,
});

/** What a run shows of each cause. */
const toldBy = (has: (ailment: Ailment) => boolean): Told[] => {
  if (has('throws')) return [toldOf('ours', true)];
  const own = [toldOf('ours', has('ours'))];
  if (has('no-network')) return [...own, toldOf('no-network', true)];
  if (has('no-token')) return own;
  const isSortingSeen = !has('in-trouble');
  return [
    ...own,
    toldOf('no-network', false),
    toldOf('in-trouble', has('in-trouble')),
    ...(isSortingSeen
      ? [toldOf('unsorted', has('unsorted')), toldOf('sorted-otherwise', has('sorted-otherwise'))]
      : []),
    ...(has('ours') ? [] : [toldOf('no-jwt', has('no-jwt'))]),
  ];
};

const down = (clause: ClauseId): Verdict => inconclusive(clause, 'trouble', 'cities: HTTP 503');

const sortedVerdicts = (has: (ailment: Ailment) => boolean): Verdict[] => {
  const found = (['unsorted', 'sorted-otherwise'] as const).filter(has);
  if (found.length === 0) return [passing(sorted)];
  return found.map((each, i) =>
    failing(sorted, { fingerprint: prints[each] }, i === 0 ? 'list-cities' : 'reuse-token'),
  );
};

const verdictsOf = (has: (ailment: Ailment) => boolean): Verdict[] => {
  if (has('no-network') || has('no-token'))
    return [down(sorted), has('ours') ? broken(jwt, 'a check broke') : down(jwt)];
  const ofJwt = has('no-jwt') ? failing(jwt, { fingerprint: prints['no-jwt'] }) : passing(jwt);
  return [
    ...(has('in-trouble') ? [down(sorted)] : sortedVerdicts(has)),
    has('ours') ? broken(jwt, 'a check broke') : ofJwt,
  ];
};

const troublesOf = (has: (ailment: Ailment) => boolean): RanSlot['troubles'] => {
  const at = (operation: 'token' | 'cities', trouble: string, isUnreached: boolean) => ({
    operation,
    trouble,
    isUnreached,
  });
  if (has('no-network')) return { answered: 0, troubled: [at('token', 'the connection was refused', true)] };
  if (has('no-token'))
    return { answered: 0, troubled: [at('token', 'HTTP 503', false), at('cities', 'HTTP 503', false)] };
  return { answered: 3, troubled: has('in-trouble') ? [at('cities', 'HTTP 503', false)] : [] };
};

/** @param asked For a confirmation, it judges the clauses alone that it was asked for. */
const resultOf = (
  { slot, owner, confirms }: SlotAsked,
  has: (ailment: Ailment) => boolean,
  {
    id,
    target,
    at,
    took,
  }: { readonly id: string; readonly target: string; readonly at: number; readonly took: number },
): RanSlot => {
  const verdicts = verdictsOf(has).filter(({ clause }) => confirms?.includes(clause) ?? true);
  const times = { startedAt: new Date(at).toISOString(), finishedAt: new Date(at + took).toISOString() };
  return {
    kind: 'ran',
    slot: { probe: slot.probe, location: slot.location, at: slot.at },
    owner,
    target,
    record: { ...recordOf(...verdicts), ...times, id, target },
    taken: [{ operation: 'cities', ms: 20 }],
    troubles: troublesOf(has),
    isNetworkOurs: has('no-network'),
    ...(confirms && { confirms: [...confirms] }),
    bundles: {},
  };
};

export type SimulatedService = {
  /** Something may begin to go wrong, or end; called once in a while. */
  goOn(elapsedMs: number): void;
  run(
    asked: SlotAsked,
    at: {
      readonly id: string;
      readonly target: string;
      readonly elapsedMs: number;
      readonly now: number;
      readonly took: number;
    },
  ): Found;
};

/** Of a confirmation counts what it says of the clauses that it was asked for; one that breaks says nothing. */
const confirmedBy = (told: readonly Told[], confirms: readonly ClauseId[], isBroken: boolean): readonly Told[] =>
  told.filter(({ cause, isBroken: isOurs }) => {
    if (isBroken) return false;
    if (cause === causes.ours) return isOurs && confirms.includes(jwt);
    return confirms.some((clause) => cause.split(' ')[1] === clause);
  });

export const simulatedService = (draws: Draws, targets: readonly [string, ...string[]]): SimulatedService => {
  let episodes: Episode[] = [];
  return {
    goOn: (elapsedMs) => {
      episodes = episodes.filter(({ until }) => until > elapsedMs);
      if (!draws.perMille(4)) return;
      const until = elapsedMs + draws.between(2, draws.of([10, 60, 600])) * minuteMs;
      episodes.push({
        ailment: draws.of(ailments),
        target: draws.of(targets),
        until,
        perMille: draws.of([1_000, 500, 300]),
      });
    },
    run: (asked, { id, target, elapsedMs, now, took }) => {
      const ill = new Set(
        episodes
          .filter((each) => each.target === target && each.until > elapsedMs && draws.perMille(each.perMille))
          .map(({ ailment }) => ailment),
      );
      const has = (ailment: Ailment): boolean => ill.has(ailment);
      const all = toldBy(has);
      const told = asked.confirms ? confirmedBy(all, asked.confirms, has('throws')) : all;
      if (has('throws')) return { result: undefined, told, answers: undefined };
      const answers = has('no-network') ? undefined : !has('no-token');
      return { result: resultOf(asked, has, { id, target, at: now, took }), told, answers };
    },
  };
};
