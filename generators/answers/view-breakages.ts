/** The ways in which views of hotel bookings break their clauses. */
import { priceGroups } from '../../contracts/facts.ts';
import { guestMarkPrefix, guestMarksIn } from '../../contracts/guest-mark.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import {
  and,
  type Breakage,
  breakage,
  everyBody,
  inTurn,
  oneAnswer,
  oneBody,
  type Pick,
  type Which,
} from './breakage.ts';
import { costing, type Fields, fields, inFields, inPart, oneOf, without } from './entries.ts';
import { ok, refused, type Step } from './telling.ts';

export const isOwn =
  (operation: Step['operation']): Which =>
  (step) =>
    step.operation === operation && step.bearer === 'own';

export const undocumented: readonly Json[] = ['DONE', 'InWork', 'canceled', '', 5, null, {}];
export const former: readonly Json[] = ['Unknown', 'Inwork', 'Booked', 'Rejected', 'Cancelled', 'Error'];

const views = isOwn('view-booking');
const withPrices: Which = inPart('view', 'last-view', 'residence');

const asksPrices = ({ intent }: Step): boolean => fields(fields(intent).details).includePriceDetails === true;

const viewsAsking = (forPrices: boolean): Which => and(withPrices, (step) => asksPrices(step) === forPrices);

export const inView = (change: (body: Fields, pick: Pick) => Fields | undefined, which: Which = views) =>
  oneBody(which, inFields(change));

export const withStatus = (status: Json) => (body: Fields) => ({ ...body, bookingInfo: { status } });

const hiding =
  (place: string, ...names: readonly string[]) =>
  (body: Fields, pick: Pick): Fields | undefined =>
    isJsonObject(body[place]) ? { ...body, [place]: without(fields(body[place]), oneOf(names, pick)) } : undefined;

const upsellsOf = ({ upsells }: Fields): Fields[] => (Array.isArray(upsells) ? upsells.filter(isJsonObject) : []);

const detail: Json = { total: 1, markup: 2, serviceFee: 3 };

const inRoom = (body: Fields, change: (room: Fields) => Fields): Fields => {
  const hotel = fields(body.hotel);
  return { ...body, hotel: { ...hotel, room: change(fields(hotel.room)) } };
};

const firstUpsell = (body: Fields, change: (upsell: Fields) => Fields): Fields | undefined => {
  const [first, ...others] = upsellsOf(body);
  return first && { ...body, upsells: [change(first), ...others] };
};

const inUpsell =
  (change: (upsell: Fields) => Fields) =>
  (body: Fields, pick: Pick): Fields | undefined => {
    const upsells = upsellsOf(body);
    const [at] = inTurn([...upsells.keys()], pick);
    if (at === undefined) return undefined;
    return { ...body, upsells: upsells.map((each, i) => (i === at ? change(each) : each)) };
  };

/** Of which no other clause speaks: undefined where the view has no such thing. */
const besideDetails: readonly ((body: Fields) => Fields | undefined)[] = [
  (body) => inRoom(body, (room) => ({ ...room, rateName: `${room.rateName}!` })),
  (body) => inRoom(body, (room) => ({ ...room, roomId: `${room.roomId}!` })),
  (body) => (typeof body.checkinTime === 'string' ? { ...body, checkinTime: '03:00' } : undefined),
  (body) => firstUpsell(body, (upsell) => ({ ...upsell, kind: 'another' })),
  (body) => firstUpsell(body, (upsell) => without(upsell, 'kind')),
];

export const viewBreakages: readonly Breakage[] = [
  breakage(
    'view-booking.guests-are-those-booked',
    'shows another guest',
    inView(
      (body, pick) =>
        guestMarksIn(JSON.stringify(body.names ?? null)).length > 0
          ? { ...body, names: oneOf<Json>([[], ['Bob Roe'], [`Bob ${guestMarkPrefix}zyxwvutsrqpo`]], pick) }
          : undefined,
      withPrices,
    ),
  ),
  breakage(
    'view-booking.price-details-change-nothing-else',
    'shows something else beside price details',
    (telling, pick) => {
      const change = oneOf(besideDetails, pick);
      return everyBody(viewsAsking(true), inFields(change))(telling, pick);
    },
  ),
  breakage(
    'view-booking.status-is-documented',
    'tells another status',
    inView((body, pick) => withStatus(oneOf(undocumented, pick))(body)),
  ),
  breakage(
    'view-booking.status-is-documented',
    'tells no status',
    inView((body) => without(body, 'bookingInfo')),
  ),
  breakage(
    'view-booking.booking-id-is-shown',
    'leaves out the bookingId',
    inView((body, pick) => oneOf([without(body, 'bookingId'), { ...body, bookingId: null }], pick)),
  ),
  breakage(
    'view-booking.booking-id-is-the-one-asked-for',
    'shows another booking',
    inView((body, pick) => ({ ...body, bookingId: oneOf<Json>(['another', -1], pick) })),
  ),
  breakage(
    'view-booking.stay-times-are-shown',
    'leaves out a time',
    inView((body, pick) => oneOf([without(body, 'checkinTime'), without(body, 'checkoutTime')], pick)),
  ),
  breakage(
    'view-booking.check-in-is-before-check-out',
    'lets guests go before they come',
    inView((body, pick) =>
      oneOf(
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
    inView((body, pick) => ({ ...body, ...oneOf([{ from: '2020-02-29' }, { to: '2099-02-28' }], pick) }), withPrices),
  ),
  breakage(
    'view-booking.supplier-is-shown',
    'hides the supplier',
    inView((body, pick) =>
      oneOf(
        [
          hiding('supplier', 'subProviderName', 'invoiceNumber', 'comment')(body, pick),
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
        hotel: oneOf<Json>(
          [null, {}, { room: null }, { room: without(room, 'roomId') }, { room: { ...room, rateName: null } }],
          pick,
        ),
      };
    }),
  ),
  breakage(
    'view-booking.preset-names-are-shown',
    'hides the presets',
    inView(hiding('prices', 'searchPresetName', 'pricingPresetName')),
  ),
  breakage(
    'view-booking.upsells-are-a-list',
    'tells upsells in another form',
    inView((body, pick) => oneOf([{ ...body, upsells: {} }, { ...body, upsells: 0 }, without(body, 'upsells')], pick)),
  ),
  breakage(
    'view-booking.booked-upsells-are-shown',
    'forgets what was booked',
    inView((body) => (upsellsOf(body).length > 0 ? { ...body, upsells: [] } : undefined), inPart('last-view')),
  ),
  breakage(
    'view-booking.price-parts-add-up',
    'tells parts of another price',
    inView(({ parts, ...body }) =>
      Array.isArray(parts) && body.cost !== undefined ? { ...body, parts: [...parts, { amount: 0.05 }] } : undefined,
    ),
  ),
  breakage(
    'view-booking.price-details-when-asked-for',
    'hides the price details',
    inView((body) => ({ ...body, prices: without(fields(body.prices), 'detail') }), viewsAsking(true)),
  ),
  breakage(
    'view-booking.price-details-have-every-group',
    'leaves out a group',
    inView((body, pick) => {
      const prices = fields(body.prices);
      return { ...body, prices: { ...prices, detail: without(fields(prices.detail), oneOf(priceGroups, pick)) } };
    }, viewsAsking(true)),
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
      inFields((body) => ({ ...body, cost: costing(body.cost, 0.02) })),
    ),
  ),
];
