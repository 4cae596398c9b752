/** Whether parts make up one run, whole: of one plan, one service and one version, each shard once, none in the way of another. */

import { againOf } from '../../contracts/standing.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { UsageError } from '../../contracts/usage-error.ts';
import { mayBeWalkedAgain } from '../../flows/plan.ts';
import { shardText } from '../../flows/shards.ts';
import { oneLine } from '../../reports/safe-text.ts';
import { pathForPerson } from '../results.ts';
import type { Part, PartHead } from './part.ts';
import { flowsOf, type SharedPlan } from './plan-of-shard.ts';

/** Parts that cannot be judged together although each of them is sound. */
export class NotMeasured extends Error {}

const nameOf = ({ file }: Part): string => pathForPerson(file);

/** In what two parts of one run never differ, and how a person says it. */
const shared: readonly (readonly [what: string, of: (head: PartHead) => unknown])[] = [
  ['version of Preflight', ({ preflight }) => preflight],
  ['run', ({ run }) => run.id],
  ['number of shards', ({ shard }) => shard.count],
  ['target', ({ run }) => run.target],
  ['service', ({ service, isEmbedded }) => [service, isEmbedded]],
  ['revision', ({ run }) => run.revision],
  ['seed', ({ run }) => run.seed],
  ['depth', ({ run }) => run.depth],
  ['--only', ({ plan }) => plan.only],
  ['may.obligations', ({ plan }) => plan.obligations],
  ['plan', ({ plan }) => plan.hash],
];

const valueText = (value: unknown): string =>
  typeof value === 'string' && value.length <= 60 ? oneLine(value) : typeof value === 'number' ? `${value}` : 'another';

const assertAlike = (first: Part, others: readonly Part[]): void => {
  for (const other of others) {
    const differing = shared.find(([, of]) => JSON.stringify(of(first.head)) !== JSON.stringify(of(other.head)));
    if (!differing) continue;
    const [what, of] = differing;
    throw new UsageError(
      `${nameOf(first)} and ${nameOf(other)} are of two runs: the ${what} is ${valueText(of(first.head))} and ${valueText(of(other.head))}; name the parts of one`,
    );
  }
};

const assertEachOnce = (parts: readonly Part[]): void => {
  for (const [index, same] of Map.groupBy(parts, ({ head }) => head.shard.index)) {
    const [one, other] = same;
    if (one && other) {
      throw new UsageError(
        `shard ${shardText({ ...one.head.shard, index })} is there twice: ${nameOf(one)} and ${nameOf(other)}; leave out one`,
      );
    }
  }
};

/** @throws UsageError for parts of two runs, and for a shard that is there twice. */
export const assertOneRun = (parts: readonly Part[]): void => {
  const [first, ...others] = parts;
  if (!first) return;
  assertAlike(first, others);
  assertEachOnce(parts);
};

/** @throws NotMeasured */
export const assertNoneMissing = (parts: readonly Part[]): void => {
  const { count = 0 } = parts[0]?.head.shard ?? {};
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter(
    (index) => !parts.some(({ head }) => head.shard.index === index),
  );
  if (missing.length === 0) return;
  const which =
    missing.length === 1 ? `part ${missing[0]} of ${count} is` : `parts ${missing.join(', ')} of ${count} are`;
  throw new NotMeasured(
    `${which} missing: that shard has not ended, or left nothing behind; run it again with the same --run-id`,
  );
};

/** @throws UsageError for a part that holds other flows than its shard has. */
export const assertAsPlanned = (parts: readonly Part[], all: SharedPlan): void => {
  for (const part of parts) {
    const { head, traces } = part;
    const planned = flowsOf(all, head.shard).map(({ id }) => id);
    const expected = [...planned, ...head.again.map(againOf)];
    const isPlanned =
      head.plan.hash === all.hash &&
      head.again.every((flow) => planned.includes(flow) && mayBeWalkedAgain(flow)) &&
      new Set(expected).size === expected.length &&
      expected.length === traces.length &&
      traces.every(({ flow }) => expected.includes(flow)) &&
      new Set(traces.map(({ flow }) => flow)).size === traces.length;
    if (!isPlanned) {
      throw new UsageError(
        `${nameOf(part)} holds other flows than shard ${shardText(head.shard)} of this plan has: use one version of Preflight for all shards`,
      );
    }
  }
};

const isOwnRefused = ({ bearer, response }: Exchange): boolean =>
  (bearer === 'own' || bearer === 'other') && response?.status === 401;

const overlap = (one: PartHead, other: PartHead): boolean =>
  one.run.startedAt < other.finishedAt && other.run.startedAt < one.finishedAt;

/**
 * A login may end the token of everybody else who has the same credentials. Where a token was refused while another shard
 * with these credentials was under way, nobody can tell whose fault that was.
 *
 * @throws NotMeasured
 */
export const assertNoneInTheWay = (parts: readonly Part[]): void => {
  for (const part of parts) {
    if (!part.traces.some(({ exchanges }) => exchanges.some(isOwnRefused))) continue;
    const other = parts.find(
      (each) =>
        each !== part &&
        overlap(each.head, part.head) &&
        each.head.accounts.some((account) => part.head.accounts.includes(account)),
    );
    if (!other) continue;
    const [one, two] = [part, other].map(({ head }) => shardText(head.shard));
    throw new NotMeasured(
      `shard ${one} was refused its token while shard ${two} ran with the same credentials, and a login of one may end the token of the other: hand on one token (npx --no -- preflight token), and run shard 1 after the others`,
    );
  }
};
