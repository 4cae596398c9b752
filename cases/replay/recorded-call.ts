/** What has no intent is sent from its request as it was recorded: a read, a login, a token that must not count. */

import type { Wrongness } from '../../client/call.ts';
import type { Call } from '../../client/client.ts';
import type { Json } from '../../contracts/json.ts';
import { operations } from '../../contracts/operations.ts';
import type { Exchange } from '../../contracts/trace.ts';
import type { CallOptions } from '../../engine/session.ts';
import { garbageTokens } from '../../generators/bad-tokens.ts';
import { drawn } from '../../generators/draws.ts';
import { Unrepeatable } from './retold.ts';

/** Those that a flow may choose and that say nothing of us; all others are of the client. */
const chosenHeaders = ['accept', 'accept-language'];
const plain = /^[\x20-\x7e]{1,200}$/;

const headersOf = ({ request: { headers } }: Exchange): Record<string, string> =>
  Object.fromEntries(
    chosenHeaders.flatMap((name) => {
      const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
      return value !== undefined && plain.test(value) ? [[name, value]] : [];
    }),
  );

/** @param seed Decides what a token of garbage is: that of then was not kept. */
export const callOptionsOf = (then: Exchange, seed: number): CallOptions => ({
  bearer: then.bearer,
  headers: headersOf(then),
  ...(then.bearer === 'garbage' && { garbage: drawn(garbageTokens, seed, 'repro')[1] }),
});

/** The values in the path, by the names of the operation's parameters. */
const parametersOf = ({ operation, request: { path } }: Exchange): Record<string, string> => {
  const parts = path.split('/');
  const named = operations[operation].path.split('/').flatMap((part, at): [string, string][] => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    return name === undefined ? [] : [[name, parts[at] ?? '']];
  });
  return Object.fromEntries(
    named.map(([name, value]) => {
      try {
        // Two dots would lead out of the operation.
        if (/^\.*$/.test(value)) throw new URIError(value);
        return [name, decodeURIComponent(value)];
      } catch {
        throw new Unrepeatable(`has a path that names no ${name}`);
      }
    }),
  );
};

/** @throws Unrepeatable where something else stands in the request than was sent. */
const assertAsSent = ({ replaced = [] }: Exchange): void => {
  const place = replaced.find((each) => /^request\.(body|query)/.test(each));
  if (place === undefined) return;
  throw new Unrepeatable(
    `cannot be sent as it was: ${place} is replaced in this bundle, and its exact evidence is not on this machine`,
  );
};

type Parts = {
  readonly seed: number;
  /** The hotel of now in place of the one of then. */
  readonly hotelId: (id: Json) => Json;
  /** In which way a login was wrong, which no request tells. */
  readonly wrongness: Wrongness | undefined;
};

export const recordedCall = (then: Exchange, { seed, hotelId, wrongness }: Parts): Call => {
  const { operation, login, request } = then;
  const options = callOptionsOf(then, seed);
  if (operation === 'token') {
    return { operation, ...options, ...(login !== undefined && { login }), ...(wrongness && { wrongness }) };
  }
  assertAsSent(then);
  const { query, body } = request;
  const path = Object.entries(parametersOf(then)).map(([name, value]): [string, string] => [
    name,
    name === 'hotelId' ? String(hotelId(value)) : value,
  ]);
  return {
    operation,
    ...options,
    ...(path.length > 0 && { path: Object.fromEntries(path) }),
    ...(query.length > 0 && { query }),
    ...(body !== undefined && { body }),
  };
};
