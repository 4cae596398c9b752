/** Builds the body of a login, right or wrong in one way. */
import type { Json } from '../contracts/json.ts';
import type { Credentials } from '../contracts/target.ts';
import type { Login } from '../contracts/trace.ts';
import type { Wrongness } from './call.ts';
import { caseFlipped } from './case-flipped.ts';

/** A wrongness that needs no other credentials than those which it makes wrong. */
export type OwnWrongness = Exclude<Wrongness, { readonly kind: 'of-other-partner' }>;

const candidate = (right: string, wrongness: OwnWrongness): string => {
  switch (wrongness.kind) {
    case 'random':
      return wrongness.text;
    case 'extended':
      return right + wrongness.text;
    case 'last-changed':
      return `${right.slice(0, -1)}${right.endsWith('x') ? 'y' : 'x'}`;
    case 'truncated':
      return right.slice(0, -1);
    case 'case-flipped':
      return caseFlipped(right);
  }
};

/**
 * A value that is wrong in the given way. It differs by more than the space around it, which a service may lawfully
 * trim; where the given way changes nothing, one character too many does.
 */
export const wrongValue = (right: string, wrongness: OwnWrongness): string => {
  const wrong = candidate(right, wrongness);
  return wrong.trim() === right.trim() ? `${right.trimEnd()}x` : wrong;
};

/** The body of the token operation for a login. */
export const loginBody = (
  login: Login,
  { clientId, clientSecret }: Credentials,
  wrongness: OwnWrongness = { kind: 'extended', text: 'x' },
): { [key: string]: Json } => {
  switch (login) {
    case 'own':
    case 'other':
      return { clientId, clientSecret };
    case 'wrong-client-id':
      return { clientId: wrongValue(clientId, wrongness), clientSecret };
    case 'wrong-secret':
      return { clientId, clientSecret: wrongValue(clientSecret, wrongness) };
    case 'no-client-id':
      return { clientSecret };
    case 'no-secret':
      return { clientId };
    case 'empty-secret':
      return { clientId, clientSecret: '' };
    case 'null-secret':
      return { clientId, clientSecret: null };
  }
};
