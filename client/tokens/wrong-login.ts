/** Builds the body of a login, right or wrong in one way. */
import type { Json } from '../../contracts/json.ts';
import type { Credentials } from '../../contracts/target.ts';
import type { Login } from '../../contracts/trace.ts';
import type { Wrongness } from '../call.ts';
import { caseFlipped } from './bad-token.ts';

/** A wrongness that needs nothing but the value which it makes wrong. */
export type OwnWrongness = Exclude<Wrongness, { readonly kind: 'of-other-partner' | 'client-id' }>;

const changedAt = (right: string, at: number, to = right[at] === 'x' ? 'y' : 'x'): string =>
  right.slice(0, at) + to + right.slice(at + 1);

/** Cyrillic, for what is of the ASCII: no normalisation makes that out of it again. */
const widened = (character: number): string => String.fromCharCode(0x400 + (character & 0xff));

const candidate = (right: string, wrongness: OwnWrongness): Json => {
  const last = right.length - 1;
  switch (wrongness.kind) {
    case 'random':
      return wrongness.text;
    case 'extended':
      return right + wrongness.text;
    case 'preceded':
      return wrongness.text + right;
    case 'last-changed':
      return changedAt(right, last);
    case 'middle-changed':
      return changedAt(right, Math.floor(right.length / 2));
    case 'last-widened':
      return changedAt(right, last, widened(right.charCodeAt(last)));
    case 'truncated':
      return right.slice(0, -1);
    case 'case-flipped':
      return caseFlipped(right);
    case 'value':
      return wrongness.value;
  }
};

/** As a service may lawfully read it; the content of an object is never the right text. */
const textOf = (value: Json): string => {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'object' && value !== null ? '{}' : String(value);
};

/**
 * A value that is wrong in the given way. It differs by more than the space around it, which a service may lawfully
 * trim. Where the given way changes nothing, one character too many does.
 */
export const wrongValue = (right: string, wrongness: OwnWrongness): Json => {
  const wrong = candidate(right, wrongness);
  return textOf(wrong).trim() === right.trim() ? `${right.trimEnd()}x` : wrong;
};

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
    case 'unusual-client-id':
      return { clientId: wrongValue(clientId, wrongness), clientSecret };
    case 'wrong-secret':
    case 'unusual-secret':
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
