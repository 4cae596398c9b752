/** The one way in which evidence leaves the machine: a trace as it was, made into one that says nothing of anybody. */
import type { Facts } from '../../contracts/facts.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { hasEffect } from '../../contracts/operations.ts';
import type { Exchange, Response, Trace } from '../../contracts/trace.ts';
import { type AllowList, allowList } from './allow-list.ts';
import { withBody } from './held-body.ts';
import { createOwnValues, type OwnValues } from './own-values.ts';
import { createPlaceholders, type Placeholders } from './placeholder.ts';
import { sharedHeaders } from './shared-headers.ts';
import { sharedMessage } from './shared-message.ts';
import { createSharedValues, isCode } from './shared-value.ts';

export type Sharing = {
  /**
   * A value that may not leave becomes a placeholder of the same type, format and length; equal values get equal ones, for as
   * long as this lives. Each exchange lists the places that were replaced. Both forms get the same verdicts.
   */
  share(trace: Trace): Trace;
};

/** Names of the fields of a body: messages name them. */
const namesIn = (value: Json | undefined): string[] => {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) => [key, ...namesIn(child)]);
};

const codeIn = (body: Json | undefined): string[] => {
  const error = isJsonObject(body) ? body.error : undefined;
  const code = isJsonObject(error) ? error.code : undefined;
  return typeof code === 'string' && isCode(code) ? [code] : [];
};

/** Facts without where they stand: numbers of places are no values. */
const withoutPlaces = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(withoutPlaces);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, child]) => (name === 'at' ? [] : [[name, withoutPlaces(child)]])),
  );
};

/** A text that a fact was read as is kept up to this; what is longer is no id, no code and no status. */
const factCharactersMax = 64;

/** No number of somebody is so short. */
const numberMax = 100_000;

/** Whatever else a search of somebody says may be about a person: in what books, all that was is invented. */
const fewDigits = (value: Json): Json[] => {
  if (typeof value === 'number') return Math.abs(value) < numberMax ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(fewDigits);
};

export const createSharing = (placeholders: Placeholders = createPlaceholders()): Sharing => {
  const values = createSharedValues(placeholders);

  const wordsOf = (text: string, own: OwnValues): string =>
    sharedMessage(text, { own, names: new Set(), placeholders }).text;

  /** The text of rules, and whatever else is long, is told by what stands for it; what we named in a request stays. */
  const sharedFacts = (value: Json, own: OwnValues, key = ''): Json => {
    if (typeof value === 'string') {
      const isShown = key !== 'text' && (value.length <= factCharactersMax || own.hasText(value));
      return isShown ? value : placeholders.text(value);
    }
    if (Array.isArray(value)) return value.map((child) => sharedFacts(child, own, key));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, sharedFacts(child, own, name)]));
  };

  const sharedResponse = (
    exchange: Exchange,
    own: OwnValues,
    list: AllowList,
    replaced: string[],
  ): Response | undefined => {
    const { response, request } = exchange;
    if (!response) return undefined;
    const headers = sharedHeaders(response.headers, 'response', placeholders.text);
    replaced.push(...headers.replaced);
    const { body, text, ...rest } = response;
    const made: Response = { ...rest, headers: headers.headers };
    if (text) {
      const { raw, number, ...kept } = text;
      if (raw !== undefined) replaced.push('response.text');
      made.text = { ...kept, ...(number !== undefined && { number: wordsOf(number, own) }) };
    }
    if (body === undefined) return made;
    const names = new Set([...namesIn(request.body), ...codeIn(body)]);
    const shared = values.of(body, list.response, { root: 'response.body', own, names });
    // What stays whole is held as it is.
    const held = shared === body ? Object.getOwnPropertyDescriptor(response, 'body') : undefined;
    if (held?.get) return Object.defineProperty(made, 'body', held);
    return withBody(made, shared, response.bytes);
  };

  const sharedRequest = ({ request }: Exchange, own: OwnValues, list: AllowList, replaced: string[]) => {
    const headers = sharedHeaders(request.headers, 'request', placeholders.text);
    replaced.push(...headers.replaced);
    const names: ReadonlySet<string> = new Set();
    const query = request.query.map(([name, value]): [string, string] => {
      const given = { root: 'request.query', own, names };
      const [entry] = Object.entries(values.of({ [name]: value }, list.query, given) as Record<string, string>);
      return entry ?? ['', ''];
    });
    const body =
      request.body === undefined
        ? undefined
        : values.of(request.body, list.request, { root: 'request.body', own, names });
    return { ...request, query, headers: headers.headers, ...(body !== undefined && { body }) };
  };

  const sharedExchange = (exchange: Exchange, own: OwnValues): Exchange => {
    const { replaced: before = [], unread, facts, ...rest } = exchange;
    const list = allowList(exchange.operation);
    const replaced = [...before];
    const made = {
      ...rest,
      request: sharedRequest(exchange, own, list, replaced),
      ...(rest.response && { response: sharedResponse(exchange, own, list, replaced) as Response }),
      ...(facts && { facts: sharedFacts(facts as Json, own) as Facts }),
      ...(unread !== undefined && { unread: wordsOf(unread, own) }),
    };
    const all = [...new Set([...replaced, ...values.replaced()])];
    return { ...made, ...(all.length > 0 && { replaced: all }) };
  };

  /** What a library or a lever says of an exception may repeat what it was given; where it was thrown says nothing. */
  const sharedError = ({ message, stack }: NonNullable<Trace['error']>, own: OwnValues) => ({
    message: wordsOf(message, own),
    stack: stack
      .split('\n')
      .map((line) => (/^\s+at /.test(line) ? line : wordsOf(line, own)))
      .join('\n'),
  });

  return {
    share: (trace) => {
      const { exchanges, cleanUp, error, ...rest } = trace;
      const own = createOwnValues();
      own.add(trace.input);
      const all = [...exchanges, ...(cleanUp ?? [])];
      for (const { intent, request, operation, edited } of all) {
        if (intent !== undefined) own.add(intent);
        // A binding has spelled in it what we meant, and what answers have named before.
        if (intent !== undefined && request.body !== undefined) own.add(request.body);
        if (edited && request.body !== undefined)
          own.add(hasEffect({ operation }) ? request.body : fewDigits(request.body));
        own.add(request.path.split('/').slice(1));
      }
      // A request may name what an answer before it told.
      for (const { facts } of all) if (facts) own.add(withoutPlaces(sharedFacts(facts as Json, own)));
      const shared = (all: readonly Exchange[]): Exchange[] => all.map((each) => sharedExchange(each, own));
      return {
        ...rest,
        exchanges: shared(exchanges),
        ...(cleanUp && { cleanUp: shared(cleanUp) }),
        ...(error && { error: sharedError(error, own) }),
      };
    },
  };
};
