/** Faults that only an unusual input shows, and no plain story: an id beyond a boundary, a rare language, a day on which calendars go wrong. */
import { alsoAccepts, isGarbage } from '../altering/guard.ts';
import { changing, when } from '../altering/replies.ts';
import { answers, listOf } from '../altering/sold.ts';
import { fault } from '../deviation.ts';
import { countryIdIn } from '../handlers/cities.ts';
import { hotelIdIn } from '../handlers/hotel-static.ts';
import type { Stay } from '../hotels/canonical.ts';
import { nightsOf } from '../hotels/offers.ts';
import type { HotelRules, Telling } from '../hotels/rules.ts';
import type { Offer } from '../hotels/state.ts';
import { dictionaryIds } from '../operations.ts';
import { answer, isSuccess, type Reply, withHeaders } from '../reply.ts';
import { dateOf } from '../sales/days.ts';
import { euro } from '../sales/money.ts';
import type { Change, World } from '../world.ts';
import { unusualFlightFaults } from './unusual-flights.ts';
import { unusualLoginFaults } from './unusual-logins.ts';

const onlyExplored = true;

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

const dictionaryFaults = [
  fault('answers-huge-country-ids-with-a-country', {
    onlyExplored,
    violates: ['cities.unknown-country-is-empty'],
    summary: 'A countryId beyond 2^53 is answered with the cities of the first country.',
    reply: {
      cities: (reply, request, world) =>
        isSuccess(reply) && Math.abs(countryIdIn(request) ?? 0) >= 2 ** 53
          ? citiesOfFirst(reply, request, world)
          : reply,
    },
  }),
  fault('labels-answers-in-finely-weighted-languages-as-text', {
    onlyExplored,
    violates: ['json.content-type-is-json'],
    summary: 'Reference data is labelled as text where Accept-Language has a weight of several decimals.',
    reply: changing(
      dictionaryIds,
      when(
        ({ headers }, reply) => isSuccess(reply) && /q=\d\.\d\d/.test(headers['accept-language'] ?? ''),
        (reply) => withHeaders(reply, { 'content-type': 'text/plain; charset=utf-8' }),
      ),
    ),
  }),
  fault('answers-nothing-to-who-wants-it-fresh', {
    onlyExplored,
    violates: ['cities.valid-request-is-answered', 'hotel-card.valid-request-is-answered'],
    summary: 'Cities and cards are answered with 204 and no body where Cache-Control says anything.',
    reply: changing(
      ['cities', 'hotel-static'],
      when(
        ({ headers }, reply) => isSuccess(reply) && hasAny(reply) && headers['cache-control'] !== undefined,
        () => answer(204, undefined),
      ),
    ),
  }),
  fault('shows-a-card-for-hotels-beyond-thirty-one-bits', {
    onlyExplored,
    violates: ['hotel-card.unknown-hotel-is-not-found'],
    summary: 'A hotelId of more than 31 bits is answered with the card of the first hotel.',
    reply: { 'hotel-static': cardOf((id, { hotels }) => (id >= 2 ** 31 ? hotels[0]?.id : undefined)) },
  }),
  fault('takes-negative-hotels-for-positive', {
    onlyExplored,
    violates: ['hotel-card.unknown-hotel-is-not-found'],
    summary: 'The minus of a hotelId is overlooked.',
    reply: { 'hotel-static': cardOf((id) => (id < 0 ? -id : undefined)) },
  }),
  fault('takes-tokens-too-long-to-read-for-valid', {
    onlyExplored,
    violates: ['bearer.garbage-token-is-unauthorized'],
    summary: 'A token of 500 characters or more that is no JWT is let in.',
    ...alsoAccepts(dictionaryIds, (token) => (isGarbage(token) && token.length >= 500 ? { sub: 'long' } : undefined)),
  }),
  fault('takes-words-of-programs-for-tokens', {
    onlyExplored,
    violates: ['bearer.garbage-token-is-unauthorized'],
    summary: 'What a careless client writes for no token, such as null or undefined, is let in.',
    ...alsoAccepts(dictionaryIds, (token) =>
      /^(\.{1,2}|null|undefined|Bearer|0|e30\.e30\.)$/.test(token) ? { sub: token } : undefined,
    ),
  }),
];

const nights = (stay: Stay): number => nightsOf(stay).length;
const holdsLeapDay = (stay: Stay): boolean => nightsOf(stay).some((ms) => dateOf(ms).endsWith('-02-29'));
const turnsYear = ({ checkIn, checkOut }: Stay): boolean => checkIn.slice(0, 4) !== checkOut.slice(0, 4);
const guestsIn = ({ rooms }: Stay): number =>
  rooms.reduce((sum, { adults, childrenAges }) => sum + adults + childrenAges.length, 0);
const hasInfant = ({ rooms }: Stay): boolean => rooms.some(({ childrenAges }) => childrenAges.some((age) => age < 3));

/** The parts of prices lose what a night costs, for some stays. */
const losesNight = (isMeant: (stay: Stay) => boolean) =>
  answers('hotel-pricing', (body, { asked, world }) => {
    const stay = world.searches.find(asked?.searchId ?? '')?.stay;
    if (!stay || !isMeant(stay)) return body;
    const offers = listOf(body.offers).map((offer) => {
      const { base } = offer.parts;
      return { ...offer, parts: { ...offer.parts, base: euro(base.minor - Math.floor(base.minor / nights(stay))) } };
    });
    return { ...body, offers };
  });

const tellsIds = (write: (offerId: string, telling: Telling) => string) => ({
  rules: ({ offerIdOf }: HotelRules) => ({
    offerIdOf: (offer: Offer, telling: Telling) => write(offerIdOf(offer, telling), telling),
  }),
});

const stayFaults = [
  fault('loses-a-night-in-the-parts-of-long-stays', {
    onlyExplored,
    violates: ['hotel-pricing.price-parts-add-up'],
    summary: 'The parts of the price of a stay of more than a week lack a night.',
    reply: losesNight((stay) => nights(stay) > 7),
  }),
  fault('loses-the-leap-day-in-the-parts-of-a-price', {
    onlyExplored,
    violates: ['hotel-pricing.price-parts-add-up'],
    summary: 'The parts of the price of five nights or more over the 29th of February lack one of them.',
    reply: losesNight((stay) => nights(stay) > 4 && holdsLeapDay(stay)),
  }),
  fault('salts-offer-ids-over-the-turn-of-a-year', {
    onlyExplored,
    violates: ['hotel-search.equal-search-keeps-offer-ids'],
    summary: 'The offerId of five nights or more over the turn of a year depends on the searchId.',
    touches: ['hotel-search', 'hotel-pricing', 'offer-pricing'],
    ...tellsIds((offerId, { search: { stay, number } }) =>
      nights(stay) > 4 && turnsYear(stay) ? `${offerId.slice(0, -4)}${String(number).padStart(4, '0')}` : offerId,
    ),
  }),
  fault('renames-offers-of-several-rooms-in-pricing', {
    onlyExplored,
    violates: ['hotel-pricing.keeps-offer-ids-of-search'],
    summary: 'An offer of two rooms or more has another offerId in hotel_pricing than in search.',
    touches: ['hotel-pricing', 'offer-pricing'],
    ...tellsIds((offerId, { operation, search: { stay } }) =>
      stay.rooms.length > 1 && operation !== 'hotel-search' ? [...offerId].toReversed().join('') : offerId,
    ),
  }),
  fault('tells-no-minimum-price-for-large-parties', {
    onlyExplored,
    violates: ['hotel-search.minimum-price-is-shown'],
    summary: 'A search for more than five guests has null for the minimum prices.',
    reply: answers('hotel-search', (body, { asked }) =>
      asked && guestsIn(asked.stay) > 5
        ? { ...body, hotels: listOf(body.hotels).map((hotel) => ({ ...hotel, minPrice: null })) }
        : body,
    ),
  }),
  fault('tells-no-price-for-infants', {
    onlyExplored,
    violates: ['offer-pricing.price-is-told'],
    summary: 'The pricing of an offer for a child under three has no price.',
    reply: answers('offer-pricing', (body, { asked, world }) => {
      const stay = world.searches.find(asked?.searchId ?? '')?.stay;
      return stay && hasInfant(stay) ? { ...body, offer: { ...body.offer, price: null } } : body;
    }),
  }),
];

const dates = (isIgnored: (from: string | undefined, to: string | undefined) => boolean) => ({
  touches: ['search-bookings'] as const,
  rules: ({ matchesDates }: HotelRules): Pick<HotelRules, 'matchesDates'> => ({
    matchesDates: (booking, asked, world) =>
      isIgnored(asked.createdFrom, asked.createdTo) || matchesDates(booking, asked, world),
  }),
});

const bookingFaults = [
  fault('ignores-a-first-day-without-a-last', {
    onlyExplored,
    violates: ['search-bookings.creation-date-filter-holds'],
    summary: 'A list is not filtered by a first day of creation that stands alone.',
    ...dates((from, to) => from !== undefined && to === undefined),
  }),
  fault('ignores-a-last-day-without-a-first', {
    onlyExplored,
    violates: ['search-bookings.creation-date-filter-holds'],
    summary: 'A list is not filtered by a last day of creation that stands alone.',
    ...dates((from, to) => from === undefined && to !== undefined),
  }),
  fault('takes-one-day-of-creation-for-any', {
    onlyExplored,
    violates: ['search-bookings.creation-date-filter-holds'],
    summary: 'A list of what was created on one day has everything.',
    ...dates((from, to) => from !== undefined && from === to),
  }),
  fault('lists-everything-for-days-the-wrong-way-round', {
    onlyExplored,
    violates: ['search-bookings.creation-date-filter-holds'],
    summary: 'A list whose last day is before the first has everything.',
    ...dates((from = '', to = from) => to < from),
  }),
  fault('refuses-who-was-born-on-a-leap-day-without-a-reason', {
    onlyExplored,
    violates: ['create-booking.supplier-error-says-why'],
    summary: 'A guest born on a 29th of February is refused with an empty message.',
    touches: ['create-booking'],
    rules: ({ refusalOf }) => ({
      refusalOf: (guest, supplier, guests) =>
        guest.birthDate.endsWith('-02-29') ? '' : refusalOf(guest, supplier, guests),
    }),
  }),
];

export const unusualInputFaults = [
  ...dictionaryFaults,
  ...stayFaults,
  ...bookingFaults,
  ...unusualFlightFaults,
  ...unusualLoginFaults,
];
