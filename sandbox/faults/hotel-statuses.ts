/** Faults of the one status that the booking operations tell. */
import { listedBookings } from '../altering/hotels.ts';
import { answers, listOf } from '../altering/sold.ts';
import { fault } from '../deviation.ts';
import type { CanonicalReplies, ListedBooking } from '../hotels/canonical.ts';

const created = (bend: (body: CanonicalReplies['create-booking']) => unknown) =>
  answers('create-booking', (body) => bend(body));

const viewed = (bend: (status: unknown) => unknown) =>
  answers('view-booking', (body) => ({ ...body, bookingInfo: { status: bend(body.bookingInfo.status) } }));

const listed = (bend: (status: ListedBooking['status']) => unknown) =>
  listedBookings(
    () => true,
    (booking) => ({ ...booking, status: bend(booking.status) }),
  );

const instead = (of: string, other: unknown) => (status: unknown) => (status === of ? other : status);

const createFaults = [
  fault('tells-no-status-of-a-new-booking', {
    violates: ['create-booking.status-is-documented'],
    summary: 'create_booking tells no status.',
    reply: created(({ status: _, ...body }) => body),
  }),
  fault('confirms-new-bookings', {
    violates: ['create-booking.status-is-documented'],
    summary: 'create_booking tells the status confirmed, which was never one.',
    reply: created((body) => ({ ...body, status: 'confirmed' })),
  }),
  fault('writes-the-status-of-a-new-booking-small', {
    violates: ['create-booking.status-is-documented'],
    summary: 'create_booking tells the status inwork, in small letters.',
    reply: created((body) => ({ ...body, status: 'inwork' })),
  }),
];

const viewFaults = [
  fault('views-completed-as-confirmed', {
    violates: ['view-booking.status-is-documented'],
    summary: 'A view says confirmed of a completed booking.',
    reply: viewed(instead('completed', 'confirmed')),
  }),
  fault('views-cancelled-with-one-l', {
    violates: ['view-booking.status-is-documented'],
    summary: 'A view says canceled of a cancelled booking.',
    reply: viewed(instead('cancelled', 'canceled')),
  }),
  fault('views-the-status-beside-booking-info', {
    violates: ['view-booking.status-is-documented'],
    summary: 'A view has its status at the top, and no bookingInfo.',
    reply: answers('view-booking', ({ bookingInfo, ...body }) => ({ ...body, status: bookingInfo.status })),
  }),
];

const listFaults = [
  fault('lists-completed-as-done', {
    violates: ['search-bookings.status-is-documented'],
    summary: 'A list says done of a completed booking.',
    reply: listed(instead('completed', 'done')),
  }),
  fault('lists-cancelled-without-a-status', {
    violates: ['search-bookings.status-is-documented'],
    summary: 'Cancelled bookings of a list have no status.',
    reply: listed(instead('cancelled', undefined)),
  }),
  fault('nulls-the-status-of-the-newest-booking', {
    violates: ['search-bookings.status-is-documented'],
    summary: 'The first booking of a list has the status null.',
    reply: answers('search-bookings', (body) => ({
      ...body,
      bookings: listOf(body.bookings).map((booking, at) => (at === 0 ? { ...booking, status: null } : booking)),
    })),
  }),
  fault('keys-bookings-by-number', {
    violates: ['search-bookings.status-is-documented', 'search-bookings.new-booking-is-listed'],
    summary: 'The bookings of a list are an object keyed by number.',
    reply: answers('search-bookings', (body) => ({ ...body, bookings: { ...body.bookings } })),
  }),
];

const formerFaults = [
  fault('tells-booked-of-a-new-booking', {
    violates: ['booking-status.former-values-are-gone'],
    summary: 'create_booking tells the status Booked.',
    reply: created((body) => ({ ...body, status: 'Booked' })),
  }),
  fault('views-completed-as-booked', {
    violates: ['booking-status.former-values-are-gone'],
    summary: 'A view says Booked of a completed booking.',
    reply: viewed(instead('completed', 'Booked')),
  }),
  fault('views-cancelled-by-its-former-name', {
    violates: ['booking-status.former-values-are-gone'],
    summary: 'A view says Cancelled of a cancelled booking.',
    reply: viewed(instead('cancelled', 'Cancelled')),
  }),
  fault('lists-completed-as-booked', {
    violates: ['booking-status.former-values-are-gone'],
    summary: 'A list says Booked of a completed booking.',
    reply: listed(instead('completed', 'Booked')),
  }),
  fault('lists-cancelled-by-its-former-name', {
    violates: ['booking-status.former-values-are-gone'],
    summary: 'A list says Cancelled of a cancelled booking.',
    reply: listed(instead('cancelled', 'Cancelled')),
  }),
];

export const hotelStatusFaults = [...createFaults, ...viewFaults, ...listFaults, ...formerFaults];
