/** The ways in which hotel bookings break their clauses. */
import type { ClauseId } from '../../contracts/clauses.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { bookingTelling, incompleteTelling, mark, refusedTelling, unknownTelling } from './bookings.ts';
import {
  type BodyChange,
  type Breakage,
  breakage,
  type Change,
  inTurn,
  oneAnswer,
  oneBody,
  type Pick,
  type Story,
  type Which,
} from './breakage.ts';
import { inPart, oneEntry, without } from './entries.ts';
import { ok, refused, type Step } from './telling.ts';

type Fields = { [key: string]: Json };

const isOwn =
  (operation: Step['operation']): Which =>
  (step) =>
    step.operation === operation && step.bearer === 'own';

const fields = (value: Json | undefined): Fields => (isJsonObject(value) ? value : {});

const inBody =
  (change: (body: Fields, pick: Pick) => Fields | undefined): BodyChange =>
  (body, pick) =>
    change(fields(body), pick);

const any = <T>(values: readonly T[], pick: Pick): T => values[pick(values.length)] as T;

const undocumented: readonly Json[] = ['DONE', 'InWork', 'canceled', '', 5, null, {}];
const former: readonly Json[] = ['Unknown', 'Inwork', 'Booked', 'Rejected', 'Cancelled', 'Error'];

const views = isOwn('view-booking');
const withPrices: Which = inPart('view', 'last-view', 'residence');

const asksPrices = ({ intent }: Step): boolean => fields(fields(intent).details).includePriceDetails === true;

const viewsAsking =
  (forPrices: boolean): Which =>
  (step, index, telling) =>
    (withPrices as (...args: readonly unknown[]) => boolean)(step, index, telling) && asksPrices(step) === forPrices;

const inView = (change: (body: Fields, pick: Pick) => Fields | undefined, which: Which = views) =>
  oneBody(which, inBody(change));

const withStatus = (status: Json) => (body: Fields) => ({ ...body, bookingInfo: { status } });

const leavingOut =
  (place: string, ...names: readonly string[]) =>
  (body: Fields, pick: Pick): Fields | undefined =>
    isJsonObject(body[place]) ? { ...body, [place]: without(fields(body[place]), any(names, pick)) } : undefined;

const costing = (value: Json | undefined, more: number): Json => ({
  ...fields(value),
  amount: Number(fields(value).amount) + more,
});

const upsellsOf = ({ upsells }: Fields): Fields[] => (Array.isArray(upsells) ? upsells.filter(isJsonObject) : []);

const detail: Json = { total: 1, markup: 2, serviceFee: 3 };

const inUpsell =
  (change: (upsell: Fields) => Fields) =>
  (body: Fields, pick: Pick): Fields | undefined => {
    const upsells = upsellsOf(body);
    const [at] = inTurn([...upsells.keys()], pick);
    if (at === undefined) return undefined;
    return { ...body, upsells: upsells.map((each, i) => (i === at ? change(each) : each)) };
  };

const ofViews: readonly Breakage[] = [
  breakage(
    'view-booking.status-is-documented',
    'tells another status',
    inView((body, pick) => withStatus(any(undocumented, pick))(body)),
  ),
  breakage(
    'view-booking.status-is-documented',
    'tells no status',
    inView((body) => without(body, 'bookingInfo')),
  ),
  breakage(
    'view-booking.booking-id-is-shown',
    'leaves out the bookingId',
    inView((body, pick) => any([without(body, 'bookingId'), { ...body, bookingId: null }], pick)),
  ),
  breakage(
    'view-booking.booking-id-is-the-one-asked-for',
    'shows another booking',
    inView((body, pick) => ({ ...body, bookingId: any<Json>(['another', -1], pick) })),
  ),
  breakage(
    'view-booking.stay-times-are-shown',
    'leaves out a time',
    inView((body, pick) => any([without(body, 'checkinTime'), without(body, 'checkoutTime')], pick)),
  ),
  breakage(
    'view-booking.check-in-is-before-check-out',
    'lets guests go before they come',
    inView((body, pick) =>
      any(
        [
          { ...body, to: body.from ?? null },
          { ...body, from: body.to ?? null, to: body.from ?? null },
        ],
        pick,
      ),
    ),
  ),
  breakage(
    'view-booking.stay-is-the-one-booked',
    'shows another stay',
    inView((body, pick) => ({ ...body, ...any([{ from: '2020-02-29' }, { to: '2099-02-28' }], pick) }), withPrices),
  ),
  breakage(
    'view-booking.supplier-is-shown',
    'hides the supplier',
    inView((body, pick) =>
      any(
        [
          leavingOut('supplier', 'subProviderName', 'invoiceNumber', 'comment')(body, pick),
          { ...body, supplier: 'sub' },
          without(body, 'supplier'),
        ],
        pick,
      ),
    ),
  ),
  breakage(
    'view-booking.room-is-shown',
    'hides the room',
    inView((body, pick) => {
      const room = fields(fields(body.hotel).room);
      return {
        ...body,
        hotel: any<Json>(
          [null, {}, { room: null }, { room: without(room, 'roomId') }, { room: { ...room, rateName: null } }],
          pick,
        ),
      };
    }),
  ),
  breakage(
    'view-booking.preset-names-are-shown',
    'hides the presets',
    inView(leavingOut('prices', 'searchPresetName', 'pricingPresetName')),
  ),
  breakage(
    'view-booking.upsells-are-a-list',
    'tells upsells in another form',
    inView((body, pick) => any([{ ...body, upsells: {} }, { ...body, upsells: 0 }, without(body, 'upsells')], pick)),
  ),
  breakage(
    'view-booking.booked-upsells-are-shown',
    'forgets what was booked',
    inView((body) => (upsellsOf(body).length > 0 ? { ...body, upsells: [] } : undefined), inPart('last-view')),
  ),
  breakage(
    'view-booking.price-parts-add-up',
    'tells parts of another price',
    inView((body) => ({ ...body, parts: [...(Array.isArray(body.parts) ? body.parts : []), { amount: 0.05 }] })),
  ),
  breakage(
    'view-booking.price-details-when-asked-for',
    'hides the price details',
    inView((body) => ({ ...body, prices: without(fields(body.prices), 'detail') }), viewsAsking(true)),
  ),
  breakage(
    'view-booking.no-price-details-unless-asked-for',
    'shows price details unasked',
    inView((body) => ({ ...body, prices: { ...fields(body.prices), detail } }), viewsAsking(false)),
  ),
  breakage(
    'view-booking.upsells-have-price-details-when-asked-for',
    'hides the details of an upsell',
    inView(
      inUpsell((upsell) => without(upsell, 'detail')),
      viewsAsking(true),
    ),
  ),
  breakage(
    'view-booking.upsells-have-no-price-details-unless-asked-for',
    'shows details of an upsell unasked',
    inView(
      inUpsell((upsell) => ({ ...upsell, detail })),
      viewsAsking(false),
    ),
  ),
  breakage(
    'view-booking.residence-details-are-accepted',
    'refuses a view without residence',
    oneAnswer(inPart('residence'), refused(400, 'NO'), refused(200, 'NO')),
  ),
  breakage(
    'view-booking.other-partner-sees-nothing',
    'shows another partner',
    oneAnswer(
      (step) => step.part === 'foreign' && step.operation === 'view-booking',
      ok({ bookingInfo: { status: 'completed' } }),
    ),
  ),
  breakage(
    'view-booking.price-is-told-alike',
    'tells another price on creating',
    oneBody(
      'create-booking',
      inBody((body) => ({ ...body, cost: costing(body.cost, 0.02) })),
    ),
  ),
];

const lists = isOwn('search-bookings');

const isOurs = (entry: Fields): boolean =>
  JSON.stringify(entry.names ?? null)
    .toLowerCase()
    .includes(mark.toLowerCase());

const stranger = (status: Json, made = '2026-09-01'): Json => ({ bookingId: 'x-99', status, names: ['Bob Roe'], made });

const listed = (body: Fields): Json[] => (Array.isArray(body.bookings) ? body.bookings : []);

const withEntry = (entry: (body: Fields) => Json) =>
  inBody((body) => ({ ...body, bookings: [...listed(body), entry(body)] }));

const withoutOurs = inBody((body) => ({ ...body, bookings: listed(body).filter((entry) => !isOurs(fields(entry))) }));

const ourStatus = (change: (status: Json) => Json): BodyChange =>
  oneEntry('bookings', (entry) => (isOurs(entry) ? { ...entry, status: change(entry.status ?? null) } : undefined));

const ofLists: readonly Breakage[] = [
  breakage(
    'search-bookings.status-is-documented',
    'lists another status',
    oneBody(
      lists,
      oneEntry('bookings', (entry, pick) => ({ ...entry, status: any(undocumented, pick) })),
    ),
  ),
  breakage(
    'search-bookings.status-is-documented',
    'lists under no key',
    oneBody(
      inPart('other'),
      inBody(() => ({ bookings: {} })),
    ),
  ),
  breakage(
    'search-bookings.status-filter-holds',
    'lists another status than asked for',
    oneBody(
      inPart('by-status', 'cancelled'),
      withEntry(() => stranger('failed')),
    ),
  ),
  breakage(
    'search-bookings.creation-date-filter-holds',
    'lists what was made long before',
    oneBody(
      inPart('by-date'),
      withEntry((body) => stranger(fields(listed(body)[0]).status ?? 'failed', '2020-02-29')),
    ),
  ),
  breakage(
    'search-bookings.new-booking-is-listed',
    'leaves out the new booking',
    oneBody(inPart('by-status', 'by-date'), withoutOurs),
  ),
  breakage('search-bookings.lists-own-bookings-only', 'lists the booking of another', (telling, pick) => {
    const own = telling.steps.find(({ part }) => part === 'by-date')?.answer?.body;
    const ours = listed(fields(own)).find((entry) => isOurs(fields(entry)));
    return ours === undefined
      ? undefined
      : oneBody(
          inPart('other'),
          withEntry(() => ours),
        )(telling, pick);
  }),
  breakage(
    'booking-status.operations-agree',
    'lists another status than it shows',
    oneBody(
      inPart('by-date'),
      ourStatus((status) => (status === 'failed' ? 'completed' : 'failed')),
    ),
  ),
  breakage(
    'booking-status.former-values-are-gone',
    'lists a former status',
    oneBody(
      lists,
      oneEntry('bookings', (entry, pick) => ({ ...entry, status: any(former, pick) })),
    ),
  ),
  breakage(
    'booking-status.former-values-are-gone',
    'shows a former status',
    inView((body, pick) => withStatus(any(former, pick))(body)),
  ),
  breakage(
    'view-booking.price-is-told-alike',
    'lists another price',
    oneBody(
      inPart('by-date'),
      oneEntry('bookings', (entry) => (isOurs(entry) ? { ...entry, cost: costing(entry.cost, -0.02) } : undefined)),
    ),
  ),
];

const ofCreation: readonly Breakage[] = [
  breakage(
    'create-booking.status-is-documented',
    'tells another status',
    oneBody(
      'create-booking',
      inBody((body, pick) => ({ ...body, status: any(undocumented, pick) })),
    ),
  ),
  breakage(
    'create-booking.status-is-documented',
    'tells no status',
    oneBody(
      'create-booking',
      inBody((body) => without(body, 'status')),
    ),
  ),
  breakage(
    'booking-status.former-values-are-gone',
    'creates with a former status',
    oneBody(
      'create-booking',
      inBody((body, pick) => ({ ...body, status: any(former, pick) })),
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
    return oneBody(inPart('look-up'), (body, draw, step) => {
      const ours = listed(fields(body)).find((entry) => isOurs(fields(entry)));
      return withEntry(() => ({ ...fields(ours), bookingId: 'again' }))(body, draw, step);
    })(twice, pick);
  }),
];

const isFree = ({ penalty }: Fields): boolean => fields(penalty).amount === 0;

const ofCancellation: readonly Breakage[] = [
  breakage(
    'cancel-booking.penalties-and-refund-are-told',
    'tells no money',
    oneBody(
      inPart('cancel'),
      inBody((body, pick) => any([{}, without(body, 'penalty'), without(body, 'refund')], pick)),
    ),
  ),
  breakage(
    'cancel-booking.penalty-and-refund-are-the-price',
    'keeps some of the price',
    oneBody(
      inPart('cancel'),
      inBody((body) => ({ ...body, refund: costing(body.refund, -0.02) })),
    ),
  ),
  breakage(
    'cancel-booking.free-cancellation-costs-nothing',
    'charges what was free',
    oneBody(
      inPart('cancel'),
      inBody((body) =>
        isFree(body) ? { penalty: costing(body.penalty, 0.02), refund: costing(body.refund, -0.02) } : undefined,
      ),
    ),
  ),
  breakage(
    'cancel-booking.view-shows-cancelled',
    'shows it as before',
    inView((body, pick) => withStatus(any<Json>(['completed', 'inWork', 'unknown'], pick))(body), inPart('after')),
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
  const entry = { bookingId: 'b-9', status: any<Json>(['completed', 'inWork'], pick), names: [`${last?.mark}`] };
  const which: Which = (_, index) => last?.lookedUpBy.includes(index) ?? false;
  return oneBody(
    which,
    inBody(() => ({ bookings: [entry] })),
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
    breakages: [...ofCreation, ...ofViews, ...ofLists, ...ofCancellation],
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
