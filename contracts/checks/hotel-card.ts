/** Checks of the static card of a hotel (parts 2.7, 4.7 and 7). */
import { type Check, check, unshown } from '../check.ts';
import { isJsonObject, type Json } from '../json.ts';
import { mismatch, shown } from '../mismatch.ts';
import { isRefusal, isTroubled } from '../outcome.ts';
import { hotelStatic } from '../schemas/hotel-static.ts';
import { answered, asked, bodyOf, field, isAboutRights, recordsOf } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { conforms, mustBeAnswered } from './answers.ts';
import { twoReadsAgree } from './reads.ts';
import { says } from './says.ts';

/** The id in the path; undefined when it is no whole number. */
const hotelIdOf = ({ request }: Exchange): number | undefined => {
  const [, id] = /^\/api\/dictionary\/hotels\/(-?\d+)\/static$/.exec(request.path) ?? [];
  return id === undefined ? undefined : Number(id);
};

/** The flow that asks for hotels it does not know says so by its input. */
const asksUnknownHotels = ({ input }: Trace): boolean => isJsonObject(input) && 'unknownHotels' in input;

/** Cards of hotels that the target is known to have. */
const cards = (trace: Trace): Exchange[] => (asksUnknownHotels(trace) ? [] : answered(trace, 'hotel-static'));

/** As programs write it: leading zeros and the like a service may take for no number. */
const isPlain = ({ request }: Exchange): boolean => /\/(0|-?[1-9]\d*)\/static$/.test(request.path);

/** Below 0 and beyond 32 bits a service may take it for no id, and refuse it for that. */
const isPerhapsNoId = (exchange: Exchange): boolean => {
  const id = hotelIdOf(exchange) ?? 0;
  return id < 0 || id >= 2 ** 31;
};

const hotelOf = (exchange: Exchange): Json | undefined => field(bodyOf(exchange), 'hotel');

const withHotel = (trace: Trace, has: (hotel: Json | undefined) => boolean): Exchange[] =>
  cards(trace).filter((exchange) => isTroubled(exchange) || has(hotelOf(exchange)));

/** A list with records that lack an id is broken itself and refutes no card. */
const tellsEveryId = (types: Exchange): boolean =>
  recordsOf(types).length > 0 && recordsOf(types).every((record) => typeof field(record, 'id') === 'number');

const like = {
  hotel: {
    id: 0,
    isDeleted: false,
    name: { ru: '', en: '' },
    stars: 0,
    phones: [],
    category: { id: 0 },
  },
};

export const hotelCardChecks: readonly Check[] = [
  check('hotel-card.valid-request-is-answered', {
    given: (trace) =>
      asksUnknownHotels(trace) ? [] : asked(trace, 'hotel-static').filter((exchange) => !isAboutRights(exchange)),
    then: (exchange) => mustBeAnswered(exchange, 'the card of the hotel, not an error'),
  }),

  check('hotel-card.hotel-is-the-only-key', {
    given: cards,
    then: (exchange) => {
      const body = bodyOf(exchange);
      if (!isJsonObject(body)) return mismatch(exchange, ['response', 'body'], 'an object with the key hotel');
      const others = Object.keys(body).filter((key) => key !== 'hotel' && body[key] !== null);
      if (others.length === 0 && 'hotel' in body) return undefined;
      const actual = `the keys ${shown(Object.keys(body))}`;
      return { exchange, path: ['response', 'body'], expected: 'the key hotel alone', actual };
    },
  }),

  check('hotel-card.shown-fields-are-complete', {
    given: (trace) => withHotel(trace, (hotel) => hotel !== undefined),
    then: (exchange) => conforms(exchange, hotelStatic),
  }),

  check('hotel-card.id-is-the-one-asked-for', {
    given: (trace) =>
      withHotel(trace, (hotel) => typeof field(hotel, 'id') === 'number').filter(
        (exchange) => hotelIdOf(exchange) !== undefined,
      ),
    then: (exchange) => {
      const id = hotelIdOf(exchange);
      return field(hotelOf(exchange), 'id') === id
        ? undefined
        : mismatch(exchange, ['response', 'body', 'hotel', 'id'], `${id}, the hotel asked for`);
    },
  }),

  check('hotel-card.category-is-an-accommodation-type', {
    given: (trace) => {
      const types = answered(trace, 'accommodation-types').filter(
        (exchange) => isTroubled(exchange) || tellsEveryId(exchange),
      );
      const read = types.at(-1);
      if (!read) return [];
      return withHotel(trace, (hotel) => typeof field(field(hotel, 'category'), 'id') === 'number').map((card) => ({
        exchanges: [card, read],
      }));
    },
    then: ({ exchanges: [card, types] }) => {
      if (!card || !types) return undefined;
      const id = field(field(hotelOf(card), 'category'), 'id');
      return recordsOf(types).some((record) => field(record, 'id') === id)
        ? undefined
        : mismatch(card, ['response', 'body', 'hotel', 'category', 'id'], 'the id of an accommodation type');
    },
  }),

  check('hotel-card.unknown-hotel-is-not-found', {
    given: (trace) =>
      asksUnknownHotels(trace)
        ? asked(trace, 'hotel-static').filter((exchange) => isPlain(exchange) && !isAboutRights(exchange))
        : [],
    then: (exchange) => {
      if (says(bodyOf(exchange), 'HOTEL_NOT_FOUND')) return undefined;
      if (isPerhapsNoId(exchange) && isRefusal(exchange)) return undefined;
      const other = ['ACCESS_DENIED', 'INTERNAL_ERROR'].find((code) => says(bodyOf(exchange), code));
      return other
        ? unshown(`${other} says nothing of the hotel`)
        : mismatch(exchange, ['response', 'body'], 'the code HOTEL_NOT_FOUND');
    },
  }),

  twoReadsAgree('hotel-card.two-reads-agree', 'hotel-static', like, (exchange) => isJsonObject(hotelOf(exchange))),
];
