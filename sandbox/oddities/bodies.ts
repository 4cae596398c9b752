/** Lawful oddities of bodies. */
import { changing, successList, when } from '../altering/replies.ts';
import type { City } from '../data/cities.ts';
import type { Country } from '../data/countries.ts';
import { odditiesOf } from '../deviation.ts';
import { countryIdIn } from '../handlers/cities.ts';
import { dictionaryIds, everyOperation } from '../operations.ts';
import { type Reply, withBody, withHeaders } from '../reply.ts';

/** Every object, at any depth, with one more field. */
const extended = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(extended);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, extended(field)]);
  return { ...Object.fromEntries(fields), _extra: { note: 'unknown to all', list: [1, null] } };
};

const extend = (reply: Reply): Reply => withBody(reply, extended(reply.body));

const isCard = (body: unknown): body is { readonly hotel: unknown } =>
  typeof body === 'object' && body !== null && 'hotel' in body && Object.keys(body).length === 1;

/** A card has one key, so nothing is added beside it. */
const extendInside = (reply: Reply): Reply =>
  isCard(reply.body) ? withBody(reply, { hotel: extended(reply.body.hotel) }) : extend(reply);

/** The empty object with which ticket_cancel says that it succeeded has to stay empty. */
const extendUnlessEmpty = (reply: Reply): Reply =>
  Object.keys(Object(reply.body)).length === 0 ? reply : extend(reply);

/** Changes what a dictionary says beside a status that tells all. */
const refused = (status: number, bend: (reply: Reply) => Reply) => {
  const change = when((_, reply) => reply.status === status, bend);
  return changing(status === 400 ? ['cities', 'hotel-static'] : dictionaryIds, change);
};

const asText =
  (text: string, contentType: string) =>
  (reply: Reply): Reply => ({ ...withHeaders(reply, { 'content-type': contentType }), body: text, encode: String });

const withoutBody = (reply: Reply): Reply => {
  const { 'content-type': _, ...headers } = reply.headers;
  return { ...reply, headers, body: undefined };
};

const countryList = (bend: (country: Country) => unknown) => ({
  countries: successList<Country>((items) => items.map(bend)),
});

const cityList = (bend: (city: City) => unknown) => ({ cities: successList<City>((items) => items.map(bend)) });

export const bodyOddities = odditiesOf({
  'adds-fields-nobody-knows': {
    summary:
      'Every object of every answer has an unknown field, errors and nested objects too, but not beside hotel, nor in an empty void.',
    reply: { ...changing(everyOperation, extend), 'hotel-static': extendInside, 'ticket-cancel': extendUnlessEmpty },
  },
  'writes-country-codes-small': countryList((country) => ({
    ...country,
    codeA2: country.codeA2.toLowerCase(),
    codeA3: country.codeA3.toLowerCase(),
  })),
  'rounds-coordinates-to-integers': cityList((city) => ({
    ...city,
    latitude: Math.round(city.latitude),
    longitude: Math.round(city.longitude),
  })),
  'orders-fields-backwards': {
    summary: 'The fields of each country come in another order.',
    reply: countryList((country) => Object.fromEntries(Object.entries(country).toReversed())),
  },
  'knows-no-cities-of-some-countries': {
    cities: when(
      (request, { status }) => status === 200 && Math.abs(countryIdIn(request) ?? 0) % 2 === 1,
      (reply) => withBody(reply, []),
    ),
  },
  'leaves-countries-out-of-the-list': {
    summary: 'The list lacks every second country, and the cities know all of them.',
    reply: { countries: successList<Country>((items) => items.filter((_, at) => at % 2 === 0)) },
  },
  'answers-401-with-plain-text': refused(401, asText('Unauthorized', 'text/plain')),
  'answers-401-with-html': refused(401, asText('<html><body>Unauthorized</body></html>', 'text/html')),
  'answers-401-with-nothing': refused(401, withoutBody),
  'answers-400-with-nothing': refused(400, withoutBody),
  'answers-400-with-plain-text': refused(400, asText('Bad request', 'text/plain')),
  'prints-json-with-spaces': (() => {
    const pretty = (reply: Reply): Reply =>
      reply.body === undefined || typeof reply.body === 'string'
        ? reply
        : { ...reply, encode: (body) => `${JSON.stringify(body, null, 2)}\n` };
    return changing(everyOperation, pretty);
  })(),
  'escapes-all-letters-beyond-ascii': (() => {
    const escaped = (reply: Reply): Reply => ({
      ...reply,
      encode: (body) =>
        reply.encode(body).replace(/[^ -~\s]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    });
    return changing(dictionaryIds, escaped);
  })(),
});
