/** Stories of the cities of a country, and of requests for them that name none (parts 2.6, 4.7 and 7). */
import fc from 'fast-check';
import { isJsonObject } from '../../contracts/json.ts';
import { text } from './conforming.ts';
import { type Country, citiesOf, listed } from './lists.ts';
import { type Answer, type Ask, beginning, ok, type Telling } from './telling.ts';
import { wire } from './wire.ts';

/** The query is all that says which cities are asked for. */
const asks = (id: number | string | undefined): Ask => (id === undefined ? {} : { query: [['countryId', String(id)]] });

/** Countries that can be asked for, and the cities of one of them. */
const world = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 4 }),
    listed('countries'),
    fc.array(fc.tuple(text, text), { minLength: 4, maxLength: 4 }),
    fc.nat(3),
  )
  .map(([ids, [like], named, nth]) => {
    const model = isJsonObject(like) ? like : { codeA2: 'DE', codeA3: 'DEU' };
    const all = ids
      .toSorted((one, other) => one - other)
      .map((id, i) => ({ ...model, id, nameRu: named[i]?.[0] ?? '', nameEn: named[i]?.[1] ?? '' }));
    return { all, one: all[nth % all.length] as Country };
  });

const badRequest: Answer = { status: 400, body: null };

/** What a service may take for no number of a country at all. */
const openIds = ['1000.5', '4294967297', '-2147483649'];
const unknownIds = ['0', '-7', '999999'];
const badIds = ['', 'abc', 'undefined', undefined];

const inRegions = (country: Country) =>
  fc.record({
    drawn: wire,
    body: citiesOf(country),
    unknown: fc.constantFrom(...unknownIds),
    open: fc.constantFrom(...openIds),
    isRefused: fc.boolean(),
    bad: fc.constantFrom(...badIds),
  });

export const citiesTold: fc.Arbitrary<Telling> = world.chain(({ all, one }) =>
  inRegions(one).map(({ drawn, body, unknown, open, isRefused, bad }) => {
    const telling = beginning(drawn);
    telling.ask('countries', {}, ok(all));
    telling.ask('cities', asks(one.id), ok(body));
    telling.ask('cities', asks(unknown), ok([]));
    telling.ask('cities', asks(open), isRefused ? badRequest : ok([]));
    telling.ask('cities', asks(bad), badRequest);
    return telling.end();
  }),
);
