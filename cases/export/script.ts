/** A case as steps for any client: what each step takes from earlier answers, and how to see the error. */
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { hasEffect } from '../../contracts/operations.ts';
import { succeeded } from '../../contracts/outcome.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { withPut } from '../body-places.ts';
import { type Case, type Focus, focusOf } from '../case.ts';
import { createReferences, type Reference, type References } from '../references.ts';
import { advancedMs } from '../replay/moved-dates.ts';
import { type GivenByStep, givenBy, type Numbered, type Test, testOf } from './test.ts';

export type ScriptStep = {
  /** From 1. */
  readonly number: number;
  readonly exchange: Exchange;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Values of earlier steps stand in it as `{{searchId}}`, and credentials as `{{clientId}}`. */
  readonly body: Json | undefined;
  /** The kind of token: of which partner, or in which way bad. */
  readonly bearer: string;
  readonly tokenOf: 'own' | 'other' | number;
  /** The recorded pause before it, where that may matter. */
  readonly waitMs: number;
  /** How far a lever moved the clock before it. */
  readonly clockMs: number;
};

export type Script = {
  readonly case: Case;
  readonly focus: Focus;
  readonly steps: readonly ScriptStep[];
  /** Steps that end the bookings; they may fail. */
  readonly cleanUp: readonly ScriptStep[];
  readonly given: Readonly<Record<string, GivenByStep>>;
  readonly test: Test | undefined;
  readonly replaced: readonly { readonly step: ScriptStep; readonly places: readonly string[] }[];
  readonly needsOtherPartner: boolean;
  readonly books: boolean;
};

const waitMsMin = 1_000;
const waitMsMax = 60_000;

/** Safe in a request line. It always begins at the base url. */
const safePath = (path: string): string =>
  `/${path.toWellFormed().replace(/^\/+/, '')}`.replace(/[^\w\-.~!$&()*+,;=:@/%]/g, encodeURIComponent);

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed()).replaceAll("'", '%27');

const addressOf = ({ request: { path, query } }: Exchange): string => {
  const pairs = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  return `${safePath(path)}${pairs && `?${pairs}`}`;
};

const headerName = /^[a-z0-9!#$%&*+.^_|~-]{1,100}$/i;

/** Without credentials, and without headers that a client sets itself. */
const headersOf = ({ request }: Exchange): (readonly [string, string])[] =>
  Object.entries(request.headers).flatMap(([name, value]) =>
    headerName.test(name) && !['host', 'content-length', 'authorization'].includes(name.toLowerCase())
      ? [[name, value.replace(/[^\x20-\x7e]/g, ' ')] as const]
      : [],
  );

/** Evidence holds no credentials: right ones come from the environment, wrong ones stay wrong. */
const loginBody = ({ login = 'own', request }: Exchange): Json | undefined => {
  if (!isJsonObject(request.body)) return request.body;
  const isRight = {
    clientId: !['wrong-client-id', 'unusual-client-id', 'no-client-id'].includes(login),
    clientSecret: login === 'own' || login === 'other' || /client-id$/.test(login),
  };
  return Object.fromEntries(
    Object.entries(request.body).map(([name, value]) =>
      (name === 'clientId' || name === 'clientSecret') && isRight[name] ? [name, `{{${name}}}`] : [name, value],
    ),
  );
};

const createNames = () => {
  const given: Record<string, GivenByStep> = Object.create(null);
  return {
    given,
    of: ({ from, value, at }: Reference, step: Numbered): string => {
      const wanted = givenBy(step, from.at, value);
      const key = [...from.at, ...at].findLast((each) => typeof each === 'string') ?? 'value';
      const name = String(key).replace(/[\W_]/g, '').slice(0, 40) || 'value';
      for (let i = 1; ; i += 1) {
        const each = i === 1 ? name : `${name}_${i}`;
        const known = given[each];
        if (['clientId', 'clientSecret'].includes(each)) continue;
        if (!known) given[each] = wanted;
        if (!known || JSON.stringify(known) === JSON.stringify(wanted)) return each;
      }
    },
  };
};

const isEnding = ({ operation }: Exchange): boolean =>
  ['cancel-booking', 'pnr-cancel', 'ticket-cancel', 'ticket-refund'].includes(operation);

/** More reads would make a script long. */
const readsMax = 10;

/** The chain with earlier reads of the same kind, where all that they name is given by the chain. */
const withReads = ({ trace, exchange, chain }: Focus, { of }: References): readonly Exchange[] => {
  const isLeftOut = (each: Exchange): boolean =>
    each.index < exchange.index && each.operation === exchange.operation && !chain.includes(each);
  const reads = trace.exchanges.filter((each) => isLeftOut(each) && !hasEffect(each));
  const isGiven = (each: Exchange): boolean =>
    of(each).every(({ from }) => chain.some(({ index }) => index === from.exchange));
  // What was booked between two reads may be what makes them differ.
  const isChanged = trace.exchanges.some(
    (each) => each.index < exchange.index && hasEffect(each) && !chain.includes(each),
  );
  if (isChanged || reads.length === 0 || reads.length > readsMax || !reads.every(isGiven)) return chain;
  const all = new Set([...chain, ...reads]);
  return trace.exchanges.filter((each) => all.has(each));
};

const inOrder = (chain: readonly Exchange[]): Numbered[] => chain.map((exchange, i) => ({ number: i + 1, exchange }));

/** Undefined where nothing was sent. */
export const scriptOf = (opened: Case): Script | undefined => {
  const focus = focusOf(opened);
  if (!focus) return undefined;
  const { trace } = focus;
  const after = (trace.cleanUp ?? []).map((each, i) => ({ ...each, index: trace.exchanges.length + i }));
  const references = createReferences([...trace.exchanges, ...after]);
  const names = createNames();
  const short = testOf(focus, inOrder(focus.chain));
  // A difference between reads may show in a later one only.
  const chain = short?.isOther ? withReads(focus, references) : focus.chain;
  const numbered = inOrder(chain);
  const numberOf = (index: number): number | undefined =>
    numbered.find(({ exchange }) => exchange.index === index)?.number;

  const tokenOf = ({ operation, login, bearer, tokenSerial }: Exchange): ScriptStep['tokenOf'] => {
    if (operation === 'token') return login === 'other' ? 'other' : 'own';
    const issued = numbered.find(
      ({ exchange: each }) => each.operation === 'token' && each.tokenSerial === tokenSerial,
    );
    return issued?.number ?? (bearer === 'other' ? 'other' : 'own');
  };

  const stepOf = ({ number, exchange }: Numbered, before: Exchange | undefined): ScriptStep => {
    let body = exchange.operation === 'token' ? loginBody(exchange) : exchange.request.body;
    for (const reference of references.of(exchange)) {
      const from = numbered.find((step) => step.exchange.index === reference.from.exchange);
      if (body !== undefined && from) {
        body = withPut(body, reference.at, `{{${names.of(reference, from)}}}`);
      }
    }
    const waited = before ? Date.parse(exchange.sentAt) - Date.parse(before.sentAt) - before.durationMs : 0;
    return {
      number,
      exchange,
      path: addressOf(exchange),
      headers: headersOf(exchange),
      body,
      bearer: exchange.bearer,
      tokenOf: tokenOf(exchange),
      waitMs: waited >= waitMsMin && waited <= waitMsMax ? Math.round(waited) : 0,
      clockMs: before ? advancedMs(trace, exchange.index) - advancedMs(trace, before.index) : 0,
    };
  };

  const steps = numbered.map((each, i) => stepOf(each, numbered[i - 1]?.exchange));
  /** Exchanges that end bookings of the steps, and need only values that the steps give. */
  const endings = [...trace.exchanges.filter((each) => !chain.includes(each)), ...after].filter((each) => {
    const givers = references.of(each).map(({ from }) => numberOf(from.exchange));
    return isEnding(each) && succeeded(each) && givers.length > 0 && !givers.includes(undefined);
  });
  const cleanUp = endings.map((exchange, i) => stepOf({ number: steps.length + i + 1, exchange }, undefined));
  return {
    case: opened,
    focus,
    steps,
    cleanUp,
    given: { ...names.given },
    test: chain === focus.chain ? short : testOf(focus, numbered),
    replaced: steps.flatMap((step) =>
      step.exchange.replaced?.length ? [{ step, places: step.exchange.replaced }] : [],
    ),
    needsOtherPartner: [...steps, ...cleanUp].some(
      ({ bearer, exchange: { login } }) => bearer === 'other' || login === 'other',
    ),
    books: steps.some(({ exchange }) => hasEffect(exchange)),
  };
};
