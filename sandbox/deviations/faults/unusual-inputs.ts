/**
 * Faults that only an unusual input shows, and no plain story. Such an input is an id beyond a boundary, a rare
 * language, or a day on which calendars go wrong.
 */

import { exploredFaultsOf, ruled } from '../../deviation.ts';
import { countryIdIn, hotelIdIn } from '../../handlers/dictionaries.ts';
import type { Stay } from '../../hotels/canonical.ts';
import { nightsOf } from '../../hotels/offers.ts';
import { dictionaryIds } from '../../operations.ts';
import { answer, isSuccess, type Reply, withHeaders } from '../../reply.ts';
import { dateOf, euro } from '../../sales.ts';
import type { Change, World } from '../../world.ts';
import { answers, changedWhere, changing, eachOf, listOf, searchAsked } from '../changes.ts';
import { alsoAccepts, isGarbage } from './guard.ts';
import { backwards, reportsIds, reportsIdsInPricing } from './hotel-pricing.ts';
import { unusualLoginFaults } from './tokens.ts';
import { unusualFlightFaults } from './unusual.ts';

const hasAny = ({ body }: Reply): boolean => !Array.isArray(body) || body.length > 0;

const citiesOfFirst: Change = (_reply, _request, world) =>
  answer(200, world.countries.map(({ id }) => world.citiesOf(id)).find(({ length }) => length > 0) ?? []);

/** Shows the card of a known hotel for an unknown one. */
const cardOf =
  (pick: (id: number, world: World) => number | undefined): Change =>
  (reply, request, world) => {
    const id = isSuccess(reply) ? undefined : pick(hotelIdIn(request) ?? 0, world);
    const hotel = id === undefined ? undefined : world.hotelOf(id);
    return hotel ? answer(200, { hotel }) : reply;
  };

const nights = (stay: Stay): number => nightsOf(stay).length;
const holdsLeapDay = (stay: Stay): boolean => nightsOf(stay).some((ms) => dateOf(ms).endsWith('-02-29'));
const turnsYear = ({ checkIn, checkOut }: Stay): boolean => checkIn.slice(0, 4) !== checkOut.slice(0, 4);
const guestsIn = ({ rooms }: Stay): number =>
  rooms.reduce((sum, { adults, childrenAges }) => sum + adults + childrenAges.length, 0);
const hasInfant = ({ rooms }: Stay): boolean => rooms.some(({ childrenAges }) => childrenAges.some((age) => age < 3));

/** The parts of prices lose what a night costs, for some stays. */
const losesNight = (isMeant: (stay: Stay) => boolean) =>
  answers('hotel-pricing', (body, { asked, world }) => {
    const stay = searchAsked(asked, world)?.stay;
    if (!stay || !isMeant(stay)) return body;
    const offers = listOf(body.offers).map((offer) => {
      const { base } = offer.parts;
      return { ...offer, parts: { ...offer.parts, base: euro(base.minor - Math.floor(base.minor / nights(stay))) } };
    });
    return { ...body, offers };
  });

const dates = (isIgnored: (from: string | undefined, to: string | undefined) => boolean) =>
  ruled(
    ['search-bookings'],
    'matchesDates',
    (before, booking, asked, world) => isIgnored(asked.createdFrom, asked.createdTo) || before(booking, asked, world),
  );

export const unusualInputFaults = [
  ...exploredFaultsOf('cities.unknown-country-is-empty', {
    'answers-huge-country-ids-with-a-country': {
      cities: (reply, request, world) =>
        isSuccess(reply) && Math.abs(countryIdIn(request) ?? 0) >= 2 ** 53
          ? citiesOfFirst(reply, request, world)
          : reply,
    },
  }),
  ...exploredFaultsOf('json.content-type-is-json', {
    'labels-answers-in-finely-weighted-languages-as-text': changing(
      dictionaryIds,
      changedWhere(
        ({ headers }, reply) => isSuccess(reply) && /q=\d\.\d\d/.test(headers['accept-language'] ?? ''),
        (reply) => withHeaders(reply, { 'content-type': 'text/plain; charset=utf-8' }),
      ),
    ),
  }),
  ...exploredFaultsOf(['cities.valid-request-is-answered', 'hotel-card.valid-request-is-answered'], {
    'answers-nothing-to-who-wants-it-fresh': changing(
      ['cities', 'hotel-static'],
      changedWhere(
        ({ headers }, reply) => isSuccess(reply) && hasAny(reply) && headers['cache-control'] !== undefined,
        () => answer(204, undefined),
      ),
    ),
  }),
  ...exploredFaultsOf('hotel-card.unknown-hotel-is-not-found', {
    'shows-a-card-for-hotels-beyond-thirty-one-bits': {
      'hotel-static': cardOf((id, { hotels }) => (id >= 2 ** 31 ? hotels[0]?.id : undefined)),
    },
    'takes-negative-hotels-for-positive': { 'hotel-static': cardOf((id) => (id < 0 ? -id : undefined)) },
  }),
  ...exploredFaultsOf('bearer.garbage-token-is-unauthorized', {
    'takes-tokens-too-long-to-read-for-valid': alsoAccepts(dictionaryIds, (token) =>
      isGarbage(token) && token.length >= 500 ? { sub: 'long' } : undefined,
    ),
    'takes-words-of-programs-for-tokens': alsoAccepts(dictionaryIds, (token) =>
      /^(\.{1,2}|null|undefined|Bearer|0|e30\.e30\.)$/.test(token) ? { sub: token } : undefined,
    ),
  }),
  ...exploredFaultsOf('hotel-pricing.price-parts-add-up', {
    'loses-a-night-in-the-parts-of-long-stays': losesNight((stay) => nights(stay) > 7),
    'loses-the-leap-day-in-the-parts-of-a-price': {
      summary: 'The parts of the price of five nights or more over the 29th of February lack one of them.',
      reply: losesNight((stay) => nights(stay) > 4 && holdsLeapDay(stay)),
    },
  }),
  ...exploredFaultsOf('hotel-search.equal-search-keeps-offer-ids', {
    'salts-offer-ids-over-the-turn-of-a-year': {
      summary: 'The offerId of five nights or more over the turn of a year depends on the searchId.',
      ...reportsIds((offerId, _, { search: { stay, number } }) =>
        nights(stay) > 4 && turnsYear(stay) ? `${offerId.slice(0, -4)}${String(number).padStart(4, '0')}` : offerId,
      ),
    },
  }),
  ...exploredFaultsOf('hotel-pricing.keeps-offer-ids-of-search', {
    'renames-offers-of-several-rooms-in-pricing': reportsIdsInPricing((offerId, { stay }) =>
      stay.rooms.length > 1 ? backwards(offerId) : offerId,
    ),
  }),
  ...exploredFaultsOf('hotel-search.minimum-price-is-shown', {
    'tells-no-minimum-price-for-large-parties': eachOf('hotel-search', 'hotels', (hotel, { asked }) =>
      asked && guestsIn(asked.stay) > 5 ? { ...hotel, minPrice: null } : hotel,
    ),
  }),
  ...exploredFaultsOf('offer-pricing.price-is-told', {
    'tells-no-price-for-infants': answers('offer-pricing', (body, { asked, world }) => {
      const stay = searchAsked(asked, world)?.stay;
      return stay && hasInfant(stay) ? { ...body, offer: { ...body.offer, price: null } } : body;
    }),
  }),
  ...exploredFaultsOf('search-bookings.creation-date-filter-holds', {
    'ignores-a-first-day-without-a-last': dates((from, to) => from !== undefined && to === undefined),
    'ignores-a-last-day-without-a-first': dates((from, to) => from === undefined && to !== undefined),
    'takes-one-day-of-creation-for-any': dates((from, to) => from !== undefined && from === to),
    'lists-everything-for-days-the-wrong-way-round': dates((from = '', to = from) => to < from),
  }),
  ...exploredFaultsOf('create-booking.supplier-error-says-why', {
    'refuses-who-was-born-on-a-leap-day-without-a-reason': ruled(
      ['create-booking'],
      'refusalOf',
      (before, guest, supplier, guests) => (guest.birthDate.endsWith('-02-29') ? '' : before(guest, supplier, guests)),
    ),
  }),
  ...unusualFlightFaults,
  ...unusualLoginFaults,
];
