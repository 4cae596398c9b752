/** Faults in how a hotel that does not exist is refused. */
import { when } from '../altering/replies.ts';
import { knownHotelIds } from '../data/hotels.ts';
import { faultsOf } from '../deviation.ts';
import { hotelIdIn } from '../handlers/hotel-static.ts';
import { answer, type Reply, refusal } from '../reply.ts';
import type { Change } from '../world.ts';

const isNotFound = ({ status, body }: Reply): boolean => status === 404 && JSON.stringify(body).includes('_NOT_FOUND');

/** Answers requests for unknown hotels in another way, where the id is one that is meant. */
const instead = (other: (reply: Reply) => Reply, isMeant: (id: number) => boolean = () => true) => ({
  'hotel-static': when((request, reply) => isNotFound(reply) && isMeant(hotelIdIn(request) ?? 0), other),
});

const coded = (code: string) => () => refusal(404, { code, message: 'There is no such hotel.' });

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
  ...faultsOf('hotel-card.unknown-hotel-is-not-found', {
    'answers-hotel-null-for-unknown-hotel': instead(() => answer(200, { hotel: null })),
    'answers-unknown-hotel-with-nothing': instead(() => answer(404, undefined)),
    'calls-unknown-hotels-not-found': instead(coded('NOT_FOUND')),
    'writes-hotel-not-found-small': instead(coded('hotel_not_found')),
    'tells-hotel-not-found-by-a-message-alone': instead(() => answer(404, { error: { message: 'Hotel not found' } })),
    'refuses-hotel-zero-as-invalid': instead(
      () => refusal(400, { code: 'INVALID_REQUEST', message: 'hotelId must be positive.' }),
      (id) => id === 0,
    ),
    'refuses-large-hotel-ids-as-invalid': instead(
      () => refusal(400, { code: 'INVALID_REQUEST', message: 'hotelId is out of range.' }),
      (id) => id >= largeId,
    ),
    'shows-the-first-hotel-for-unknown-ones': { 'hotel-static': cardInstead(() => first) },
    'shows-the-next-hotel-for-a-gap': {
      summary: 'An id in a gap is answered with the card of the next hotel; beyond the last it is refused.',
      reply: { 'hotel-static': cardInstead((asked, ids) => ids.find((id) => id > asked)) },
    },
    'invents-an-empty-hotel': {
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
