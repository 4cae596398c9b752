/** Faults of what the strict supplier asks of guests, and of what becomes of a booking that it refuses. */
import { refusals } from '../altering/sold.ts';
import { fault } from '../deviation.ts';
import { isFields } from '../fields.ts';
import type { Guest } from '../hotels/canonical.ts';
import type { HotelRules } from '../hotels/rules.ts';
import type { StoredBooking } from '../hotels/state.ts';
import { answer, type Reply, refusal, withBody } from '../reply.ts';

const booking = ['create-booking', 'search-bookings', 'view-booking'] as const;

type Requirement = 'citizenship' | 'gender';

const lacks = (guest: Guest, requirement: Requirement): boolean => !guest[requirement];

/** Lets the strict supplier overlook what some guests lack. */
const overlooks = (
  requirement: Requirement,
  isOverlooked: (guest: Guest, guests: readonly Guest[]) => boolean = () => true,
) => ({
  touches: booking,
  rules: ({ refusalOf }: HotelRules): Pick<HotelRules, 'refusalOf'> => ({
    refusalOf: (guest, supplier, guests) =>
      lacks(guest, requirement) && isOverlooked(guest, guests)
        ? refusalOf(
            { ...guest, citizenship: guest.citizenship ?? 'DE', gender: guest.gender ?? 'male' },
            supplier,
            guests,
          )
        : refusalOf(guest, supplier, guests),
  }),
});

const isLast = (guest: Guest, guests: readonly Guest[]): boolean => guest === guests.at(-1);

const isSupplierError = ({ body }: Reply): boolean =>
  isFields(body) && isFields(body.error) && body.error.code === 'SUPPLIER_ERROR';

/** Answers refusals of the supplier in another way, where the request lacks this. */
const refusedOtherwise = (bend: (reply: Reply) => Reply, requirement?: Requirement) =>
  refusals('create-booking', (reply, { asked }) => {
    const isMeant =
      requirement === undefined || (asked?.guests ?? []).flat().some((guest) => lacks(guest, requirement));
    return isSupplierError(reply) && isMeant ? bend(reply) : reply;
  });

const coded = (code: string, status: number) => () =>
  refusal(status, { code, message: 'The guests are not complete.' });

const messaged = (message: unknown) =>
  refusedOtherwise((reply) => withBody(reply, { error: { code: 'SUPPLIER_ERROR', message } }));

const refusalFaults = [
  fault('accepts-guests-without-citizenship', {
    violates: ['create-booking.guest-without-citizenship-is-refused'],
    summary: 'The strict supplier books guests without citizenship.',
    ...overlooks('citizenship'),
  }),
  fault('asks-no-citizenship-of-the-last-guest', {
    violates: ['create-booking.guest-without-citizenship-is-refused'],
    summary: 'The strict supplier books when only the last guest lacks citizenship.',
    ...overlooks('citizenship', isLast),
  }),
  fault('calls-missing-citizenship-a-bad-request', {
    violates: ['create-booking.guest-without-citizenship-is-refused'],
    summary: 'Guests without citizenship are refused with another code.',
    reply: refusedOtherwise(coded('INVALID_REQUEST', 400), 'citizenship'),
  }),
  fault('accepts-guests-without-gender', {
    violates: ['create-booking.guest-without-gender-is-refused'],
    summary: 'The strict supplier books guests without gender.',
    ...overlooks('gender'),
  }),
  fault('asks-no-gender-of-the-last-guest', {
    violates: ['create-booking.guest-without-gender-is-refused'],
    summary: 'The strict supplier books when only the last guest lacks gender.',
    ...overlooks('gender', isLast),
  }),
  fault('calls-missing-gender-a-supplier-problem', {
    violates: ['create-booking.guest-without-gender-is-refused'],
    summary: 'Guests without gender are refused with the code SUPPLIER_PROBLEM.',
    reply: refusedOtherwise(coded('SUPPLIER_PROBLEM', 422), 'gender'),
  }),
  fault('accepts-guests-without-anything', {
    violates: ['create-booking.guest-without-citizenship-is-refused', 'create-booking.guest-without-gender-is-refused'],
    summary: 'The strict supplier books whatever its guests lack.',
    touches: booking,
    rules: { refusalOf: () => undefined },
  }),
  fault('writes-supplier-error-small', {
    violates: ['create-booking.guest-without-citizenship-is-refused', 'create-booking.guest-without-gender-is-refused'],
    summary: 'The code of a refusal by the supplier is in small letters.',
    reply: refusedOtherwise(coded('supplier_error', 422)),
  }),
];

const messageFaults = [
  fault('gives-no-reason-of-the-supplier', {
    violates: ['create-booking.supplier-error-says-why'],
    summary: 'The message of a SUPPLIER_ERROR is empty.',
    reply: messaged(''),
  }),
  fault('gives-blanks-as-the-reason-of-the-supplier', {
    violates: ['create-booking.supplier-error-says-why'],
    summary: 'The message of a SUPPLIER_ERROR is made of spaces.',
    reply: messaged('   '),
  }),
  fault('leaves-out-the-reason-of-the-supplier', {
    violates: ['create-booking.supplier-error-says-why'],
    summary: 'A SUPPLIER_ERROR has no message.',
    reply: refusedOtherwise((reply) => withBody(reply, { error: { code: 'SUPPLIER_ERROR' } })),
  }),
];

const isTwin = (one: StoredBooking, other: StoredBooking): boolean =>
  one.createdAtMs === other.createdAtMs && one.contact === other.contact;

const existenceFaults = [
  fault('books-what-the-supplier-refused', {
    violates: ['create-booking.refused-booking-does-not-exist'],
    summary: 'A booking that was refused is in work afterwards.',
    touches: booking,
    rules: { booksRefused: true },
  }),
  fault('refuses-complete-guests', {
    violates: ['create-booking.complete-guests-are-accepted'],
    summary: 'The strict supplier refuses complete guests as it does those who lack something.',
    touches: booking,
    rules: { refusalOf: (_, { isStrict }) => (isStrict ? 'Citizenship and gender are required.' : undefined) },
  }),
  fault('books-every-request-twice', {
    violates: ['create-booking.one-request-books-once'],
    summary: 'One request makes two bookings, which are cancelled together.',
    touches: booking,
    rules: ({ statusOf }) => ({
      bookingsPerRequest: 2,
      statusOf: (one, world) => {
        const cancelled = world.bookings.all().find((other) => isTwin(one, other) && other.cancelledAtMs !== undefined);
        return statusOf(cancelled ?? one, world);
      },
    }),
  }),
  fault('answers-bookings-with-a-refusal', {
    violates: ['create-booking.refused-booking-does-not-exist'],
    summary: 'Offers of the supplier that is not strict are booked, and the answer is a refusal.',
    reply: {
      'create-booking': (reply) =>
        reply.status === 200
          ? answer(409, { error: { code: 'PRICE_CHANGED', message: 'The price has changed.' } })
          : reply,
    },
    touches: booking,
  }),
];

export const hotelGuestFaults = [...refusalFaults, ...messageFaults, ...existenceFaults];
