/** What is answered, as shapes. Documented names are kept. */
import type { FlightReplies } from '../avia/canonical.ts';
import type { CanonicalReplies } from '../hotels/canonical.ts';
import { isFields } from '../reply.ts';
import { contact, guests, passengers } from './requests.ts';
import { asIs, type BodyShape, ifFields, ifList, list, type ObjectShape, object } from './shape.ts';

const partsLayout = (names: readonly string[]): BodyShape => ({
  layout: 'price parts',
  among: {
    named: {
      shape: object('price parts', Object.fromEntries(names.map((name) => [name, 'amount' as const]))),
      to: asIs,
      from: asIs,
    },
    list: {
      shape: list(object('part', { partName: 'plain', amount: 'amount' })),
      to: ifFields((parts) =>
        names.flatMap((partName) => (parts[partName] === undefined ? [] : [{ partName, amount: parts[partName] }])),
      ),
      from: ifList((parts) => Object.fromEntries(parts.map((one) => [Object(one).partName, Object(one).amount]))),
    },
  },
});

const parts = partsLayout(['base', 'tax', 'fee']);
const fareParts = partsLayout(['base', 'taxes']);

const priceDetail = object(
  'price detail',
  {
    total: 'amount',
    discount: 'amount',
    markup: 'amount',
    serviceFee: 'amount',
    commission: object('commission', { amount: 'amount', percent: 'plain' }),
    supplier: object('supplier share', { net: 'amount' }),
    vat: object('vat', { amount: 'amount', percent: 'plain' }),
    deposit: object('deposit', { amount: 'amount' }),
  },
  { keeps: ['total', 'discount', 'markup', 'serviceFee', 'commission', 'supplier', 'vat', 'deposit'] },
);

const upsellFields = { upsellId: 'upsell', kind: 'upsellKind', time: 'clock', price: 'amount' } as const;
const upsell = object('upsell', upsellFields);

const beds: BodyShape = {
  layout: 'beds',
  among: {
    ids: { shape: list('plain'), to: asIs, from: asIs },
    objects: {
      shape: list(object('bed', { bedId: 'plain', quantity: 'plain' })),
      to: ifList((ids) => ids.map((bedId) => ({ bedId, quantity: 1 }))),
      from: ifList((some) => some.map((one) => (isFields(one) ? one.bedId : one))),
    },
  },
};

const offerFields = {
  offerId: 'plain',
  aiScore: 'plain',
  roomId: 'plain',
  roomName: 'plain',
  bedVariants: beds,
  rateName: 'plain',
  mealTypeId: 'meal',
  supplier: 'hotelSupplier',
  price: 'amount',
  parts,
  freeUntilMs: 'moment',
  earlyCheckIns: list(upsell),
  lateCheckOuts: list(upsell),
} as const;
const offerKeeps = ['offerId', 'aiScore', 'bedVariants', 'hotelId'];
const offerGroups = {
  lodging: ['roomId', 'roomName'],
  terms: ['rateName', 'mealTypeId', 'supplier'],
  cost: ['price', 'parts'],
  options: ['earlyCheckIns', 'lateCheckOuts'],
};

const offer = object('offer', offerFields, { keeps: offerKeeps, groups: offerGroups });
/** Alone, it says of which hotel it is. */
const offerOfHotel = object('offer', { ...offerFields, hotelId: 'plain' }, { keeps: offerKeeps, groups: offerGroups });

/** A list, or a map by id: ids of offers are no numbers, so that a map keeps the order. */
const offersAs = (shape: ObjectShape): BodyShape => ({
  layout: 'offers',
  among: {
    list: { shape: list(shape), to: asIs, from: asIs },
    map: {
      shape: { mapOf: shape },
      to: ifList((offers) =>
        Object.fromEntries(
          offers.map((one, at) => {
            const id = isFields(one) ? one.offerId : undefined;
            const isFirst = offers.findIndex((other) => isFields(other) && other.offerId === id) === at;
            return [isFirst ? String(id) : `${id} ${at}`, one];
          }),
        ),
      ),
      from: ifFields(Object.values),
    },
  },
});

const hotelFields = { hotelId: 'plain', name: 'plain', minPrice: 'amount' } as const;
const hotelKeeps = { keeps: ['hotelId'] };

/** What stands on a hotel stands on each of its offers. */
const withHotel = (hotelId: unknown) =>
  ifList((offers) =>
    offers.map((one) => (isFields(one) ? { ...(hotelId !== undefined && { hotelId }), ...one } : one)),
  );

const search: BodyShape = {
  layout: 'search',
  among: {
    underHotels: {
      shape: object(
        'found hotels',
        {
          searchId: 'plain',
          hotels: list(object('found hotel', { ...hotelFields, offers: offersAs(offer) }, hotelKeeps)),
        },
        { keeps: ['searchId'] },
      ),
      to: asIs,
      from: asIs,
    },
    flat: {
      shape: object(
        'found offers',
        { searchId: 'plain', offers: list(offerOfHotel), hotels: list(object('found hotel', hotelFields, hotelKeeps)) },
        { keeps: ['searchId'] },
      ),
      to: ifFields(({ hotels, ...rest }) =>
        Array.isArray(hotels)
          ? {
              ...rest,
              offers: hotels.flatMap((hotel) => withHotel(Object(hotel).hotelId)(Object(hotel).offers) ?? []),
              hotels: hotels.map(ifFields(({ offers: _, ...hotel }) => hotel)),
            }
          : { ...rest, hotels },
      ),
      from: asIs,
    },
  },
};

const priced: BodyShape = {
  layout: 'pricing',
  among: {
    ofHotel: {
      shape: object(
        'hotel-pricing answered',
        { hotelId: 'plain', offers: offersAs(offer) },
        { keeps: ['hotelId'], groups: { property: ['hotelId', 'offers'] } },
      ),
      to: asIs,
      from: asIs,
    },
    ofOffers: {
      shape: object('hotel-pricing answered', { offers: offersAs(offerOfHotel) }),
      to: ifFields(({ hotelId, offers, ...rest }) => ({ ...rest, offers: withHotel(hotelId)(offers) })),
      from: asIs,
    },
  },
};

const bookingFields = { bookingId: 'plain', status: 'plain', createdAtMs: 'moment', price: 'amount' } as const;

const names: BodyShape = {
  layout: 'names of guests',
  among: {
    texts: { shape: list('plain'), to: asIs, from: asIs },
    joined: {
      shape: 'plain',
      to: ifList((all) => all.join('; ')),
      from: (all) => (typeof all === 'string' ? all.split('; ') : all),
    },
    objects: {
      shape: list(object('person', { firstName: 'plain', lastName: 'plain' })),
      to: ifList((all) =>
        all.map((name) => {
          const [firstName, ...rest] = String(name).split(' ');
          return { firstName, lastName: rest.join(' ') };
        }),
      ),
      from: ifList((all) => all.map((one) => `${Object(one).firstName} ${Object(one).lastName}`)),
    },
  },
};

const penalty: BodyShape = {
  layout: 'penalty',
  among: {
    one: { shape: 'amount', to: asIs, from: asIs },
    list: {
      shape: list('amount'),
      to: ifFields((one) => [one]),
      from: (all) => (Array.isArray(all) && all.length === 1 ? all[0] : all),
    },
  },
};

export const hotelAnswers: Readonly<Record<keyof CanonicalReplies, BodyShape>> = {
  'hotel-search': search,
  'hotel-pricing': priced,
  'offer-pricing': object(
    'offer-pricing answered',
    { hotelId: 'plain', offer },
    { keeps: ['hotelId'], lends: ['offer'] },
  ),
  'create-booking': object('create-booking answered', bookingFields, {
    keeps: ['status'],
    groups: { booking: ['bookingId', 'status', 'createdAtMs', 'price'] },
  }),
  'view-booking': object(
    'view-booking answered',
    {
      bookingId: 'plain',
      checkinTime: 'localMoment',
      checkoutTime: 'localMoment',
      checkIn: 'day',
      checkOut: 'day',
      createdAtMs: 'moment',
      bookingInfo: 'plain',
      supplier: 'plain',
      hotel: object(
        'booked hotel',
        {
          hotelId: 'plain',
          name: 'plain',
          room: object(
            'booked room',
            { roomId: 'plain', rateName: 'plain', roomName: 'plain' },
            { keeps: ['roomId', 'rateName'] },
          ),
        },
        { keeps: ['hotelId', 'room'] },
      ),
      guests,
      prices: 'plain',
      price: 'amount',
      parts,
      priceDetail,
      upsells: list(object('booked upsell', { ...upsellFields, priceDetail })),
      residence: object('residence', { registrationRequired: 'plain', note: 'plain' }),
    },
    {
      keeps: ['bookingId', 'checkinTime', 'checkoutTime', 'bookingInfo', 'supplier', 'hotel', 'prices', 'upsells'],
      groups: { stay: ['checkIn', 'checkOut'], cost: ['price', 'parts', 'priceDetail'] },
    },
  ),
  'search-bookings': object(
    'search-bookings answered',
    {
      bookings: list(
        object(
          'listed booking',
          { ...bookingFields, checkIn: 'day', checkOut: 'day', hotelName: 'plain', guestNames: names },
          { keeps: ['status'], groups: { stay: ['checkIn', 'checkOut'] } },
        ),
      ),
      nextPage: 'cursor',
    },
    { keeps: ['bookings'] },
  ),
  'cancel-booking': object(
    'cancel-booking answered',
    { bookingId: 'plain', penalty, refund: 'amount' },
    { groups: { charges: ['penalty', 'refund'] } },
  ),
};

const flightFields = {
  flightNumber: 'flightNumber',
  date: 'day',
  carrier: 'carrier',
  from: 'plain',
  to: 'plain',
  departsAtMs: 'moment',
  arrivesAtMs: 'moment',
} as const;
const flightGroups = { start: ['from', 'departsAtMs'], end: ['to', 'arrivesAtMs'] };
const flight = object('flight', flightFields, { groups: flightGroups });
const sightedFlight = object('flight', { ...flightFields, price: 'amount', seats: 'plain' }, { groups: flightGroups });

const flightOffer = object(
  'flight offer',
  {
    offerId: 'reference',
    flights: list(flight),
    fareFamily: 'plain',
    supplier: 'flightSupplier',
    price: 'amount',
    parts: fareParts,
    isRefundable: 'flag',
    isExchangeable: 'flag',
  },
  {
    groups: {
      terms: ['fareFamily', 'supplier'],
      cost: ['price', 'parts'],
      conditions: ['isRefundable', 'isExchangeable'],
    },
  },
);

const coupon = object('coupon', { flightNumber: 'flightNumber', date: 'day', status: 'couponState' });

const ticket = object(
  'ticket',
  {
    ticketNumber: 'plain',
    passengerName: 'plain',
    issuedAtMs: 'moment',
    price: 'amount',
    parts: fareParts,
    coupons: list(coupon),
  },
  { keeps: ['ticketNumber'], groups: { cost: ['price', 'parts'] } },
);

const pnrFields = {
  bookingId: 'plain',
  locator: 'plain',
  status: 'pnrState',
  price: 'amount',
  createdAtMs: 'moment',
  ticketBeforeMs: 'moment',
} as const;
const pnrKept = { keeps: ['bookingId'], groups: { booking: Object.keys(pnrFields) } };
const refund = object('refund', { amount: 'amount', penalty: 'amount', taxes: 'amount' });

export const flightAnswers: Readonly<Record<Exclude<keyof FlightReplies, 'ticket-cancel'>, ObjectShape>> = {
  'avia-search': object(
    'avia-search answered',
    { searchId: 'plain', offers: list(flightOffer) },
    { keeps: ['searchId'] },
  ),
  'avia-availability': object('availability answered', { flights: list(sightedFlight) }),
  'avia-schedule': object('schedule answered', { flights: list(sightedFlight) }),
  'avia-offer-price': object(
    'offer-price answered',
    { offer: flightOffer, isPriceChanged: 'flag' },
    { lends: ['offer'] },
  ),
  'fare-rules': object('fare-rules answered', {
    fareFamily: 'plain',
    fareRules: list(object('fare rule', { topic: 'plain', text: 'plain' })),
  }),
  'pnr-create': object('pnr', pnrFields, pnrKept),
  'pnr-retrieve': object(
    'pnr',
    {
      ...pnrFields,
      flights: list(flight),
      passengers: passengers('passenger'),
      contact,
      fareFamily: 'plain',
      ticketNumbers: list('plain'),
    },
    pnrKept,
  ),
  'pnr-cancel': object('pnr', { bookingId: 'plain', status: 'pnrState' }, pnrKept),
  'pnr-reprice': object(
    'repriced pnr',
    { bookingId: 'plain', price: 'amount', parts: fareParts, isPriceChanged: 'flag' },
    pnrKept,
  ),
  'ticket-issue': object('pnr', { bookingId: 'plain', status: 'pnrState', tickets: list(ticket) }, pnrKept),
  'ticket-info': object('ticket-info answered', { ticket }, { lends: ['ticket'] }),
  'ticket-exchange-calculation': object(
    'exchange',
    {
      exchangeId: 'plain',
      penalty: 'amount',
      surcharge: 'amount',
      offers: list(object('exchange offer', { offerId: 'reference', flights: list(flight), price: 'amount' })),
    },
    { keeps: ['exchangeId'], groups: { charges: ['penalty', 'surcharge'] } },
  ),
  'ticket-exchange': object(
    'exchanged ticket',
    { exchangeId: 'plain', penalty: 'amount', surcharge: 'amount', ticket, replaced: 'plain' },
    { keeps: ['exchangeId'], groups: { charges: ['penalty', 'surcharge'] } },
  ),
  'ticket-refund-calculation': object('refund answered', { calculationId: 'reference', refund }, { lends: ['refund'] }),
  'ticket-refund': object('refund answered', { refund }, { lends: ['refund'] }),
};
