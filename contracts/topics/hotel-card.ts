/** What the static card of a hotel promises. */

import { mismatch, mismatchAt, shown, unshown } from '../check.ts';
import { conforms, mustBeAnswered, says } from '../checks/answers.ts';
import { callerMayLackRights, since, whileItChanges } from '../checks/lists.ts';
import { sameForEveryAsker, twoReadsAgree } from '../checks/reads.ts';
import { dictionaryDimensions, nothingOwn } from '../dimensions.ts';
import { isJsonObject, type Json } from '../json.ts';
import { isRefusal, isTroubled } from '../outcome.ts';
import { hotelStatic } from '../payloads.ts';
import { answered, asked, bodyOf, field, isAboutRights, recordsOf } from '../subjects.ts';
import { derived, documented, law, reading, topic } from '../topic.ts';
import type { Exchange, Trace } from '../trace.ts';

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
const showsEveryId = (types: Exchange): boolean =>
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

export const hotelCardTopic = topic('hotel-card', {
  area: 'dictionaries',
  dimensions: [...dictionaryDimensions, 'position'],
  clauses: {
    'hotel-card.valid-request-is-answered': documented('4.7', {
      since,
      text: 'A request for the card of a known hotel is answered, not refused.',
      reading: callerMayLackRights,
      given: (trace) =>
        asksUnknownHotels(trace) ? [] : asked(trace, 'hotel-static').filter((exchange) => !isAboutRights(exchange)),
      then: (exchange) => mustBeAnswered(exchange, 'the card of the hotel, not an error'),
    }),

    'hotel-card.hotel-is-the-only-key': documented('2.7', {
      since,
      text: 'The card is an object whose one key is hotel.',
      reading: 'null is the same as absent: an error or another key that is null does not count.',
      given: cards,
      then: (exchange) => {
        const body = bodyOf(exchange);
        if (!isJsonObject(body)) return mismatch(exchange, ['response', 'body'], 'an object with the key hotel');
        const others = Object.keys(body).filter((key) => key !== 'hotel' && body[key] !== null);
        if (others.length === 0 && 'hotel' in body) return undefined;
        const actual = `the keys ${shown(Object.keys(body))}`;
        return mismatchAt(exchange, [], { expected: 'the key hotel alone', actual });
      },
    }),

    'hotel-card.shown-fields-are-complete': reading('2.7', {
      since,
      text: 'A hotel has an integer id, a boolean isDeleted, a name in ru and en, integer stars, phones that are strings, the arrays amenities and photos, and an integer category.id.',
      reading:
        'None of the fields shown is marked optional, as those of an amenity are, nor said to be null at times, as a score is: so each of them is on every card. Further fields are lawful inside hotel, and elements of amenities and photos are open; null is the same as absent.',
      given: (trace) => withHotel(trace, (hotel) => hotel !== undefined),
      then: (exchange) => conforms(exchange, hotelStatic),
    }),

    'hotel-card.id-is-the-one-asked-for': derived('2.7', {
      severity: 'major',
      since,
      text: 'The id on the card is the one asked for.',
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

    'hotel-card.category-is-an-accommodation-type': documented('2.7', {
      since,
      text: 'The category of a hotel is one of the accommodation types.',
      given: (trace) => {
        const types = answered(trace, 'accommodation-types').filter(
          (exchange) => isTroubled(exchange) || showsEveryId(exchange),
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

    'hotel-card.unknown-hotel-is-not-found': reading('7', {
      since,
      text: 'An unknown hotel is refused with the code HOTEL_NOT_FOUND.',
      reading:
        'Envelope and status are open; the code must stand somewhere in the body. What is negative or has more than 32 bits may be refused in any way, because it may be no id at all.',
      dimensions: nothingOwn,
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

    'hotel-card.same-for-every-asker': law('1', {
      since,
      text: 'The card of a hotel does not depend on the language and the partner.',
      reading: whileItChanges,
      ...sameForEveryAsker('hotel-static', like, (exchange) => isJsonObject(hotelOf(exchange))),
    }),

    'hotel-card.two-reads-agree': derived('1', {
      since,
      text: 'Two reads of a hotel in a row report the same.',
      reading: whileItChanges,
      ...twoReadsAgree('hotel-static', like, (exchange) => isJsonObject(hotelOf(exchange))),
    }),
  },
});
