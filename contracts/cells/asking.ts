/** Who asks, in which language, how often, and where in a list what is asked about stands. */
import type { ClassName } from '../dimensions.ts';
import { operations } from '../operations.ts';
import { succeeded } from '../outcome.ts';
import { perTrace } from '../per-trace.ts';
import { field, idText, queryValues, recordsOf } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';

const partnerClass = ({ bearer, login, operation }: Exchange): ClassName[] => {
  const whose = operation === 'token' ? login : bearer;
  return whose === 'own' || whose === 'other' ? [whose] : [];
};

const languages: readonly (readonly [RegExp, ClassName])[] = [
  [/^en\b/i, 'English'],
  [/^ru\b/i, 'Russian'],
  [/./, 'other language'],
];

const languageClass = ({ request }: Exchange): ClassName => {
  const asked = request.headers['accept-language'] ?? '';
  return languages.find(([form]) => form.test(asked))?.[1] ?? 'no language';
};

const isRead = ({ operation }: Exchange): boolean => operations[operation].effect === 'reads';

const askedAlike = ({ operation, bearer, request }: Exchange): string =>
  JSON.stringify([operation, bearer, request.path, request.query, request.body ?? null]);

/** How often the same was asked, and its kind was done, before each exchange. */
const timesBefore = perTrace(({ exchanges }): readonly number[] => {
  const counts = new Map<string, number>();
  return exchanges.map((exchange) => {
    const key = isRead(exchange) ? askedAlike(exchange) : exchange.operation;
    const times = counts.get(key) ?? 0;
    if (isRead(exchange) || succeeded(exchange)) counts.set(key, times + 1);
    return times;
  });
});

const reads: readonly ClassName[] = ['first read', 'second read', 'third read'];
const turns: readonly ClassName[] = ['first time', 'second time', 'third time'];

const timeClass = (trace: Trace, exchange: Exchange): ClassName[] => {
  const times = timesBefore(trace)[exchange.index] ?? 0;
  return (isRead(exchange) ? reads : turns).slice(Math.min(times, 2)).slice(0, 1);
};

const namedId = (exchange: Exchange): string | undefined =>
  exchange.operation === 'cities'
    ? queryValues(exchange, 'countryId')[0]
    : /\d+(?=\/static$)/.exec(exchange.request.path)?.[0];

type Ends = { readonly first: string | undefined; readonly last: string | undefined };

/** Countries in the order of their list, as far as one was read; hotels in the order in which they were asked about. */
const endsOf = perTrace(({ exchanges }): Readonly<Record<'cities' | 'hotel-static', Ends>> => {
  const list = exchanges.findLast((each) => each.operation === 'countries' && succeeded(each));
  const listed = list ? recordsOf(list).flatMap((record) => idText(field(record, 'id')) ?? []) : [];
  const askedOf = (operation: 'cities' | 'hotel-static') => exchanges.filter((each) => each.operation === operation);
  // A country without cities ends no list of those that have some.
  const empty = new Set(
    askedOf('cities').flatMap((each) => (succeeded(each) && recordsOf(each).length === 0 ? (namedId(each) ?? []) : [])),
  );
  const countries = (listed.length > 0 ? listed : askedOf('cities').flatMap((each) => namedId(each) ?? [])).filter(
    (id) => !empty.has(id),
  );
  const hotels = askedOf('hotel-static').flatMap((each) => namedId(each) ?? []);
  return {
    cities: { first: countries[0], last: countries.at(-1) },
    'hotel-static': { first: hotels[0], last: hotels.at(-1) },
  };
});

const positionClass = (trace: Trace, exchange: Exchange): ClassName[] => {
  const { operation } = exchange;
  const id = namedId(exchange);
  if ((operation !== 'cities' && operation !== 'hotel-static') || id === undefined) return [];
  const { first, last } = endsOf(trace)[operation];
  // Alone it is both.
  if (id === first) return id === last ? ['first listed', 'last listed'] : ['first listed'];
  return [id === last ? 'last listed' : 'listed between'];
};

export const askingClasses = (trace: Trace, exchange: Exchange): ClassName[] => [
  ...partnerClass(exchange),
  languageClass(exchange),
  ...timeClass(trace, exchange),
  ...positionClass(trace, exchange),
];
