/** The ways in which hotel bookings break their clauses. */
import type { ClauseId } from '../../contracts/clauses.ts';
import type { Json } from '../../contracts/json.ts';
import { bookingListBreakages, ourEntry, ourStatus, withEntry, withoutOurs } from './booking-list-breakages.ts';
import { bookingTelling, incompleteTelling, refusedTelling, unknownTelling } from './bookings.ts';
import { type Breakage, breakage, type Change, oneAnswer, oneBody, type Story, type Which } from './breakage.ts';
import { costing, type Fields, fields, inFields, inPart, oneOf, without } from './entries.ts';
import { ok, refused } from './telling.ts';
import { former, inView, undocumented, viewBreakages, withStatus } from './view-breakages.ts';

const ofCreation: readonly Breakage[] = [
  breakage(
    'create-booking.status-is-documented',
    'tells another status',
    oneBody(
      'create-booking',
      inFields((body, pick) => ({ ...body, status: oneOf(undocumented, pick) })),
    ),
  ),
  breakage(
    'create-booking.status-is-documented',
    'tells no status',
    oneBody(
      'create-booking',
      inFields((body) => without(body, 'status')),
    ),
  ),
  breakage(
    'booking-status.former-values-are-gone',
    'creates with a former status',
    oneBody(
      'create-booking',
      inFields((body, pick) => ({ ...body, status: oneOf(former, pick) })),
    ),
  ),
  breakage('create-booking.one-request-books-once', 'books twice', (telling, pick) => {
    const twice = {
      ...telling,
      rest: {
        ...telling.rest,
        attempts: (telling.rest.attempts ?? []).map((each) => ({ ...each, found: 'twice' as const })),
      },
    };
    const again = withEntry((body) => ({ ...ourEntry(body), bookingId: 'again' }));
    return oneBody(inPart('look-up'), again)(twice, pick);
  }),
];

const isFree = ({ penalty }: Fields): boolean => fields(penalty).amount === 0;

const ofCancellation: readonly Breakage[] = [
  breakage(
    'cancel-booking.penalties-and-refund-are-told',
    'tells no money',
    oneBody(
      inPart('cancel'),
      inFields((body, pick) => oneOf([{}, without(body, 'penalty'), without(body, 'refund')], pick)),
    ),
  ),
  breakage(
    'cancel-booking.penalty-and-refund-are-the-price',
    'keeps some of the price',
    oneBody(
      inPart('cancel'),
      inFields((body) => ({ ...body, refund: costing(body.refund, -0.02) })),
    ),
  ),
  breakage(
    'cancel-booking.free-cancellation-costs-nothing',
    'charges what was free',
    oneBody(
      inPart('cancel'),
      inFields((body) =>
        isFree(body) ? { penalty: costing(body.penalty, 0.02), refund: costing(body.refund, -0.02) } : undefined,
      ),
    ),
  ),
  breakage(
    'cancel-booking.view-shows-cancelled',
    'shows it as before',
    inView((body, pick) => withStatus(oneOf<Json>(['completed', 'inWork', 'unknown'], pick))(body), inPart('after')),
  ),
  breakage(
    'cancel-booking.list-shows-cancelled',
    'lists it as before',
    oneBody(
      inPart('list-after'),
      ourStatus(() => 'completed'),
    ),
  ),
  breakage(
    'cancel-booking.list-shows-cancelled',
    'leaves it out of what is cancelled',
    oneBody(inPart('cancelled'), withoutOurs),
  ),
  breakage(
    'cancel-booking.other-partner-is-refused',
    'cancels for another partner',
    oneAnswer((step) => step.part === 'foreign' && step.operation === 'cancel-booking', ok({}), ok({ penalty: null })),
  ),
];

/** The last of them, after which no other list could tell of it. */
const booksWhatItRefused: Change = (telling, pick) => {
  const { attempts = [] } = telling.rest;
  const last = attempts.at(-1);
  const found = attempts.map((each) => (each === last ? { ...each, found: 'once' as const } : each));
  const entry = { bookingId: 'b-9', status: oneOf<Json>(['completed', 'inWork'], pick), names: [`${last?.mark}`] };
  const which: Which = (_, index) => last?.lookedUpBy.includes(index) ?? false;
  return oneBody(
    which,
    inFields(() => ({ bookings: [entry] })),
  )({ ...telling, rest: { ...telling.rest, attempts: found } }, pick);
};

const lacking = (clause: ClauseId, name: 'citizenship' | 'gender'): readonly Breakage[] => [
  breakage(
    clause,
    'refuses otherwise',
    oneAnswer(inPart(name), refused(400, 'VALIDATION'), refused(200, 'supplier_error')),
  ),
  breakage(
    [clause, 'search-bookings.new-booking-is-listed'],
    'books, and lists it nowhere',
    oneAnswer(inPart(name), ok({ bookingId: 'b-9', status: 'completed' })),
  ),
];

const ofIncomplete: readonly Breakage[] = [
  ...lacking('create-booking.guest-without-citizenship-is-refused', 'citizenship'),
  ...lacking('create-booking.guest-without-gender-is-refused', 'gender'),
  breakage(
    'create-booking.supplier-error-says-why',
    'says no reason',
    oneAnswer(inPart('citizenship', 'gender'), refused(400, 'SUPPLIER_ERROR', ' '), {
      status: 200,
      body: { error: { code: 'SUPPLIER_ERROR' } },
    }),
  ),
  breakage('create-booking.refused-booking-does-not-exist', 'books what it refused', booksWhatItRefused),
  breakage('create-booking.complete-guests-are-accepted', 'wants more of complete guests', (telling, pick) => {
    const answer = telling.steps[0]?.answer;
    return answer && oneAnswer(inPart('complete'), answer)(telling, pick);
  }),
];

export const bookingStories: readonly Story[] = [
  {
    name: 'a hotel booking',
    conforming: bookingTelling,
    breakages: [...ofCreation, ...viewBreakages, ...bookingListBreakages, ...ofCancellation],
  },
  { name: 'incomplete guests', conforming: incompleteTelling, breakages: ofIncomplete },
  {
    name: 'unknown hotel bookings',
    conforming: unknownTelling,
    breakages: [
      breakage(
        'view-booking.unknown-booking-is-refused',
        'shows what nobody booked',
        oneAnswer('view-booking', ok({ bookingInfo: { status: 'completed' } }), ok(['x'])),
      ),
      breakage(
        'cancel-booking.unknown-booking-is-refused',
        'cancels what nobody booked',
        oneAnswer('cancel-booking', ok({}), ok(null), { status: 204 }),
      ),
    ],
  },
  {
    name: 'a refused cancellation',
    conforming: refusedTelling,
    breakages: [
      breakage(
        'cancel-booking.refused-cancellation-changes-nothing',
        'cancels what it refuses to',
        inView(withStatus('cancelled'), inPart('after')),
      ),
    ],
  },
];
