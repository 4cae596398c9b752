/** The kinds of tokens that must not count (part 5), and a covering design of which operation is asked with which. */
import { type OperationId, operationIds } from '../contracts/operations.ts';
import type { Bearer } from '../contracts/trace.ts';
import type { BadToken } from './requests/bad-tokens.ts';
import type { Sample } from './sample.ts';

/** Made out of our own, each in another way. */
export const alteredTokens: readonly Bearer[] = [
  'empty',
  'tampered-signature',
  'cut',
  'extended',
  'case-flipped',
  'tampered-claims',
  'tampered-header',
  'unsigned',
];

export type BadTokens = {
  /** What needs no token of ours: none at all, and garbage. */
  readonly unowned: readonly BadToken[];
  readonly altered: readonly BadToken[];
  /** Whether this run asks the operation with it. */
  readonly isSampled: (operation: OperationId, token: BadToken) => boolean;
};

/** Of all but the missing token. So many seeds in a row as ten has of them meet every pair, and ten operations in one run. */
const perOperation = { standard: 2 };

/** Every operation is asked without a token, because a guard that was forgotten is the likeliest mistake, and with some others. */
export const badTokens = (garbage: readonly string[], sample: Sample): BadTokens => {
  const missing: BadToken = { bearer: 'missing' };
  const ofGarbage = garbage.map((text): BadToken => ({ bearer: 'garbage', garbage: text }));
  const altered = alteredTokens.map((bearer): BadToken => ({ bearer }));
  const others = [...ofGarbage, ...altered];
  const sampled = new Map(
    operationIds.map((operation, row) => [operation, sample.some(others, perOperation, row)] as const),
  );
  return {
    unowned: [missing, ...ofGarbage],
    altered,
    isSampled: (operation, token) => token === missing || (sampled.get(operation) ?? []).includes(token),
  };
};
