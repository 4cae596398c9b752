/** Faults of what the strict supplier asks of guests, and of what becomes of a booking that it refuses. */
import { refusals } from '../altering/sold.ts';
import { faultsOf } from '../deviation.ts';
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

const isTwin = (one: StoredBooking, other: StoredBooking): boolean =>
  one.createdAtMs === other.createdAtMs && one.contact === other.contact;

export const hotelGuestFaults = [
  ...faultsOf('create-booking.guest-without-citizenship-is-refused', {
    'accepts-guests-without-citizenship': overlooks('citizenship'),
    'asks-no-citizenship-of-the-last-guest': overlooks('citizenship', isLast),
    'calls-missing-citizenship-a-bad-request': refusedOtherwise(coded('INVALID_REQUEST', 400), 'citizenship'),
  }),
  ...faultsOf('create-booking.guest-without-gender-is-refused', {
    'accepts-guests-without-gender': overlooks('gender'),
    'asks-no-gender-of-the-last-guest': overlooks('gender', isLast),
    'calls-missing-gender-a-supplier-problem': refusedOtherwise(coded('SUPPLIER_PROBLEM', 422), 'gender'),
  }),
  ...faultsOf(
    ['create-booking.guest-without-citizenship-is-refused', 'create-booking.guest-without-gender-is-refused'],
    {
      'accepts-guests-without-anything': { touches: booking, rules: { refusalOf: () => undefined } },
      'writes-supplier-error-small': refusedOtherwise(coded('supplier_error', 422)),
    },
  ),
  ...faultsOf('create-booking.supplier-error-says-why', {
    'gives-no-reason-of-the-supplier': messaged(''),
    'gives-blanks-as-the-reason-of-the-supplier': messaged('   '),
    'leaves-out-the-reason-of-the-supplier': refusedOtherwise((reply) =>
      withBody(reply, { error: { code: 'SUPPLIER_ERROR' } }),
    ),
  }),
  ...faultsOf('create-booking.refused-booking-does-not-exist', {
    'books-what-the-supplier-refused': { touches: booking, rules: { booksRefused: true } },
    'answers-bookings-with-a-refusal': {
      summary: 'Offers of the supplier that is not strict are booked, and the answer is a refusal.',
      reply: {
        'create-booking': (reply) =>
          reply.status === 200
            ? answer(409, { error: { code: 'PRICE_CHANGED', message: 'The price has changed.' } })
            : reply,
      },
      touches: booking,
    },
  }),
  ...faultsOf('create-booking.complete-guests-are-accepted', {
    'refuses-complete-guests': {
      touches: booking,
      rules: { refusalOf: (_, { isStrict }) => (isStrict ? 'Citizenship and gender are required.' : undefined) },
    },
  }),
  ...faultsOf('create-booking.one-request-books-once', {
    'books-every-request-twice': {
      summary: 'One request makes two bookings, which are cancelled together.',
      touches: booking,
      rules: ({ statusOf }) => ({
        bookingsPerRequest: 2,
        statusOf: (one, world) => {
          const cancelled = world.bookings
            .all()
            .find((other) => isTwin(one, other) && other.cancelledAtMs !== undefined);
          return statusOf(cancelled ?? one, world);
        },
      }),
    },
  }),
];
