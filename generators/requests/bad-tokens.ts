/** Tokens that must not count (part 5). */
import fc from 'fast-check';
import { alteredBearers, type Bearer } from '../../contracts/trace.ts';
import { garbageTokens } from '../garbage-tokens.ts';
import { mostOf } from '../most-of.ts';

export type BadToken = { readonly bearer: Bearer; readonly garbage?: string };

/** What somebody may have put in the place of a token, all of it lawful in a header, and short enough for any server. */
const word = fc.constantFrom('.', '..', 'null', 'undefined', 'Bearer', '0', 'e30.e30.');
const tooLong = fc.integer({ min: 500, max: 2_000 }).map((length) => 'A'.repeat(length));

const garbage = (text: fc.Arbitrary<string>): fc.Arbitrary<BadToken> =>
  fc.record({ bearer: fc.constant<Bearer>('garbage'), garbage: text });

const kinds: readonly fc.Arbitrary<BadToken>[] = [
  fc.record({ bearer: fc.constantFrom<Bearer>('missing', ...alteredBearers) }),
  garbage(garbageTokens.chain((both) => fc.constantFrom(...both))),
  garbage(word),
  garbage(tooLong),
];

export const badToken: fc.Arbitrary<BadToken> = fc.oneof(...kinds);
export const badTokens: fc.Arbitrary<BadToken[]> = mostOf(...kinds);
