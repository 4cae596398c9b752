/** Faults of a cancellation: the money it tells, and what becomes of the booking. */
import type { BookingStatus } from '../../contracts/facts.ts';
import { answers, listOf, type Met, refusals, without } from '../altering/sold.ts';
import { fault } from '../deviation.ts';
import type { CanonicalReplies, CanonicalRequests } from '../hotels/canonical.ts';
import type { HotelRules, HotelWorld } from '../hotels/rules.ts';
import type { StoredBooking } from '../hotels/state.ts';
import { answer } from '../reply.ts';
import type { Amount } from '../sales/money.ts';
import { euro, percentOf } from '../sales/money.ts';

type Cancelled = CanonicalReplies['cancel-booking'];

const cancels = (bend: (body: Cancelled, met: Met<'cancel-booking'>) => unknown) => answers('cancel-booking', bend);

const more = ({ minor, currency }: Amount, by: number): Amount => ({ minor: minor + by, currency });

const toldFaults = [
  fault('tells-no-refund', {
    violates: ['cancel-booking.penalties-and-refund-are-told'],
    summary: 'A cancellation tells no refund.',
    reply: cancels((body) => without('refund', body)),
  }),
  fault('tells-neither-penalty-nor-refund', {
    violates: ['cancel-booking.penalties-and-refund-are-told'],
    summary: 'A cancellation tells the bookingId and no money.',
    reply: cancels(({ bookingId }) => ({ bookingId })),
  }),
  fault('answers-cancellations-with-nothing', {
    violates: ['cancel-booking.penalties-and-refund-are-told'],
    summary: 'A cancellation answers with an empty object.',
    reply: cancels(() => ({})),
  }),
  fault('nulls-the-refund-of-free-cancellations', {
    violates: ['cancel-booking.penalties-and-refund-are-told'],
    summary: 'The refund of a cancellation without a penalty is null.',
    reply: cancels((body) => (body.penalty.minor === 0 ? { ...body, refund: null } : body)),
  }),
];

const sumFaults = [
  fault('refunds-a-cent-too-little', {
    violates: ['cancel-booking.penalty-and-refund-are-the-price'],
    summary: 'Penalty and refund together are a cent less than the price.',
    reply: cancels((body) => ({ ...body, refund: more(body.refund, -1) })),
  }),
  fault('refunds-the-price-without-its-fee', {
    violates: ['cancel-booking.penalty-and-refund-are-the-price'],
    summary: 'The refund leaves out the fee, which is told as no penalty.',
    reply: cancels((body, { asked, world }) => {
      const booking = world.bookings.find(asked?.bookingId ?? '');
      return { ...body, refund: more(body.refund, -(booking?.offer.parts.fee.minor ?? 0)) };
    }),
  }),
  fault('refunds-no-upsells', {
    violates: ['cancel-booking.penalty-and-refund-are-the-price'],
    summary: 'The refund leaves out what was paid for early check-in and late check-out.',
    reply: cancels((body, { asked, world }) => {
      const booking = world.bookings.find(asked?.bookingId ?? '');
      const paid = (booking?.upsells ?? []).reduce((sum, { price }) => sum + price.minor, 0);
      return { ...body, refund: more(body.refund, -paid) };
    }),
  }),
];

const penalty = (penaltyOf: (booking: StoredBooking, before: number) => number) => ({
  touches: ['cancel-booking'] as const,
  rules: (before: HotelRules) => ({
    penaltyOf: (booking: StoredBooking, world: HotelWorld) => penaltyOf(booking, before.penaltyOf(booking, world)),
  }),
});

const freeFaults = [
  fault('charges-for-free-cancellations', {
    violates: ['cancel-booking.free-cancellation-costs-nothing'],
    summary: 'Cancelling costs the penalty of a late cancellation at any time.',
    ...penalty(({ price, offer }) => percentOf(price.minor, offer.latePenaltyPercent)),
  }),
  fault('charges-a-cent-for-free-cancellations', {
    violates: ['cancel-booking.free-cancellation-costs-nothing'],
    summary: 'Cancelling free of charge costs a cent.',
    ...penalty((_, before) => (before === 0 ? 1 : before)),
  }),
  fault('keeps-the-fee-of-free-cancellations', {
    violates: ['cancel-booking.free-cancellation-costs-nothing'],
    summary: 'Cancelling free of charge costs the fee that is part of the price.',
    ...penalty(({ offer }, before) => (before === 0 ? offer.parts.fee.minor : before)),
  }),
];

const viewsCancelledAs = (status: BookingStatus) =>
  answers('view-booking', (body) =>
    body.bookingInfo.status === 'cancelled' ? { ...body, bookingInfo: { status } } : body,
  );

type Asked = CanonicalRequests['search-bookings'];

/** A list that has not heard of cancellations: under every filter it takes them for what they were before. */
const listsCancelledAs = (told: BookingStatus) => ({
  touches: ['search-bookings'] as const,
  rules: ({ matchesStatus }: HotelRules): Partial<HotelRules> => ({
    matchesStatus: (booking: StoredBooking, asked: Asked, world: HotelWorld) =>
      asked.status !== undefined && booking.cancelledAtMs !== undefined
        ? asked.status === told
        : matchesStatus(booking, asked, world),
  }),
  reply: answers('search-bookings', (body) => ({
    ...body,
    bookings: listOf(body.bookings).map((booking) =>
      booking.status === 'cancelled' ? { ...booking, status: told } : booking,
    ),
  })),
});

const everywhere = ['view-booking', 'search-bookings'] as const;

const shownFaults = [
  fault('views-cancelled-bookings-as-completed', {
    violates: ['cancel-booking.view-shows-cancelled'],
    summary: 'A cancelled booking is viewed as completed, and listed as cancelled.',
    reply: viewsCancelledAs('completed'),
  }),
  fault('lists-cancelled-bookings-as-completed', {
    violates: ['cancel-booking.list-shows-cancelled'],
    summary: 'A cancelled booking is listed as completed, and viewed as cancelled.',
    ...listsCancelledAs('completed'),
  }),
  fault('cancels-nothing', {
    violates: ['cancel-booking.view-shows-cancelled', 'cancel-booking.list-shows-cancelled'],
    summary: 'A cancellation answers with success and cancels nothing.',
    touches: everywhere,
    rules: { cancels: () => false },
  }),
  fault('calls-cancelled-bookings-failed', {
    violates: ['cancel-booking.view-shows-cancelled', 'cancel-booking.list-shows-cancelled'],
    summary: 'A cancelled booking is told as failed everywhere.',
    touches: everywhere,
    rules: ({ statusOf }) => ({
      statusOf: (booking, world) => (booking.cancelledAtMs === undefined ? statusOf(booking, world) : 'failed'),
    }),
  }),
];

const isUnknown = ({ asked, world }: Met<'cancel-booking'>): boolean =>
  asked !== undefined && world.bookings.find(asked.bookingId) === undefined;

const unknownFaults = [
  fault('cancels-unknown-bookings', {
    violates: ['cancel-booking.unknown-booking-is-refused'],
    summary: 'Cancelling a booking that does not exist succeeds, without penalty and refund.',
    reply: refusals('cancel-booking', (reply, met) =>
      isUnknown(met) ? answer(200, { bookingId: met.asked?.bookingId, penalty: euro(0), refund: euro(0) }) : reply,
    ),
  }),
];

/** A list that tells another status of what is not cancelled than views do, under every filter but a status. */
const staleList = (told: BookingStatus) =>
  answers('search-bookings', (body, { asked }) =>
    asked?.status === undefined
      ? {
          ...body,
          bookings: listOf(body.bookings).map((booking) =>
            booking.status === 'completed' ? { ...booking, status: told } : booking,
          ),
        }
      : body,
  );

const agreementFaults = [
  fault('lists-completed-bookings-as-in-work', {
    violates: ['booking-status.operations-agree'],
    summary: 'A list without a status filter says inWork of bookings that views call completed.',
    reply: staleList('inWork'),
  }),
];

const formerFaults = [
  fault('answers-cancellations-with-a-former-status', {
    violates: ['booking-status.former-values-are-gone'],
    summary: 'A cancellation tells the status Cancelled beside its bookingId.',
    reply: cancels((body) => ({ ...body, status: 'Cancelled' })),
  }),
];

const isForeign = ({ asked, world }: Met<'cancel-booking'>): boolean =>
  asked !== undefined && world.bookings.find(asked.bookingId) !== undefined;

const refusalFaults = [
  fault('lets-every-partner-cancel', {
    violates: ['cancel-booking.other-partner-is-refused'],
    summary: 'Every partner can cancel every booking.',
    touches: ['cancel-booking'],
    rules: ({ showsBookingTo }) => ({
      showsBookingTo: (booking, clientId, asked) =>
        asked.operation === 'cancel-booking' || showsBookingTo(booking, clientId, asked),
    }),
  }),
  fault('says-success-to-other-partners-who-cancel', {
    violates: ['cancel-booking.other-partner-is-refused'],
    summary: 'Another partner who cancels a booking is told of success, and nothing happens.',
    reply: refusals('cancel-booking', (reply, met) =>
      isForeign(met) ? answer(200, { bookingId: met.asked?.bookingId, penalty: euro(0), refund: euro(0) }) : reply,
    ),
  }),
  fault('cancels-what-it-refuses-to-cancel', {
    violates: ['cancel-booking.refused-cancellation-changes-nothing'],
    summary: 'Another partner who cancels a booking is refused, and the booking is cancelled all the same.',
    touches: ['cancel-booking', 'view-booking'],
    reply: refusals('cancel-booking', (reply, { asked, world }) => {
      const booking = world.bookings.find(asked?.bookingId ?? '');
      if (booking)
        world.bookings.put({ ...booking, cancelledAtMs: world.now(), penalty: { ...booking.price, minor: 0 } });
      return reply;
    }),
  }),
];

export const hotelCancellationFaults = [
  ...refusalFaults,
  ...formerFaults,
  ...toldFaults,
  ...sumFaults,
  ...freeFaults,
  ...shownFaults,
  ...unknownFaults,
  ...agreementFaults,
];
