/** The one way in which evidence leaves the machine: a trace, made into one that says nothing about a person. */
import { type Path, valueAt } from '../../contracts/check.ts';
import type { Facts } from '../../contracts/facts.ts';
import { ownIntent } from '../../contracts/imported-trace.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { supplierAlias } from '../../contracts/name-words.ts';
import { hasEffect, type OperationId, operations } from '../../contracts/operations.ts';
import { isDictionary } from '../../contracts/subjects.ts';
import type { Exchange, PersonalPlace, PlainPlace, Response, Trace } from '../../contracts/trace.ts';
import type { Verdict } from '../../contracts/verdict.ts';
import { heldBytesMax } from '../limits.ts';
import { type AllowList, allowList, factsPlace, forms, isCode, isId, numberMax, type Place } from './allow-list.ts';
import { answerValues } from './answer-values.ts';
import { isMadeOfWords } from './dictionary.ts';
import { withBody } from './held-body.ts';
import { createOwnValues, wordsOf } from './own-values.ts';
import { peopleIn } from './people.ts';
import { createPlaceholders, type Placeholders } from './placeholder.ts';
import { addPlain, textsIn } from './plain-values.ts';
import { once, remembered } from './remembered.ts';
import { sharedHeaders } from './shared-headers.ts';
import { createBlocks, sharedMessage, sharedOwnMessage, type TraceWords } from './shared-message.ts';
import { createSharedValues } from './shared-value.ts';

export type Sharing = {
  /**
   * A value that may not leave becomes a placeholder of the same type, format and length. Equal values get equal ones,
   * for as long as this lives. Each exchange lists the places that were replaced. Both forms get the same verdicts.
   */
  share(trace: Trace): Trace;
};

type NamedTicket = { readonly bookingId: string; readonly ticketNumber: string };

const namesIn = (value: Json | undefined): string[] => {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) => [key, ...namesIn(child)]);
};

/** Of an error: a body that is held as its text is none. */
const ofError = (response: Response | undefined, name: 'code' | 'message'): string[] => {
  const body = response && response.bytes <= heldBytesMax ? response.body : undefined;
  const error = isJsonObject(body) ? body.error : undefined;
  const text = isJsonObject(error) ? error[name] : undefined;
  return typeof text === 'string' ? [text] : [];
};

/** Calls back with each text and number of facts, but for the places in which they stand: these are no values. */
const eachFact = (value: Json, at: Place | undefined, act: (value: string | number, isKept: boolean) => void): void => {
  if (typeof value === 'string' || typeof value === 'number') {
    if (at?.form !== 'name') act(value, at?.keeps(value) === true);
  } else if (Array.isArray(value)) for (const item of value) eachFact(item, at?.item(), act);
  else if (isJsonObject(value))
    for (const [name, child] of Object.entries(value)) {
      if (!at?.names(name) && !isMadeOfWords(name)) act(name, false);
      eachFact(child, at?.property(name), act);
    }
};

/** The rest of an imported search may be about a person; in what books, all is invented. */
const fewDigits = (value: Json): Json[] => {
  if (typeof value === 'number') return Math.abs(value) < numberMax ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(fewDigits);
};

/** Where a service decides which members there are. */
const opaque: ReadonlySet<string> = new Set(['region', 'route', 'reference', 'page', 'calculation']);

/** Of an intent that was read back: names that Preflight has given. */
const intentNames = (value: Json | undefined): string[] => {
  if (Array.isArray(value)) return value.flatMap(intentNames);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) => [key, ...(opaque.has(key) ? [] : intentNames(child))]);
};

/** Each value of a person that a read intent has located, in its form. */
const personalIn = (exchange: Exchange): (PersonalPlace & { readonly value: Json })[] =>
  (exchange.personal ?? []).flatMap((place) => {
    const value = valueAt(exchange, place.at);
    return value === undefined ? [] : [{ ...place, value }];
  });

/** Puts a drawn value where another stands for the exact one. Names may be replaced, and keep their order. */
const withInstead = (shared: Json, exact: Json, [key, ...rest]: PersonalPlace['at'], instead: Json): Json => {
  if (key === undefined) return shared === exact || typeof shared !== typeof instead ? shared : instead;
  if (Array.isArray(shared) && Array.isArray(exact))
    return shared.map((each, i) => (i === key ? withInstead(each, exact[i] ?? null, rest, instead) : each));
  if (!isJsonObject(shared) || !isJsonObject(exact)) return shared;
  const nth = Object.keys(exact).indexOf(`${key}`);
  return Object.fromEntries(
    Object.entries(shared).map(([name, each], i) => [
      name,
      i === nth ? withInstead(each, exact[key] ?? null, rest, instead) : each,
    ]),
  );
};

/** The shared form of a part of an exchange, with drawn values where people stand in it. */
const inForm = ({ personal = [] }: Exchange, part: readonly string[], shared: Json, exact: Json): Json =>
  personal.reduce<Json>((rest, { at, instead }) => {
    const isIn = part.every((key, i) => at[i] === key);
    return isIn && instead !== undefined ? withInstead(rest, exact, at.slice(part.length), instead) : rest;
  }, shared);

/** Smaller numbers stand for many things. */
const idNumberMin = 1_000;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const parameterIn = (operation: OperationId, path: string) => {
  const ofOperation = operations[operation].path.split('/');
  const nth = ofOperation.findIndex((part) => part.startsWith('{')) - ofOperation.length;
  const parts = path.split('/');
  const spelled = nth < -ofOperation.length ? undefined : parts.at(nth);
  if (spelled === undefined) return undefined;
  return {
    text: decoded(spelled),
    with: (text: string): string => parts.with(nth, encodeURIComponent(text)).join('/'),
  };
};

/** In the order in which it was said: what an answer said first is not ours where a request repeats it. */
const ownIn = (trace: Trace, all: readonly Exchange[]): Pick<TraceWords, 'own' | 'stays'> => {
  const own = createOwnValues();
  own.add(trace.input);
  for (const { value, is } of all.flatMap(personalIn))
    if (is !== 'other' && (typeof value === 'string' || typeof value === 'number')) own.exclude(value);
  const stays = addPlain(own, all);
  for (const exchange of all) {
    const { request, operation, edited, facts } = exchange;
    const intent = ownIntent(exchange);
    // A binding has spelled in it what we meant, and what answers have named before.
    if (intent !== undefined) own.add([intent, request.body ?? null]);
    else if (edited && request.body !== undefined)
      own.add(hasEffect({ operation }) ? request.body : fewDigits(request.body));
    eachFact((facts ?? {}) as Json, factsPlace(), (value, isKept) =>
      isKept ? own.add(value, true) : own.exclude(value),
    );
  }
  return { own, stays };
};

const knownOf = (trace: Trace): TraceWords => {
  const all = [...trace.exchanges, ...(trace.cleanUp ?? [])];
  const { own, stays } = ownIn(trace, all);
  const located = all.flatMap(personalIn).flatMap(({ value, is }) => (is === 'name' ? textsIn(value) : []));
  const wordsOfPeople = new Set(located.flatMap(wordsOf));
  const isMeant = (each: Exchange): boolean => ownIntent(each) !== undefined;
  const namesOf = (exchanges: readonly Exchange[]): string[] =>
    exchanges.flatMap(({ intent, request }) => namesIn([intent ?? null, request.body ?? null]));
  const ofIntents = all.flatMap((each) => intentNames(each.intent));
  const named = [...namesOf(all.filter(isMeant)), ...ofIntents];
  // A fact holds them where it is an object of the service.
  const fields = (trace.fieldNames ?? []).filter((name) => !wordsOf(name).some((each) => wordsOfPeople.has(each)));
  const names = new Set([...named.filter((name) => !own.isExcluded(name)), ...fields]);
  return {
    own: { ...own, hasText: remembered(own.hasText) },
    stays,
    names,
    foreignNames: new Set([
      ...namesOf(all.filter((each) => !isMeant(each))).filter(isMadeOfWords),
      ...all.flatMap(({ response }) => ofError(response, 'code').filter(isCode)),
    ]),
    shownNames: new Map(),
    people: once(() =>
      peopleIn(
        all.filter((each) => !isDictionary(each)),
        own,
        { names, located },
      ),
    ),
    answers: once(() => {
      const texts = all.flatMap(({ response, facts }) => [
        ...textsIn(response?.body ?? null),
        ...textsIn((facts ?? {}) as Json),
        response?.text?.raw ?? '',
      ]);
      const messages = new Set(all.flatMap(({ response }) => ofError(response, 'message')));
      return answerValues(texts, {
        isOurs: (text) => own.hasText(text) && !own.isOfPassport(text),
        isReadable: (text) => messages.has(text),
      });
    }),
    block: createBlocks(),
  };
};

export const createSharing = (placeholders: Placeholders = createPlaceholders()): Sharing => {
  const values = createSharedValues(placeholders);

  const sharedResponse = (
    exchange: Exchange,
    known: TraceWords,
    list: AllowList,
    replaced: string[],
  ): Response | undefined => {
    const { response } = exchange;
    if (!response) return undefined;
    const headers = sharedHeaders(response.headers, 'response', placeholders.text);
    replaced.push(...headers.replaced);
    const { body, text, ...rest } = response;
    const made: Response = { ...rest, headers: headers.headers };
    if (text) {
      const { raw, number, ...kept } = text;
      if (raw !== undefined) replaced.push('response.text');
      made.text = { ...kept, ...(number !== undefined && { number: sharedMessage(number, known, placeholders).text }) };
    }
    if (body === undefined) return made;
    const shared = values.of(body, list.response, { root: 'response.body', known });
    // What stays whole is held as it is.
    const held = shared === body ? Object.getOwnPropertyDescriptor(response, 'body') : undefined;
    if (held?.get) return Object.defineProperty(made, 'body', held);
    return withBody(made, shared, response.bytes);
  };

  const staysIn = ({ stays }: TraceWords, exchange: Exchange, part: PlainPlace['at']) => {
    const places = stays.get(exchange);
    return places && ((at: Path): boolean => places.has(JSON.stringify([...part, ...at])));
  };

  /** Only a parameter in it may be a value of others. */
  const sharedPath = ({ operation, request: { path } }: Exchange, { own }: TraceWords, replaced: string[]): string => {
    const parameter = parameterIn(operation, path);
    if (parameter === undefined || isId(parameter.text) || own.hasText(parameter.text)) return path;
    replaced.push('request.path');
    return parameter.with(placeholders.text(parameter.text));
  };

  const sharedRequest = (exchange: Exchange, known: TraceWords, list: AllowList, replaced: string[]) => {
    const { request } = exchange;
    const headers = sharedHeaders(request.headers, 'request', placeholders.text);
    replaced.push(...headers.replaced);
    const query = request.query.map(([name, value]): [string, string] => {
      const given = { root: 'request.query', known };
      const [entry] = Object.entries(values.of({ [name]: value }, list.query, given) as Record<string, string>);
      return entry ?? ['', ''];
    });
    const { body: exact } = request;
    const made =
      exact === undefined
        ? exact
        : values.of(exact, list.request, {
            root: 'request.body',
            known,
            stays: staysIn(known, exchange, ['request', 'body']),
          });
    const body = exact === undefined || made === undefined ? made : inForm(exchange, ['request', 'body'], made, exact);
    const path = sharedPath(exchange, known, replaced);
    return { ...request, path, query, headers: headers.headers, ...(body !== undefined && { body }) };
  };

  const sharedExchange = (exchange: Exchange, known: TraceWords): Exchange => {
    const { replaced: before = [], unread, failure, intent, facts, personal: _, plain: __, ...rest } = exchange;
    const list = allowList(exchange.operation);
    const replaced = [...before];
    const made = {
      ...rest,
      request: sharedRequest(exchange, known, list, replaced),
      ...(intent !== undefined && {
        intent: inForm(
          exchange,
          ['intent'],
          values.of(intent, undefined, { root: 'intent', known, stays: staysIn(known, exchange, ['intent']) }),
          intent,
        ),
      }),
      ...(rest.response && { response: sharedResponse(exchange, known, list, replaced) as Response }),
      ...(failure && { failure: { ...failure, message: sharedOwnMessage(failure.message, known) } }),
      ...(unread !== undefined && { unread: sharedOwnMessage(unread, known) }),
    };
    replaced.push(...values.replaced());
    const all = [...new Set(replaced)];
    const shared = { ...made, ...(all.length > 0 && { replaced: all }) };
    if (!facts) return shared;
    const read = values.of(facts as Json, factsPlace(), { root: 'facts', known }) as Facts;
    // Each stands in the answer, where it is said to be replaced.
    values.replaced();
    return { ...shared, facts: read };
  };

  /** Where it was thrown says nothing. */
  const sharedError = ({ message, stack }: NonNullable<Trace['error']>, known: TraceWords) => ({
    message: sharedOwnMessage(message, known),
    stack: stack
      .split('\n')
      .map((line) => (/^\s+at /.test(line) ? line : sharedOwnMessage(line, known)))
      .join('\n'),
  });

  /** Of a clause of a target file, which was judged by the exact trace. */
  const sharedVerdict = (verdict: Verdict, sharedText: (text: string) => string): Verdict => ({
    ...verdict,
    ...(verdict.reason !== undefined && { reason: sharedText(verdict.reason) }),
    findings: verdict.findings.map(({ place, where, expected, actual, ...finding }) => ({
      ...finding,
      place: sharedText(place),
      where: sharedText(where),
      expected: sharedText(expected),
      actual: sharedText(actual),
    })),
  });

  /** A ticket has one number in two forms (part 4.4): only what stands before its digits is replaced. */
  const nameTicket = (ticketNumber: Json | undefined): void => {
    if (typeof ticketNumber !== 'string' || forms.ticket(ticketNumber)) return;
    const [, vendor, number] = /^(\S+)-(\d{3,14})$/.exec(ticketNumber) ?? [];
    if (vendor !== undefined) placeholders.name(ticketNumber, `${placeholders.text(vendor)}-${number}`);
  };

  /** Who repeats a case elsewhere has to know which supplier it was, and which ticket. */
  const nameKnown = ({ exchanges, usedCoupons = [], withoutRights = [] }: Trace): void => {
    for (const { value, instead, is } of exchanges.flatMap(personalIn))
      if (is === 'day' && typeof instead === typeof value && (typeof value !== 'number' || value >= idNumberMin))
        placeholders.name(value, instead ?? null);
    for (const { facts } of exchanges) {
      for (const { supplier } of [...(facts?.offers ?? []), ...(facts?.flightOffers ?? [])])
        if (supplier !== undefined) placeholders.name(supplier, supplierAlias(supplier));
      for (const { ticketNumber } of facts?.tickets ?? []) nameTicket(ticketNumber);
    }
    for (const { ticketNumber } of [...usedCoupons, ...withoutRights]) nameTicket(ticketNumber);
  };

  return {
    share: (trace) => {
      const {
        exchanges,
        cleanUp,
        error,
        stopped,
        warnings,
        usedCoupons,
        withoutRights,
        verdicts,
        fieldNames: _,
        ...rest
      } = trace;
      nameKnown(trace);
      const known = knownOf(trace);
      const shared = (all: readonly Exchange[]): Exchange[] => all.map((each) => sharedExchange(each, known));
      const sharedText = (text: string): string => sharedOwnMessage(text, known);
      // As in the exchanges, with which they are compared.
      const name = (text: string, hasForm: (text: string) => boolean): string =>
        hasForm(text) || known.own.hasText(text) ? text : placeholders.text(text);
      const named = <Ticket extends NamedTicket>(ticket: Ticket): Ticket => ({
        ...ticket,
        bookingId: name(ticket.bookingId, isId),
        ticketNumber: name(ticket.ticketNumber, forms.ticket),
      });
      return {
        ...rest,
        exchanges: shared(exchanges),
        ...(cleanUp && { cleanUp: shared(cleanUp) }),
        ...(usedCoupons && { usedCoupons: usedCoupons.map(named) }),
        ...(withoutRights && { withoutRights: withoutRights.map(named) }),
        ...(stopped && { stopped: { ...stopped, reason: sharedText(stopped.reason) } }),
        ...(warnings && { warnings: warnings.map(sharedText) }),
        ...(verdicts && { verdicts: verdicts.map((each) => sharedVerdict(each, sharedText)) }),
        ...(error && { error: sharedError(error, known) }),
      };
    },
  };
};
