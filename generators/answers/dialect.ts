/** The words in which drawn answers tell what the interface leaves unsaid, and the plain binding that reads them. */
import type { ReadFacts } from '../../contracts/bindings.ts';
import type { Money } from '../../contracts/facts.ts';
import type { BoundOperation } from '../../contracts/intents.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import type { Path } from '../../contracts/mismatch.ts';

const field = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const elements = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

const each = <T>(body: Json, name: string, read: (element: Json, at: Path) => T): T[] =>
  elements(field(body, name)).map((element, i) => read(element, [name, i]));

const money = (value: Json | undefined): Money | undefined => {
  const [amount, currency] = [field(value, 'amount'), field(value, 'currency')];
  if (typeof amount !== 'number') return undefined;
  return typeof currency === 'string' ? { amount, currency } : { amount };
};

const monies = (value: Json | undefined): Money[] | undefined =>
  Array.isArray(value) ? value.flatMap((part) => money(part) ?? []) : undefined;

const text = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
const truth = (value: Json | undefined): boolean | undefined => (typeof value === 'boolean' ? value : undefined);
const count = (value: Json | undefined): number | undefined => (typeof value === 'number' ? value : undefined);

const scalar = (value: Json | undefined): string | number | boolean | null | undefined =>
  typeof value === 'object' && value !== null ? undefined : value;

const options = (value: Json | undefined) =>
  Array.isArray(value) ? value.map((option) => ({ price: money(field(option, 'price')) })) : undefined;

const hotelOffer = (around: Json) => (offer: Json, at: Path) => ({
  at,
  identity: {
    hotel: scalar(field(offer, 'hotelId') ?? field(around, 'hotelId')),
    room: scalar(field(offer, 'room')),
    rate: scalar(field(offer, 'rate')),
  },
  price: money(field(offer, 'price')),
  priceParts: monies(field(offer, 'parts')),
  mealTypeId: field(offer, 'meal'),
  earlyCheckIns: options(field(offer, 'early')),
  lateCheckOuts: options(field(offer, 'late')),
});

const hotelSearch = (body: Json): ReadFacts => ({
  offers: each(body, 'offers', hotelOffer(body)),
  hotels: each(body, 'hotels', (hotel, at) => ({ at, minPrice: money(field(hotel, 'from')) })),
});

const names = (value: Json): string[] => elements(field(value, 'names')).filter((name) => typeof name === 'string');

const booked = (value: Json) => ({ price: money(field(value, 'cost')), priceParts: monies(field(value, 'parts')) });

const flightOffer = (offer: Json, at: Path) => ({
  at,
  price: money(field(offer, 'price')),
  isPriceChanged: truth(field(offer, 'isPriceChanged')),
  reference: field(offer, 'reference'),
});

const flight = (one: Json, at: Path) => ({
  at,
  price: money(field(one, 'price')),
  seats: count(field(one, 'seats')),
  reference: field(one, 'reference'),
});

const flightBooking = (body: Json): ReadFacts => ({
  flightBooking: { isActive: truth(field(body, 'isActive')), price: money(field(body, 'cost')) },
});

const ticket = (one: Json, at: Path) => ({
  at,
  ticketNumber: field(one, 'ticketNumber'),
  couponStatuses: Array.isArray(field(one, 'coupons')) ? [...elements(field(one, 'coupons'))] : undefined,
  isOpen: truth(field(one, 'isOpen')),
  price: money(field(one, 'cost')),
  issuedAt: text(field(one, 'issuedAt')),
});

const tickets = (body: Json): ReadFacts => ({ tickets: each(body, 'tickets', ticket) });

const exchange = (body: Json): ReadFacts => ({
  exchange: {
    penalty: money(field(body, 'penalty')),
    surcharge: money(field(body, 'surcharge')),
    offers: Array.isArray(field(body, 'offers'))
      ? each(body, 'offers', (offer, at) => ({ at, price: money(field(offer, 'price')) }))
      : undefined,
  } as NonNullable<ReadFacts['exchange']>,
});

const refund = (body: Json): ReadFacts => ({
  refund: {
    amount: money(field(body, 'amount')),
    penalty: money(field(body, 'penalty')),
    taxes: money(field(body, 'taxes')),
  },
});

export const readers: Readonly<Record<BoundOperation, (body: Json) => ReadFacts>> = {
  'hotel-search': hotelSearch,
  'hotel-pricing': (body) => ({ offers: each(body, 'offers', hotelOffer(body)) }),
  'offer-pricing': (body) => ({ offers: [hotelOffer(body)(field(body, 'offer') ?? null, ['offer'])] }),
  'create-booking': (body) => ({ booking: booked(body) }),
  'view-booking': (body) => ({
    booking: {
      checkIn: text(field(body, 'from')),
      checkOut: text(field(body, 'to')),
      guestNames: names(body),
      ...booked(body),
    },
    priceDetailAt: ['prices', 'detail'],
    upsellPriceDetailAt: ['detail'],
  }),
  'search-bookings': (body) => ({
    bookings: each(body, 'bookings', (entry, at) => ({
      at,
      guestNames: names(entry),
      createdAt: text(field(entry, 'made')),
      price: money(field(entry, 'cost')),
    })),
    nextPage: field(body, 'next'),
  }),
  'cancel-booking': (body) => ({
    cancellation: { penalty: money(field(body, 'penalty')), refund: money(field(body, 'refund')) },
  }),
  'avia-search': (body) => ({ flightOffers: each(body, 'offers', flightOffer) }),
  'avia-availability': (body) => ({ flights: each(body, 'flights', flight) }),
  'avia-schedule': (body) => ({ flights: each(body, 'flights', flight) }),
  'avia-offer-price': (body) => ({ flightOffers: each(body, 'offers', flightOffer) }),
  'fare-rules': (body) => ({ fareRules: each(body, 'rules', (rule, at) => ({ at, text: text(field(rule, 'text')) })) }),
  'pnr-create': flightBooking,
  'pnr-retrieve': (body) => ({ ...flightBooking(body), ...tickets(body) }),
  'pnr-cancel': () => ({}),
  'pnr-reprice': flightBooking,
  'ticket-issue': tickets,
  'ticket-info': tickets,
  'ticket-exchange-calculation': exchange,
  'ticket-exchange': (body) => ({ ...exchange(body), ...tickets(body) }),
  'ticket-refund-calculation': refund,
  'ticket-refund': refund,
};
