/** Services whose clocks disagree with the run or with each other: they are not blamed, and logins stay few. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { standings } from '../../../contracts/standing.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { judgedBy } from '../../../engine/judge-flow.ts';
import { runner } from '../../../engine/run.ts';
import { planOf } from '../../../flows/plan.ts';
import type { OddityId } from '../../../sandbox/oddities.ts';
import type { World } from '../../../sandbox/world.ts';
import { memoryStores } from '../../../stores/store.ts';
import { none } from '../asserted.ts';
import { closeSandbox, type Placed, placed } from '../flows/hotel-world.ts';

after(closeSandbox);

const extraTokens = { perRun: 1 };

/** One standard gate of a place: its standings, and what it sent and logged. */
export const gateAt = async (
  { target, time }: Pick<Placed, 'target' | 'time'>,
  plan: Partial<Parameters<typeof planOf>[0]>,
  { seed = 1, tokenCache = memoryStores() } = {},
) => {
  const warnings: string[] = [];
  const logger = { debug: () => {}, info: () => {}, warn: (...said: unknown[]) => warnings.push(said.join()) } as never;
  const transport = { proxy: 'none', now: time.now, delay: time.delay, tokenCache, logger } as const;
  const running = runner({ target, seed, depth: 'standard', transport });
  const { flows, pairs } = planOf({ revision: target.revision, depth: 'standard', ...plan });
  const traces: Trace[] = [];
  for (const flow of flows) traces.push(await running.record(flow));
  await running.close();
  const verdicts = traces.flatMap((trace) => judgedBy(pairs, trace));
  const requests = traces.flatMap(({ exchanges, cleanUp = [] }) => [...exchanges, ...cleanUp]).length;
  return { verdicts, all: standings(verdicts), requests, warnings };
};

type Gate = {
  readonly oddities: readonly OddityId[];
  /** Its own worlds, one clock for all, or nothing that moves a clock. */
  readonly levers: 'worlds' | 'one clock' | 'none';
  readonly seed: number;
  readonly only: readonly string[];
};

/** One gate: what failed, what was not shown, and how many logins each account of each world met. */
const gate = async ({ oddities, levers, seed, only }: Gate) => {
  const place = placed({ oddities }, ({ levers: { openWorld: _, ...oneClock }, may }) => ({
    may: { ...may, extraTokens },
    ...(levers === 'none' && { levers: {} }),
    ...(levers === 'one clock' && { levers: oneClock }),
  }));
  const { world } = place;
  const logins = new Map<string, number>();
  const { matchesSecret } = world.rules;
  const counting: World['rules']['matchesSecret'] = (login, partner) => {
    const isRight = matchesSecret(login, partner);
    if (isRight) logins.set(partner.clientId, (logins.get(partner.clientId) ?? 0) + 1);
    return isRight;
  };
  Object.assign(world, { rules: { ...world.rules, matchesSecret: counting } });
  const { all } = await gateAt(place, { only }, { seed });
  const named = (outcome: string) =>
    all
      .filter((each) => each.outcome === outcome)
      .map(({ clause, decisive: { flow, reason } }) => `${clause} in ${flow}${reason ? `: ${reason}` : ''}`);
  return {
    broken: [...named('fail'), ...named('error')],
    unshown: named('inconclusive'),
    rightful: Math.max(...logins.values()),
  };
};

/** What cannot be shown: without claims of time, without a lever, or with nodes further apart than a token lives. */
const lawful: Readonly<Record<string, RegExp>> = {
  'dates-answers-an-hour-ahead': /shows no exp claim|needs levers/,
  'has-nodes-whose-clocks-disagree': /shows no exp claim|needs levers/,
  'has-nodes-more-than-a-day-apart': /shows no exp claim|needs levers|^token\.works-until-expiry/,
};

const withIt = [[], ['stamps-no-claims-of-time'], ['gives-the-same-token-again']] as const;

/** A gate of each service, with each of these levers and each other oddity of tokens, or without any. */
export const gatesWithClocksApart = (each: {
  readonly levers: readonly Gate['levers'][];
  readonly alone: boolean;
  /** All clauses when not said. */
  readonly only?: readonly string[];
}): void => {
  for (const [oddity, isLawful] of Object.entries(lawful) as [OddityId, RegExp][]) {
    suite(oddity, () => {
      for (const levers of each.levers) {
        for (const more of each.alone ? [[]] : withIt) {
          test(`blames nothing and asks for few tokens: ${[levers, ...more].join(', ')}`, async () => {
            const { only = [] } = each;
            const run = await gate({ oddities: [oddity, ...more], levers, seed: 1 + more.length, only });
            assert.deepEqual(run.broken, []);
            none(run.unshown.filter((each) => !isLawful.test(each)));
            assert.ok(run.rightful <= extraTokens.perRun + 2, `${run.rightful} logins`);
          });
        }
      }
    });
  }
};
