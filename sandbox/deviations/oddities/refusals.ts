/** Lawful oddities of how operations that sell refuse, and of services that have nothing for sale. */
import type { OperationId } from '../../../contracts/operations.ts';
import { odditiesOf, ruled } from '../../deviation.ts';
import { aviaIds, hotelIds } from '../../operations.ts';
import { isNoRoomLeft } from '../../refusals.ts';
import { isFields, isOfToken, isRefused, isSuccess, type Reply, refusal, withBody } from '../../reply.ts';
import type { Change, Changes, World } from '../../world.ts';
import { answers, changedWhere, changing, refusals, successes } from '../changes.ts';

const beside = (fields: object) => (reply: Reply) =>
  isFields(reply.body) ? withBody(reply, { ...fields, ...reply.body }) : reply;

const withError = (reply: Reply, change: (error: { readonly message?: unknown }) => object): Reply => {
  const body = isFields(reply.body) ? reply.body : {};
  const error = isFields(body.error) ? body.error : {};
  return withBody(reply, { ...body, error: { ...error, ...change(error) } });
};

/** What can be odd about the refusals of some operations, and beside their answers. */
const oddRefusals = (operations: readonly OperationId[], what: string) => {
  const refused = (bend: (reply: Reply) => Reply): Changes =>
    changing(
      operations,
      changedWhere((_, reply) => isRefused(reply), bend),
    );
  const inOtherWords: Change = (reply, _, world) =>
    isRefused(reply)
      ? withError(reply, ({ message }) => ({ message: `${message} (${world.count(`refusals of ${what}`)})` }))
      : reply;
  return {
    withSuccessFalse: refused((reply) => beside({ success: false })({ ...reply, status: 200 })),
    /** Refusals that are not about the token. */
    under: (status: number) => refused((reply) => (isOfToken(reply) ? reply : { ...reply, status })),
    denied: refused((reply) =>
      reply.status === 401
        ? { ...reply, status: 403, body: { error: { code: 'ACCESS_DENIED', message: 'Access is denied.' } } }
        : reply,
    ),
    withNulls: (...names: readonly string[]) => refused(beside(Object.fromEntries(names.map((name) => [name, null])))),
    besideAnswers: changing(
      // A void that succeeds has fields of its own.
      operations.filter((operation) => operation !== 'ticket-cancel'),
      changedWhere((_, reply) => isSuccess(reply) && !isRefused(reply), beside({ success: true, error: null })),
    ),
    inOtherWords: changing(operations, inOtherWords),
    atLength: refused((reply) => withError(reply, () => ({ details: [{ field: null }], traceId: '0af7' }))),
  };
};

const ofHotels = oddRefusals(hotelIds, 'hotels');
const ofFlights = oddRefusals(aviaIds, 'flights');

export const hotelRefusalOddities = odditiesOf({
  'refuses-hotel-requests-with-200-and-success-false': ofHotels.withSuccessFalse,
  'refuses-hotel-requests-with-404': ofHotels.under(404),
  'refuses-hotel-requests-with-409': ofHotels.under(409),
  'denies-access-to-hotels': {
    summary: 'Hotel operations refuse a token with 403 and ACCESS_DENIED.',
    reply: ofHotels.denied,
  },
  'says-null-beside-hotel-errors': ofHotels.withNulls('searchId', 'offers', 'bookings', 'bookingId', 'status'),
  'says-success-beside-hotel-answers': ofHotels.besideAnswers,
  'refuses-hotel-requests-in-other-words-each-time': ofHotels.inOtherWords,
  'explains-hotel-errors-at-length': ofHotels.atLength,
});

export const flightRefusalOddities = odditiesOf({
  'refuses-flights-with-200-and-success-false': ofFlights.withSuccessFalse,
  'refuses-flights-with-401': {
    summary: 'What an avia operation refuses for any reason has status 401.',
    reply: ofFlights.under(401),
  },
  'refuses-flights-with-403': ofFlights.under(403),
  'refuses-flights-with-404': ofFlights.under(404),
  'refuses-flights-with-409': ofFlights.under(409),
  'denies-access-to-flights': {
    summary: 'Avia operations refuse a token with 403 and ACCESS_DENIED.',
    reply: ofFlights.denied,
  },
  'says-null-beside-errors-of-flights': ofFlights.withNulls(
    'searchId',
    'offers',
    'bookingId',
    'tickets',
    'ticketNumber',
    'exchangeId',
  ),
  'says-success-beside-answers-about-flights': {
    summary: 'Answers of avia operations say success true and error null, but for voids.',
    reply: ofFlights.besideAnswers,
  },
  'refuses-flights-in-other-words-each-time': ofFlights.inOtherWords,
  'explains-errors-of-flights-at-length': ofFlights.atLength,
});

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
    ...ruled(['pnr-create'], 'seatsOf', (before, flight, within) =>
      within.operation === 'pnr-create' ? 0 : before(flight, within),
    ),
    reply: refusals('pnr-create', (reply, { world }) => (reply.status === 409 ? unavailable(world) : reply)),
  },
  'books-no-children': {
    summary: 'A party with a child is refused with 422 where it is to be booked; adults are booked.',
    ...ruled(['create-booking', 'pnr-create'], 'declines', (before, wanted, world) =>
      wanted.offer.stay.rooms.some(({ childrenAges }) => childrenAges.length > 0)
        ? declinesChildren
        : before(wanted, world),
    ),
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
