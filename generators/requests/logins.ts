/** Logins that must fail, and tokens that must not count (parts 4.1 and 5); the client makes them, who holds the right ones. */
import fc from 'fast-check';
import type { Bearer, Login } from '../../contracts/trace.ts';
import { garbageTokens } from '../garbage-tokens.ts';
import { mostOf } from '../most-of.ts';
import { wrongClientId, wrongSecrets } from '../wrongness.ts';
import type { Label } from './label.ts';

const login = <L extends Login>(kind: L) => fc.constant(kind);
const wrongSecret = wrongSecrets.chain((all) => fc.constantFrom(...all));

/** The operation takes a login and never a body: what is in it is a secret. */
export const wrongLogin = fc.oneof(
  fc.record({ login: login('wrong-client-id'), wrongness: wrongClientId }),
  fc.record({ login: login('wrong-secret'), wrongness: wrongSecret }),
  fc.record({
    login: fc.constantFrom(
      'no-client-id' as const,
      'no-secret' as const,
      'empty-secret' as const,
      'null-secret' as const,
    ),
  }),
);

export const labelOfLogin = ({ login: kind }: { readonly login: Login }): Label =>
  kind === 'wrong-client-id' || kind === 'wrong-secret' ? 'AUTHENTICATION_FAILED' : 'no-success';

export type BadToken = { readonly bearer: Bearer; readonly garbage?: string };

/** What somebody may have put in the place of a token, all of it lawful in a header, and short enough for any server. */
const word = fc.constantFrom('.', '..', 'null', 'undefined', 'Bearer', '0', 'e30.e30.');
const tooLong = fc.integer({ min: 500, max: 2_000 }).map((length) => 'A'.repeat(length));

const garbage = (text: fc.Arbitrary<string>): fc.Arbitrary<BadToken> =>
  fc.record({ bearer: fc.constant<Bearer>('garbage'), garbage: text });

const kinds: readonly fc.Arbitrary<BadToken>[] = [
  fc.record({
    bearer: fc.constantFrom<Bearer>(
      ...(['missing', 'empty', 'tampered-signature', 'cut', 'extended', 'case-flipped'] as const),
      ...(['tampered-claims', 'tampered-header', 'unsigned'] as const),
    ),
  }),
  garbage(garbageTokens.chain((both) => fc.constantFrom(...both))),
  garbage(word),
  garbage(tooLong),
];

export const badToken: fc.Arbitrary<BadToken> = fc.oneof(...kinds);
export const badTokens: fc.Arbitrary<BadToken[]> = mostOf(...kinds);
