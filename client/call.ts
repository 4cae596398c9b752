/** What a caller says about one request: the operation, what it carries, and how its login is wrong. */
import type { Facts } from '../contracts/facts.ts';
import type { Json } from '../contracts/json.ts';
import type { OperationId } from '../contracts/operations.ts';
import type { Bearer, Exchange, Login } from '../contracts/trace.ts';
import type { Permit } from './permit.ts';

export type Wrongness =
  | { readonly kind: 'random'; readonly text: string }
  | { readonly kind: 'extended'; readonly text: string }
  | { readonly kind: 'preceded'; readonly text: string }
  | { readonly kind: 'last-changed' }
  | { readonly kind: 'middle-changed' }
  /** Its last character is one of another alphabet with the same low byte. */
  | { readonly kind: 'last-widened' }
  | { readonly kind: 'truncated' }
  | { readonly kind: 'case-flipped' }
  /** Mostly no text at all. */
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'client-id' }
  | { readonly kind: 'of-other-partner' };

/** What was read out of an answer, and why that is not all. */
export type AnswerReading = { readonly facts: Facts; readonly unread?: string };

export type Call = {
  readonly operation: OperationId;
  readonly path?: Readonly<Record<string, string>>;
  /** Encoded faithfully: order and repeats are kept. */
  readonly query?: readonly (readonly [string, string])[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Not for the token operation, whose body is built from the credentials. */
  readonly body?: Json;
  /** What a body in the target's own spelling means; kept in the record as it is. */
  readonly intent?: Json;
  readonly read?: (body: Json) => AnswerReading;
  /** For what has an effect; used up by one request. */
  readonly permit?: Permit;
  /** `own` unless given; `missing` for the token operation. */
  readonly bearer?: Bearer;
  readonly garbage?: string;
  /** For the token operation; `own` unless given. */
  readonly login?: Login;
  /** For the wrong logins; one character too many unless given. */
  readonly wrongness?: Wrongness;
};

/** Where exchanges go, in the order in which they complete. A trace under construction is one. */
export type Recorder = { readonly exchanges: Exchange[] };

/** @throws TypeError for a call that makes no sense. */
export const assertSensible = ({ operation, headers = {}, body, login, bearer, garbage }: Call): void => {
  const wrong = (text: string) => new TypeError(`call of ${operation}: ${text}`);
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')) {
    throw wrong('a call names its bearer, and has no Authorization header');
  }
  if (operation === 'token' && body !== undefined) throw wrong('the token operation takes a login, and no body');
  if (operation !== 'token' && login !== undefined) throw wrong('only the token operation takes a login');
  if (bearer === 'garbage' && garbage === undefined) throw wrong('the bearer garbage needs the text to send');
};
