/** The example of docs/use/bindings.md, word for word: a target whose service is unknown to Preflight. */
import type { Answer } from '../../../contracts/bindings.ts';
import { each, list, money, plain, text, texts } from '../../../targets/reading.ts';
import { env, target } from '../../../targets/target.ts';

const cost = (value: Answer) => money(value?.cents, value?.in, 100); // 12550 cents are 125.5
const extras = (options: unknown) => list(options)?.map((one) => ({ price: cost(one?.cost), reference: one?.code }));

const offer = (rate: Answer, [stayAt]: readonly Answer[]) => ({
  identity: { hotel: plain(stayAt?.hotelId), room: plain(rate.roomKind), rate: plain(rate.rateCode) },
  price: cost(rate.cost),
  priceParts: list(rate.costOf)?.flatMap((part) => cost(part) ?? []),
  mealTypeId: rate.board,
  bedTypeIds: list(rate.bedVariants)?.map((bed) => bed?.type),
  earlyCheckIns: extras(rate.early),
  lateCheckOuts: extras(rate.late),
  supplier: text(rate.soldBy),
  freeCancellationUntil: rate.refundable ? text(rate.refundableUntil) : null,
  reference: rate.bookWith,
});

export default target({
  name: 'acme',
  baseUrl: env('ACME_URL'),
  credentials: { clientId: env('ACME_CLIENT_ID'), clientSecret: env('ACME_CLIENT_SECRET') },
  known: { region: { town: 17 }, presets: ['ranked'], searchTimeout: 20, strictSupplier: 'Polar', stayDaysAhead: 90 },
  may: { books: { perRun: 9, perDay: 30 } },
  limits: { requestsPerSecond: 5, settleMs: 20_000 },
  bindings: {
    'hotel-search': {
      request: ({ region, stay, preset, timeout }) => ({
        place: region,
        nights: { from: stay.checkIn, to: stay.checkOut },
        parties: stay.rooms.map(({ adults, childrenAges }) => ({ adults, children: childrenAges })),
        profile: preset,
        timeout,
      }),
      response: (body) => ({
        offers: each(body, 'stays[].rates[]', offer),
        hotels: each(body, 'stays[]', (stayAt) => ({ minPrice: cost(stayAt.from) })),
        ranked: [each(body, 'stays[]', (stayAt) => ({ score: stayAt.rates?.[0]?.aiScore }))],
      }),
    },
    'hotel-pricing': {
      request: ({ searchId, hotelId }) => ({ searchId, hotelId }),
      response: (body) => ({ offers: each(body, 'stay.rates[]', (rate) => offer(rate, [body.stay])) }),
    },
    'offer-pricing': {
      request: ({ searchId, offer: chosen }) => ({ searchId, bookWith: chosen.reference }),
      response: (body) => ({ offers: each(body, 'rate', (rate) => offer(rate, [])) }),
    },
    'create-booking': {
      request: ({ offer: chosen, guests, contact, upsells }) => ({
        bookWith: chosen.reference,
        rooms: guests.map((room) => room.map(({ isChild, ...guest }) => ({ ...guest, kind: isChild ? 'C' : 'A' }))),
        ...contact,
        extras: upsells.flatMap(({ reference }) => reference ?? []),
      }),
      response: (body) => ({ booking: { price: cost(body?.cost) } }),
    },
    'view-booking': {
      request: ({ booking }) => ({ bookingId: booking.bookingId }), // details are put in for you
      response: (body) => ({
        booking: { checkIn: text(body?.from), checkOut: text(body?.to), price: cost(body?.cost) },
        priceDetailAt: ['prices', 'detail'],
        upsellPriceDetailAt: [],
      }),
    },
    'search-bookings': {
      request: ({ status, createdFrom, createdTo, page }) => ({
        status,
        since: createdFrom,
        until: createdTo,
        after: page,
      }),
      response: (body) => ({
        bookings: each(body, 'bookings[]', (one) => ({
          createdAt: text(one.made),
          guestNames: texts(one.people),
          price: cost(one.cost),
        })),
        nextPage: body?.more,
      }),
    },
    'cancel-booking': {
      request: ({ booking }) => ({ bookingId: booking.bookingId }),
      response: (body) => ({ cancellation: { penalty: cost(body?.kept), refund: cost(body?.back) } }),
    },
  },
});
