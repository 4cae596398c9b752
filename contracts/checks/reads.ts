/** What holds between reads of the same thing: they report the same, for any partner and in any language. */

import { isDeepStrictEqual } from 'node:util';
import { type Check, check, mismatch, mismatchAt, shown, type Unshown, unshown } from '../check.ts';
import type { Facts, Money } from '../facts.ts';
import { isJsonObject, type Json } from '../json.ts';
import type { OperationId } from '../operations.ts';
import { succeeded } from '../outcome.ts';
import { answered, bodyOf, field, isList } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';

/** Three reads in a row: when two differ, the second fails only when the third agrees with the first. */
type Reads = { readonly exchanges: readonly Exchange[] };

/** What distinguishes a read from others of the same operation. */
type ReadKey = { readonly bearer: string; readonly language: string; readonly asked: string };

const readOf = ({ bearer, request }: Exchange): ReadKey => ({
  bearer,
  language: request.headers['accept-language'] ?? '',
  asked: JSON.stringify([request.path, request.query]),
});

/** Windows of three exchanges in a row that ask for one thing and fit. */
const threeReads = (
  exchanges: readonly Exchange[],
  fits: (first: ReadKey, second: ReadKey, third: ReadKey) => boolean,
): Reads[] => {
  const windows: Reads[] = [];
  for (const [i, first] of exchanges.entries()) {
    const [second, third] = [exchanges[i + 1], exchanges[i + 2]];
    if (!second || !third) break;
    const [one, two, three] = [readOf(first), readOf(second), readOf(third)];
    const isOneThing = one.asked === two.asked && one.asked === three.asked;
    if (isOneThing && fits(one, two, three)) windows.push({ exchanges: [first, second, third] });
  }
  return windows;
};

/** A value reduced to what is documented, so that an undocumented field may change at will. */
const documentedPart = (value: Json, like: Json): Json => {
  if (!isJsonObject(value) || !isJsonObject(like)) return value;
  return Object.fromEntries(
    Object.entries(like).map(([key, inner]) => [key, documentedPart(value[key] ?? null, inner)]),
  );
};

/** The way to the first field in which two records of the same keys differ; empty when they differ as a whole. */
const differingPath = (one: Json, other: Json): readonly string[] => {
  if (!isJsonObject(one) || !isJsonObject(other)) return [];
  const key = Object.keys(one).find((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
  return key === undefined ? [] : [key, ...differingPath(one[key] ?? null, other[key] ?? null)];
};

/** The records of a list; a body that is no list is its own one record. */
const partsOf = (exchange: Exchange, like: Json): string[] => {
  const body = bodyOf(exchange) ?? null;
  return (Array.isArray(body) ? body : [body]).map((record) => JSON.stringify(documentedPart(record, like)));
};

/** Two copies of the data, of which one is older, answer all callers by turns. */
const isReportedToTheFirstToo = (trace: Trace, [one, second]: readonly [Exchange, Exchange], like: Json): boolean => {
  const isOfTheFirst = (each: Exchange): boolean => isDeepStrictEqual(readOf(each), readOf(one));
  const reported = partsOf(second, like).join();
  return (
    !isOfTheFirst(second) &&
    answered(trace, one.operation).some((each) => isOfTheFirst(each) && partsOf(each, like).join() === reported)
  );
};

const disagreement = ({ exchanges }: Reads, like: Json, trace: Trace) => {
  const [one, exchange, other] = exchanges;
  if (!one || !exchange || !other) return undefined;
  // As it nearly always is.
  if (JSON.stringify(bodyOf(one)) === JSON.stringify(bodyOf(exchange))) return undefined;
  const [first, second] = [partsOf(one, like), partsOf(exchange, like)];
  if (first.join() === second.join()) return undefined;
  if (first.join() !== partsOf(other, like).join()) return unshown('the data changed while it was read');
  if (isReportedToTheFirstToo(trace, [one, exchange], like))
    return unshown('one who asks is told the one and the other');
  const isList = Array.isArray(bodyOf(exchange));
  if (first.length !== second.length) {
    return mismatchAt(exchange, ['length'], {
      expected: `${first.length}, as in the reads before and after it`,
      actual: String(second.length),
    });
  }
  const at = first.findIndex((record, i) => record !== second[i]);
  const [before, now] = [first, second].map((records) => JSON.parse(records[at] ?? 'null') as Json);
  const path = differingPath(before ?? null, now ?? null);
  const expected = shown(path.reduce<Json | undefined>(field, before));
  const place = ['response', 'body', ...(isList ? [at] : []), ...path];
  return mismatch(exchange, place, `${expected}, as in the reads before and after it`);
};

type Readable = {
  readonly operation: OperationId;
  readonly like: Json;
  /** Whether an answer has what is compared; another clause judges an answer of another shape. */
  readonly shows?: (exchange: Exchange) => boolean;
};

/** @param rowsOf Each list of its result is looked at as if nothing else had been asked. */
const readsAgree = (
  { operation, like, shows = isList }: Readable,
  fits: (first: ReadKey, second: ReadKey, third: ReadKey) => boolean,
  rowsOf: (reads: Exchange[]) => Iterable<readonly Exchange[]> = (reads) => [reads],
): Check =>
  check({
    given: (trace) => {
      const reads = answered(trace, operation).filter((exchange) => !succeeded(exchange) || shows(exchange));
      return [...rowsOf(reads)].flatMap((row) => threeReads(row, fits));
    },
    then: (reads, trace) => disagreement(reads, like, trace),
  });

const isSame = (one: ReadKey, other: ReadKey): boolean =>
  one.bearer === other.bearer && one.language === other.language;

/** Others may have asked between them. @param like A record with every documented field; only its keys matter. */
export const twoReadsAgree = (operation: OperationId, like: Json, shows?: Readable['shows']): Check =>
  readsAgree(
    { operation, like, ...(shows && { shows }) },
    () => true,
    (reads) => Map.groupBy(reads, (each) => JSON.stringify([readOf(each).bearer, readOf(each).language])).values(),
  );

/** For every two languages the reads in either. */
const byTwoLanguages = (reads: readonly Exchange[]): Exchange[][] => {
  const all = [...new Set(reads.map((each) => readOf(each).language))];
  return all.flatMap((one, i) =>
    all.slice(i + 1).map((other) => reads.filter((each) => [one, other].includes(readOf(each).language))),
  );
};

/** The second read is in another language than the two around it, but for those in further languages. */
export const sameInEveryLanguage = (operation: OperationId, like: Json): Check =>
  readsAgree(
    { operation, like },
    (first, second, third) =>
      isSame(first, third) && first.bearer === second.bearer && first.language !== second.language,
    byTwoLanguages,
  );

/** The second read is another partner's, or in another language, than the two around it. */
export const sameForEveryAsker = (operation: OperationId, like: Json, shows?: Readable['shows']): Check =>
  readsAgree(
    { operation, like, ...(shows && { shows }) },
    (first, second, third) => isSame(first, third) && !isSame(first, second),
  );

/** The second read is another partner's than the two around it. */
export const sameForEveryClient = (operation: OperationId, like: Json): Check =>
  readsAgree(
    { operation, like },
    (first, second, third) =>
      isSame(first, third) && first.bearer !== second.bearer && first.language === second.language,
  );

// How checks take what a binding read, and what they say where it read nothing.

/** Half a hundredth, and what binary fractions lose. */
export const roundingMax = 0.005 + 1e-6;

/** Undefined when they are of several currencies; a currency that is not reported is that of the others. */
export const sumOf = (amounts: readonly (Money | undefined)[]): Money | undefined => {
  const reported = amounts.filter((amount) => amount !== undefined);
  const currencies = new Set(reported.flatMap(({ currency }) => currency ?? []));
  if (reported.length < amounts.length || currencies.size > 1) return undefined;
  const [currency] = currencies;
  const amount = reported.reduce((sum, each) => sum + each.amount, 0);
  return { amount, ...(currency !== undefined && { currency }) };
};

/** Whether two amounts are one, each of `parts` parts rounded to the hundredth; undefined for two currencies. */
export const areEqual = (one: Money, other: Money, parts = 1): boolean | undefined => {
  if (one.currency !== undefined && other.currency !== undefined && one.currency !== other.currency) return undefined;
  return Math.abs(one.amount - other.amount) <= roundingMax * parts;
};

export const priceAsked = ({ intent }: Exchange): Money | undefined => {
  const price = field(field(intent, 'offer'), 'price');
  const [amount, currency] = [field(price, 'amount'), field(price, 'currency')];
  return typeof amount === 'number' ? { amount, ...(typeof currency === 'string' && { currency }) } : undefined;
};

/** To the hundredth, for a person. */
export const moneyText = ({ amount, currency }: Money): string =>
  `${Math.round(amount * 100) / 100}${currency === undefined ? '' : ` ${currency}`}`;

/** For what only a binding can read. @throws when the binding could not read it: that is no failure of the service. */
export const readFacts = ({ operation, facts, unread }: Exchange): Facts => {
  if (unread !== undefined) throw new Error(`bindings['${operation}'] could not read the answer: ${unread}`);
  return facts ?? {};
};

/** Said where a binding leaves out what a clause needs. */
export const doesNotRead = ({ operation }: Exchange, what: string): Unshown =>
  unshown(`bindings['${operation}'] in the target file does not read ${what}`);

/** What stands where the binding was seen to read something elsewhere. */
export const unfound = 'none that the binding finds';

/** Whether the binding looked for a member somewhere in this answer and did not find it. */
export const isSought = ({ facts }: Exchange, member: string): boolean => facts?.sought?.includes(member) ?? false;

/**
 * Said where no answer shows what is documented. Either the binding has lost it, or the service no longer reports it.
 * The answers do not distinguish the two, so nothing fails, and a gate has too little evidence.
 */
export const showsNone = (exchange: Exchange, ...members: readonly string[]): Unshown => {
  const names = members.join(' and ');
  if (!members.every((member) => isSought(exchange, member))) return doesNotRead(exchange, names);
  const binding = `bindings['${exchange.operation}'] in the target file`;
  return { unshown: `${binding} looks for ${names}, and no answer has it`, isMissed: true };
};

/** Said where the binding looked for the tickets that were issued, and the answer has none. */
export const showsNoTickets = (exchange: Exchange, what: string): Unshown => {
  const { operation, facts } = exchange;
  if (facts?.tickets?.length !== 0 && !isSought(exchange, 'tickets')) return doesNotRead(exchange, what);
  const binding = `bindings['${operation}'] in the target file`;
  return { unshown: `${binding} looks for tickets, and the answer has none`, isMissed: true };
};
