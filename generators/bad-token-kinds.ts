/** The kinds of tokens that must not count (part 5), and a covering design of which operation is asked with which. */
import { type OperationId, operationIds } from '../contracts/operations.ts';
import { alteredBearers } from '../contracts/trace.ts';
import type { BadToken } from './requests/bad-tokens.ts';
import type { Sample } from './sample.ts';

export type BadTokens = {
  /** What needs no token of ours: none at all, and garbage. */
  readonly unowned: readonly BadToken[];
  readonly altered: readonly BadToken[];
  /** Whether this run asks the operation with it. */
  readonly isSampled: (operation: OperationId, token: BadToken) => boolean;
};

/** Of all but the missing token: five seeds in a row meet every kind on an operation, and so do five operations in one run. */
const others = { standard: 2 };
/** An empty body shows next to nothing: whoever lets the token pass refuses the body. */
const ofEmpty = { standard: 1 };
/** In every second run, on every second operation: a guard that was forgotten is the likeliest mistake. */
const missingOnes = { standard: 1 };

/** @param isEmpty The operations that are asked with an empty body. */
export const badTokens = (
  garbage: readonly string[],
  sample: Sample,
  isEmpty: (operation: OperationId) => boolean = () => false,
): BadTokens => {
  const missing: BadToken = { bearer: 'missing' };
  const ofGarbage = garbage.map((text): BadToken => ({ bearer: 'garbage', garbage: text }));
  const altered = alteredBearers.map((bearer): BadToken => ({ bearer }));
  const kinds = [...ofGarbage, ...altered];
  const sampledFor = (operation: OperationId): readonly BadToken[] => {
    const row = operationIds.indexOf(operation);
    if (isEmpty(operation)) return sample.some([missing, ...kinds], ofEmpty, row);
    const withoutAny = sample.some([missing, undefined], missingOnes, row).filter((each) => each !== undefined);
    return [...withoutAny, ...sample.some(kinds, others, row)];
  };
  return {
    unowned: [missing, ...ofGarbage],
    altered,
    isSampled: (operation, token) => sampledFor(operation).includes(token),
  };
};
