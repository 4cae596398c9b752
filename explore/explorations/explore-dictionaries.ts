/** Explores reference data: country ids, cities, and cards of hotels. */
import fc from 'fast-check';
import { clausesOf } from '../../contracts/clauses.ts';
import { stop } from '../../engine/session.ts';
import { idsIn } from '../../flows/steps/dictionary.ts';
import { mostOf } from '../../generators/draws.ts';
import { harmlessHeaders } from '../../generators/headers.ts';
import { countryIdKinds, countryQuery, validCountryId } from '../../generators/requests/country-ids.ts';
import { hotelIdText, hotelsOfNobody, knownHotel, unknownHotelsFrom } from '../../generators/requests/hotel-ids.ts';
import { exploration } from '../exploration.ts';

export const exploreCountryIds = exploration('explore-country-ids', {
  story:
    'Read the countries, then ask for cities by ids that are known, unknown, huge, no number, missing or repeated.',
  operations: ['countries', 'cities'],
  // The contents of lists are judged by the next exploration: here one wrong answer would break several clauses.
  exercises: [
    'cities.valid-request-is-answered',
    'cities.unknown-country-is-empty',
    'cities.missing-country-id-is-bad-request',
    'cities.non-numeric-country-id-is-bad-request',
  ],
  input: fc.record({
    headers: harmlessHeaders,
    asks: mostOf(...countryIdKinds.map((id) => fc.record({ id, headers: harmlessHeaders }))),
  }),
  run: async ({ send }, { headers: first, asks }) => {
    const known = idsIn(await send({ operation: 'countries', headers: first }));
    for (const { id, headers } of asks) await send({ operation: 'cities', query: countryQuery(id, known), headers });
  },
});

export const exploreCities = exploration('explore-cities', {
  story: 'Read the countries, then the cities of some, in rare languages and with other harmless headers.',
  operations: ['countries', 'cities'],
  exercises: [
    ...clausesOf(['json']),
    'countries.records-are-complete',
    'cities.valid-request-is-answered',
    'cities.list-is-an-array',
    'cities.records-are-complete',
    'cities.sorted-by-id',
    'cities.lowest-id-first',
    'cities.ids-are-unique',
    'cities.belong-to-the-country-asked',
    'cities.country-names-agree',
    'cities.coordinates-are-in-range',
  ],
  input: fc.record({
    headers: harmlessHeaders,
    asks: fc.array(fc.record({ id: validCountryId, headers: harmlessHeaders }), {
      minLength: 1,
      maxLength: 5,
      size: 'max',
    }),
  }),
  run: async ({ send }, { headers: first, asks }) => {
    const known = idsIn(await send({ operation: 'countries', headers: first }));
    for (const { id, headers } of asks) await send({ operation: 'cities', query: countryQuery(id, known), headers });
  },
});

export const exploreHotelCards = exploration('explore-hotel-cards', {
  story: 'Ask for the cards of known hotels, in rare languages and with rare headers.',
  operations: ['hotel-static', 'accommodation-types'],
  exercises: [
    ...clausesOf(['json']),
    'hotel-card.valid-request-is-answered',
    'hotel-card.hotel-is-the-only-key',
    'hotel-card.shown-fields-are-complete',
    'hotel-card.id-is-the-one-asked-for',
    'hotel-card.category-is-an-accommodation-type',
  ],
  input: fc.record({
    headers: harmlessHeaders,
    hotels: fc.array(fc.record({ hotel: knownHotel, headers: harmlessHeaders }), { minLength: 1, maxLength: 3 }),
  }),
  run: async ({ send, target: { known } }, { headers: first, hotels: drawn }) => {
    const { hotels = [] } = known;
    if (hotels.length === 0) stop('needs', 'needs known.hotels, ids of hotels that exist, in the target file');
    await send({ operation: 'accommodation-types', headers: first });
    for (const { hotel, headers } of drawn) {
      await send({ operation: 'hotel-static', path: { hotelId: hotelIdText(hotel, hotels) }, headers });
    }
  },
});

export const exploreUnknownHotels = exploration('explore-unknown-hotels', {
  story: 'Ask for the cards of hotels whose ids are 0, negative, or beyond 31, 32, 53 or 64 bits.',
  operations: ['hotel-static'],
  exercises: [...clausesOf(['json']), 'hotel-card.unknown-hotel-is-not-found'],
  // Checks read the name `unknownHotels`: no hotel of this trace exists.
  input: fc.record({ headers: harmlessHeaders, unknownHotels: hotelsOfNobody }),
  run: async ({ send, target: { known } }, { headers, unknownHotels }) => {
    const { hotels = [] } = known;
    // Where real ids are that large, any of these may exist.
    const isCountedFar = hotels.some((id) => id >= unknownHotelsFrom);
    for (const draw of unknownHotels) {
      if (isCountedFar && draw.kind !== 'zero') continue;
      await send({ operation: 'hotel-static', path: { hotelId: hotelIdText(draw, hotels) }, headers });
    }
  },
});
