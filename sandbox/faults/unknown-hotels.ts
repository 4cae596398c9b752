/** Faults in how a hotel that does not exist is refused. */
import { when } from '../altering/replies.ts';
import { knownHotelIds } from '../data/hotels.ts';
import { fault } from '../deviation.ts';
import { hotelIdIn } from '../handlers/hotel-static.ts';
import { answer, type Reply, refusal } from '../reply.ts';
import type { Change } from '../world.ts';

const isNotFound = ({ status, body }: Reply): boolean => status === 404 && JSON.stringify(body).includes('_NOT_FOUND');

/** Answers requests for unknown hotels in another way, where the id is one that is meant. */
const instead = (other: (reply: Reply) => Reply, isMeant: (id: number) => boolean = () => true) => ({
  'hotel-static': when((request, reply) => isNotFound(reply) && isMeant(hotelIdIn(request) ?? 0), other),
});

const coded = (code: string) => () => refusal(404, { code, message: 'There is no such hotel.' });

const violates = ['hotel-card.unknown-hotel-is-not-found'] as const;

const [first] = knownHotelIds;

const cardInstead =
  (pick: (id: number, ids: readonly number[]) => number | undefined): Change =>
  (reply, request, world) => {
    if (!isNotFound(reply)) return reply;
    const ids = world.hotels.map(({ id }) => id);
    const id = pick(hotelIdIn(request) ?? 0, ids);
    return id === undefined ? reply : answer(200, { hotel: world.hotelOf(id) });
  };

/** No id of the data is as large. */
const largeId = 1_000_000_000;

export const unknownHotelFaults = [
  fault('answers-hotel-null-for-unknown-hotel', {
    violates,
    summary: 'An unknown hotel is answered with 200 and hotel null.',
    reply: instead(() => answer(200, { hotel: null })),
  }),
  fault('answers-unknown-hotel-with-nothing', {
    violates,
    summary: 'An unknown hotel gets 404 with an empty body.',
    reply: instead(() => answer(404, undefined)),
  }),
  fault('calls-unknown-hotels-not-found', {
    violates,
    summary: 'The code for an unknown hotel is NOT_FOUND.',
    reply: instead(coded('NOT_FOUND')),
  }),
  fault('writes-hotel-not-found-small', {
    violates,
    summary: 'The code for an unknown hotel is in small letters.',
    reply: instead(coded('hotel_not_found')),
  }),
  fault('tells-hotel-not-found-by-a-message-alone', {
    violates,
    summary: 'An unknown hotel is refused with a message and no code.',
    reply: instead(() => answer(404, { error: { message: 'Hotel not found' } })),
  }),
  fault('refuses-hotel-zero-as-invalid', {
    violates,
    summary: 'Only the hotelId 0 is refused with 400 and another code.',
    reply: instead(
      () => refusal(400, { code: 'INVALID_REQUEST', message: 'hotelId must be positive.' }),
      (id) => id === 0,
    ),
  }),
  fault('refuses-large-hotel-ids-as-invalid', {
    violates,
    summary: 'A hotelId of ten digits is refused with 400 and another code.',
    reply: instead(
      () => refusal(400, { code: 'INVALID_REQUEST', message: 'hotelId is out of range.' }),
      (id) => id >= largeId,
    ),
  }),
  fault('shows-the-first-hotel-for-unknown-ones', {
    violates,
    summary: 'An unknown hotel is answered with the card of the first one.',
    reply: { 'hotel-static': cardInstead(() => first) },
  }),
  fault('shows-the-next-hotel-for-a-gap', {
    violates,
    summary: 'An id in a gap is answered with the card of the next hotel; beyond the last it is refused.',
    reply: { 'hotel-static': cardInstead((asked, ids) => ids.find((id) => id > asked)) },
  }),
  fault('invents-an-empty-hotel', {
    violates,
    summary: 'An unknown hotel is answered with a card that has its id and empty fields.',
    reply: {
      'hotel-static': (reply, request) =>
        isNotFound(reply)
          ? answer(200, {
              hotel: {
                id: hotelIdIn(request),
                isDeleted: true,
                name: { ru: '', en: '' },
                stars: 0,
                phones: [],
                amenities: [],
                photos: [],
                category: { id: 1 },
              },
            })
          : reply,
    },
  }),
];
