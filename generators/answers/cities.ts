/** Stories of the cities of a country, and of requests for them that name none (parts 2.6, 4.7 and 7). */
import fc from 'fast-check';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import {
  type Breakage,
  breakage,
  type Change,
  isOf,
  oneAnswer,
  oneBody,
  oneStep,
  type Story,
  type Which,
} from './breakage.ts';
import { type Fields, oneOf } from './entries.ts';
import { type Country, listBreakages, listed, oneRecord, structural, world } from './lists.ts';
import { type Answer, type Ask, beginning, ok, refused, type Step } from './telling.ts';
import { wire } from './wire.ts';

/** The query is all that says which cities are asked for. */
const asks = (id: number | string | undefined): Ask => (id === undefined ? {} : { query: [['countryId', String(id)]] });

const citiesIn = (country: Country): fc.Arbitrary<Json[]> =>
  listed('cities', {
    '[].country.id': fc.constant(country.id),
    '[].country.nameRu': fc.constant(country.nameRu),
    '[].country.nameEn': fc.constant(country.nameEn),
  });

const badRequest: Answer = { status: 400, body: null };

/** What a service may take for no number of a country at all. */
const openIds = ['1000.5', '4294967297', '-2147483649'];
const unknownIds = ['0', '-7', '999999'];
const badIds = ['', 'abc', 'undefined', undefined];

const inRegions = (country: Country) =>
  fc.record({
    drawn: wire,
    body: citiesIn(country),
    unknown: fc.constantFrom(...unknownIds),
    open: fc.constantFrom(...openIds),
    isRefused: fc.boolean(),
    bad: fc.constantFrom(...badIds),
  });

const conforming = world.chain(({ all, one }) =>
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

const idAsked = ({ query: [first] }: Step): string | undefined => first?.[1];

const asksFor =
  (fits: (id: string | undefined) => boolean): Which =>
  (step) =>
    step.operation === 'cities' && fits(idAsked(step));

const isOfCountry = asksFor((id) => id !== undefined && /^[1-9]\d{0,2}$/.test(id));
const isUnknown = asksFor((id) => unknownIds.includes(id ?? 'none'));
const isOpen = asksFor((id) => openIds.includes(id ?? 'none'));
const isMissing = asksFor((id) => (id ?? '') === '');
const isNoNumber = asksFor((id) => id === 'abc' || id === 'undefined');

const inCountry = (change: (country: Fields) => Fields | undefined) =>
  oneRecord((city) => {
    const country = isJsonObject(city.country) ? change(city.country) : undefined;
    return country && { ...city, country };
  });

const renamed = (country: Fields): Fields => ({ ...country, nameRu: `${country.nameRu}?` });

/** One city more than there is, of a country that nobody asked for. */
const invented: Json = {
  ...{ id: 1, nameRu: 'а', nameEn: 'a', latitude: 0, longitude: 0 },
  country: { id: 555, nameRu: 'Нет', nameEn: 'None' },
};

const failures: readonly Answer[] = [
  { status: 500 },
  { status: 502, text: { looksLike: 'html', characters: 90 } },
  { status: 500, body: { error: { code: 'INTERNAL_ERROR', message: 'Later.' } } },
];

/** The same request three times, with a good one in between, and an error of the server each time. */
const failing =
  (which: Which): Change =>
  (telling, pick) => {
    const { steps } = telling;
    const [good, bad] = [isOfCountry, which].map((each) => steps.find((step, i) => isOf(each, telling)(step, i)));
    if (!good || !bad) return undefined;
    const failed = (): Step => ({ ...bad, answer: oneOf(failures, pick) });
    return { ...telling, steps: [...steps.filter((step) => step !== bad), failed(), good, failed(), good, failed()] };
  };

const breakages: readonly Breakage[] = [
  ...listBreakages('cities', isOfCountry),
  structural('cities.records-are-complete', 'cities', (path) => path.includes('country')),
  breakage(
    'cities.belong-to-the-country-asked',
    'slips in a city of another country',
    oneBody(
      isOfCountry,
      inCountry(() => ({ id: 555, nameRu: 'Нет', nameEn: 'None' })),
    ),
  ),
  breakage(
    ['cities.belong-to-the-country-asked', 'cities.records-are-complete'],
    'halves the id of a country',
    oneBody(
      isOfCountry,
      inCountry((country) => ({ ...country, id: Number(country.id) + 0.5 })),
    ),
  ),
  breakage('cities.country-names-agree', 'renames a country', oneBody(isOfCountry, inCountry(renamed))),
  breakage(
    'cities.coordinates-are-in-range',
    'leaves the earth',
    oneBody(
      isOfCountry,
      oneRecord((city, pick) => ({ ...city, ...[{ latitude: 90.001 }, { longitude: -180.5 }][pick(2)] })),
    ),
  ),
  breakage(
    ['cities.unknown-country-is-empty', 'cities.belong-to-the-country-asked'],
    'invents a city for an unknown country',
    oneStep(isUnknown, (step) => ({ ...step, answer: ok([invented]) })),
  ),
  breakage(
    'cities.unknown-country-is-empty',
    'refuses an unknown country',
    oneAnswer(isUnknown, refused(404, 'NOT_FOUND'), badRequest, { status: 204 }),
  ),
  breakage(
    'cities.unknown-country-is-empty',
    'refuses what may be no number, as not found',
    oneAnswer(isOpen, refused(404, 'NOT_FOUND'), refused(422, 'UNKNOWN')),
  ),
  breakage(
    ['cities.unknown-country-is-empty', 'cities.list-is-an-array'],
    'answers an unknown country with no list',
    oneAnswer(isUnknown, ok({}), ok(null)),
  ),
  breakage(
    'cities.missing-country-id-is-bad-request',
    'takes no country for one',
    oneAnswer(isMissing, ok([]), refused(422, 'INVALID'), { status: 404 }),
  ),
  breakage('cities.missing-country-id-is-bad-request', 'fails on no country every time', failing(isMissing)),
  breakage('cities.non-numeric-country-id-is-bad-request', 'fails on text every time', failing(isNoNumber)),
  breakage(
    'cities.non-numeric-country-id-is-bad-request',
    'takes text for a country',
    oneAnswer(isNoNumber, ok([]), refused(404, 'NOT_FOUND'), refused(422, 'INVALID')),
  ),
];

export const citiesStory: Story = { name: 'cities', conforming, breakages };
