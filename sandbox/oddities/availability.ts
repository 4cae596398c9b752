/** Lawful services that have nothing for sale on the way to a booking, and one that books no children. */
import { answers, refusals, successes } from '../altering/sold.ts';
import type { FlightRules } from '../avia/rules.ts';
import { odditiesOf } from '../deviation.ts';
import { isNoRoomLeft } from '../hotels/refusals.ts';
import type { HotelRules } from '../hotels/rules.ts';
import { type Reply, refusal } from '../reply.ts';
import type { World } from '../world.ts';

const statuses = [404, 409, 422, 200] as const;

/** Under each status in turn. */
const unavailable = (world: World): Reply =>
  refusal(statuses[world.count('refusals for lack of offers') % statuses.length] ?? 404, {
    code: 'NO_AVAILABILITY',
    message: 'Nothing is available.',
  });

const noChildren: Reply = refusal(422, { code: 'CHILDREN_NOT_ACCEPTED', message: 'Children are not accepted.' });
const declinesChildren = 'Children cannot be accommodated.';

export const availabilityOddities = odditiesOf({
  'has-no-hotels': successes('hotel-search', (_, { world }) => unavailable(world)),
  'lists-no-hotels': answers('hotel-search', (body) => ({ ...body, hotels: [] })),
  'has-no-rooms-in-hotels': successes('hotel-pricing', (_, { world }) => unavailable(world)),
  'lists-no-rooms-in-hotels': answers('hotel-pricing', (body) => ({ ...body, offers: [] })),
  'has-no-room-left-to-verify': successes('offer-pricing', (_, { world }) => unavailable(world)),
  'has-no-room-left-to-book': {
    touches: ['create-booking'],
    rules: { bookingsPerRequest: 0 },
    reply: refusals('create-booking', (reply, { world }) => (isNoRoomLeft(reply) ? unavailable(world) : reply)),
  },
  'has-no-flights': successes('avia-search', (_, { world }) => unavailable(world)),
  'lists-no-flights': answers('avia-search', (body) => ({ ...body, offers: [] })),
  'has-no-price-of-flights': successes('avia-offer-price', (_, { world }) => unavailable(world)),
  'has-no-seats-left-to-book': {
    touches: ['pnr-create'],
    rules: ({ seatsOf }: FlightRules): Pick<FlightRules, 'seatsOf'> => ({
      seatsOf: (flight, within) => (within.operation === 'pnr-create' ? 0 : seatsOf(flight, within)),
    }),
    reply: refusals('pnr-create', (reply, { world }) => (reply.status === 409 ? unavailable(world) : reply)),
  },
  'books-no-children': {
    summary: 'A party with a child is refused with 422 where it is to be booked; adults are booked.',
    touches: ['create-booking', 'pnr-create'],
    rules: ({ declines }: HotelRules): Pick<HotelRules, 'declines'> => ({
      declines: (wanted, world) =>
        wanted.offer.stay.rooms.some(({ childrenAges }) => childrenAges.length > 0)
          ? declinesChildren
          : declines(wanted, world),
    }),
    reply: {
      ...refusals('create-booking', (reply) =>
        JSON.stringify(reply.body).includes(declinesChildren) ? noChildren : reply,
      ),
      ...successes('pnr-create', (reply, { asked }) =>
        asked?.passengers.some(({ isChild }) => isChild) ? noChildren : reply,
      ),
    },
  },
});
