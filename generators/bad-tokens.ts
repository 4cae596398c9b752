/** Tokens that must not count (part 5), and a covering design of which operation is asked with which. */
import fc from 'fast-check';
import { type OperationId, operationIds } from '../contracts/operations.ts';
import { alteredBearers, type Bearer } from '../contracts/trace.ts';
import { mostOf } from './draws.ts';
import type { DepthSample } from './sample.ts';

/** Texts in the place of a token that are no JWT, all of them lawful in a header (part 5). */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const part = (minLength: number) => fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength: 40 });

/** The form of a JWT with nothing in it. */
const dotted = fc.tuple(part(12), part(12), part(12)).map((parts) => parts.join('.'));

const undotted = fc.oneof(part(8), fc.uuid());

/** One of either form: a service may stumble over either. */
export const garbageTokens: fc.Arbitrary<readonly [string, string]> = fc.tuple(undotted, dotted);

export type BadToken = { readonly bearer: Bearer; readonly garbage?: string };

/** What may stand in the place of a token by mistake, all of it lawful in a header, and short enough for any server. */
const word = fc.constantFrom('.', '..', 'null', 'undefined', 'Bearer', '0', 'e30.e30.');
const tooLong = fc.integer({ min: 500, max: 2_000 }).map((length) => 'A'.repeat(length));

const garbage = (text: fc.Arbitrary<string>): fc.Arbitrary<BadToken> =>
  fc.record({ bearer: fc.constant<Bearer>('garbage'), garbage: text });

export const drawnBadTokens: fc.Arbitrary<BadToken[]> = mostOf<BadToken>(
  fc.record({ bearer: fc.constantFrom<Bearer>('missing', ...alteredBearers) }),
  garbage(garbageTokens.chain((both) => fc.constantFrom(...both))),
  garbage(word),
  garbage(tooLong),
);

/** An empty body shows next to nothing: a service that lets the token pass refuses the body. */
const ofEmpty = { standard: 1 };

/** @param isEmpty The operations that are asked with an empty body. */
export const badTokens = (
  garbage: readonly string[],
  sample: DepthSample,
  isEmpty: (operation: OperationId) => boolean = () => false,
) => {
  const missing: BadToken = { bearer: 'missing' };
  const ofGarbage = garbage.map((text): BadToken => ({ bearer: 'garbage', garbage: text }));
  const altered = alteredBearers.map((bearer): BadToken => ({ bearer }));
  const kinds = [...ofGarbage, ...altered];
  // Either kind of some places in turn: one shows nearly what the other does.
  const inTurn = [ofGarbage, altered.filter(({ bearer }) => bearer === 'empty' || bearer === 'extended')];
  const alone = kinds.filter((each) => !inTurn.flat().includes(each));
  // Five seeds in a row meet each of them on an operation, and so do five operations a run.
  const others = { standard: (alone.length + inTurn.length) / 5 };
  const sampledFor = (operation: OperationId): readonly BadToken[] => {
    const row = operationIds.indexOf(operation);
    if (isEmpty(operation)) return sample.some([missing, ...kinds], ofEmpty, row);
    // A guard that was forgotten is the likeliest mistake.
    const turns = inTurn.map((either) => sample.some(either, { standard: 1 }, row));
    const some = sample.some([...turns, ...alone.map((each) => [each])], others, row).flat();
    return [missing, ...some];
  };
  return {
    /** What needs none of our tokens: no token at all, and garbage. */
    unowned: [missing, ...ofGarbage],
    altered,
    /** Whether this run asks the operation with it. */
    isSampled: (operation: OperationId, token: BadToken): boolean => sampledFor(operation).includes(token),
  };
};
export type BadTokens = ReturnType<typeof badTokens>;
