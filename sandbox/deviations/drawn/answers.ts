/** Faults of answers, drawn by chance: one value at one place of one operation. */
import { isDeepStrictEqual } from 'node:util';
import type { OperationId } from '../../../contracts/operations.ts';
import { type DrawnPart, type FaultDraw, perWorld } from '../../drawn-fault.ts';
import { isFields, isRefused, isSuccess, type Reply, type SandboxRequest, withBody } from '../../reply.ts';
import { type Amount, dateOf, dayMs, hourMs } from '../../sales.ts';
import type { World } from '../../world.ts';

/** A value in place of another; `other` is what the same place shows of another thing, if anything yet. */
type PlaceChange = (value: unknown, other: unknown) => unknown;

const typed =
  <Value>(isValue: (value: unknown) => value is Value, bend: (value: Value) => unknown): PlaceChange =>
  (value) =>
    isValue(value) ? bend(value) : value;

const ofText = (bend: (text: string) => unknown) => typed((value) => typeof value === 'string', bend);
const ofNumber = (bend: (number: number) => unknown) => typed((value) => typeof value === 'number', bend);
const ofList = (bend: (list: readonly unknown[]) => unknown) =>
  typed((value): value is readonly unknown[] => Array.isArray(value), bend);
const ofMoney = (bend: (money: Amount) => unknown) =>
  typed((value): value is Amount => isFields(value) && typeof value.minor === 'number', bend);

const another: PlaceChange = (value, other) => (other === undefined ? value : other);
const nothing: PlaceChange = () => null;

const opposites: Readonly<Record<string, string>> = {
  completed: 'cancelled',
  cancelled: 'completed',
  booked: 'cancelled',
  ticketed: 'booked',
  open: 'void',
};

const exchangedNames = typed(isFields, (value) => {
  const { nameRu, nameEn, ru, en } = value;
  return nameRu === undefined ? { ...value, ru: en, en: ru } : { ...value, nameRu: nameEn, nameEn: nameRu };
});

const daysLater = (days: number) =>
  ofText((day) => (Number.isNaN(Date.parse(day)) ? day : dateOf(Date.parse(day) + days * dayMs)));

const doubled = ofList((list) => [...list, ...list.slice(0, 1)]);
const foreignMoney = ofMoney((money) => ({ ...money, currency: 'USD' }));

const ofLists = {
  'loses its last entry': ofList((list) => list.slice(0, -1)),
  'loses its first entry': ofList((list) => list.slice(1)),
  'has one entry twice': doubled,
  'ends in the middle': ofList((list) => list.slice(0, Math.ceil(list.length / 2))),
};

/** By the kind of value. Prices of a search (`quote`) and scores may move, and what is sold (`set`) may sell out. */
const damages: Readonly<Record<string, Readonly<Record<string, PlaceChange>>>> = {
  id: { 'is of another': another, 'is cut short': ofText((id) => id.slice(0, -1)), 'is null': nothing },
  text: {
    'is of another': another,
    'is cut short': ofText((text) => text.slice(0, Math.ceil(text.length / 2))),
    'is damaged': ofText((text) => Buffer.from(text.replace(/[ae]/i, 'é')).toString('latin1')),
    'is null': nothing,
  },
  number: {
    'is of another': another,
    'is one too many': ofNumber((number) => number + 1),
    'is text': ofNumber(String),
    'is null': nothing,
  },
  score: { 'is one too many': ofNumber((score) => score + 1), 'is text': ofNumber(String) },
  day: { 'is of another': another, 'is a day late': daysLater(1), 'is a day early': daysLater(-1) },
  moment: {
    'is of another': another,
    'is a day late': ofNumber((atMs) => atMs + dayMs),
    'is an hour early': ofNumber((atMs) => atMs - hourMs),
  },
  money: {
    'is of another': another,
    'is in another currency': foreignMoney,
    'is a tenth more': ofMoney((money) => ({ ...money, minor: Math.round(money.minor * 1.1) + 1 })),
  },
  quote: {
    'is in another currency': foreignMoney,
    'is below zero': ofMoney((money) => ({ ...money, minor: -money.minor })),
  },
  status: {
    'is of another': another,
    'is the opposite': ofText((status) => opposites[status] ?? 'open'),
    'is null': nothing,
  },
  flag: {
    'is the opposite': typed(
      (value) => typeof value === 'boolean',
      (flag) => !flag,
    ),
  },
  list: ofLists,
  sorted: { ...ofLists, 'is in reverse': ofList((list) => list.toReversed()) },
  set: { 'has one entry twice': doubled },
  pair: { 'has its two languages exchanged': exchangedNames },
};

/** Lawful where it is always so, as far as the interface shows fields. */
const lacking = ['is null', 'is text'];

const types = 'sorted:. pair:* text:*.nameRu,*.nameEn number:*.id';
const flight = (at: string): string => ['flightNumber', 'from', 'to'].map((name) => `${at}.${name}`).join(',');
const ticket = (at: string): string =>
  `text:${at}.passengerName,${at}.coupons.*.flightNumber day:${at}.coupons.*.date moment:${at}.issuedAtMs ` +
  `money:${at}.price,${at}.parts.taxes status:${at}.coupons.*.status list:${at}.coupons`;
const refund = 'money:refund.amount,refund.penalty,refund.taxes';

/** Where values stand, in canonical words: `*` is each entry, `~` is before what no other answer shows or explains. */
export const shownPlaces: Readonly<Partial<Record<OperationId, string>>> = {
  countries: `${types} text:*.codeA2,*.codeA3`,
  cities: `${types} text:*.country.nameEn number:*.latitude,*.longitude,*.country.id`,
  'accommodation-types': types,
  'meal-types': types,
  amenities: `${types} text:*.level,*.group.nameEn number:*.group.id`,
  'bed-types': 'sorted:. pair:*.title text:*.title.ru,*.title.en,~*.code number:*.id,~*.widthCm,~*.sleeps',
  'hotel-static':
    'number:hotel.id,~hotel.stars,~hotel.category.id flag:~hotel.isDeleted pair:hotel.name,~hotel.description ' +
    'text:hotel.name.en,~hotel.name.ru,~hotel.address.en,hotel.city.nameEn,hotel.country.nameEn,~hotel.contacts.email ' +
    'list:~hotel.phones,~hotel.amenities,~hotel.photos',
  'hotel-search':
    'id:searchId,hotels.*.offers.*.offerId set:hotels,hotels.*.offers ' +
    'text:hotels.*.name,hotels.*.offers.*.roomName,hotels.*.offers.*.rateName ' +
    'number:hotels.*.hotelId,hotels.*.offers.*.mealTypeId,hotels.*.offers.*.roomId ' +
    'score:hotels.*.offers.*.aiScore quote:hotels.*.minPrice,hotels.*.offers.*.price',
  'hotel-pricing':
    'id:offers.*.offerId set:offers text:offers.*.roomName,offers.*.rateName ' +
    'score:offers.*.aiScore number:hotelId,offers.*.mealTypeId,offers.*.roomId quote:offers.*.price,offers.*.parts.tax',
  'offer-pricing':
    'id:offer.offerId text:offer.roomName,offer.rateName number:hotelId,offer.mealTypeId,offer.roomId ' +
    'quote:offer.price,offer.parts.base',
  'create-booking': 'id:bookingId status:status money:price moment:createdAtMs',
  'view-booking':
    'id:bookingId status:bookingInfo.status day:checkIn,checkOut moment:createdAtMs ' +
    'money:price,parts.base,priceDetail.total number:hotel.hotelId,hotel.room.roomId ' +
    'text:hotel.name,hotel.room.rateName,hotel.room.roomName,~supplier.subProviderName,~supplier.invoiceNumber,' +
    'prices.searchPresetName,guests.*.*.firstName,guests.*.*.lastName,guests.*.*.birthDate list:guests.*,upsells',
  'search-bookings':
    'id:bookings.*.bookingId status:bookings.*.status day:bookings.*.checkIn,bookings.*.checkOut ' +
    'moment:bookings.*.createdAtMs money:bookings.*.price text:bookings.*.hotelName,bookings.*.guestNames.* ' +
    'list:bookings,bookings.*.guestNames',
  'cancel-booking': 'id:bookingId money:penalty,refund',
  'avia-search':
    `id:searchId,offers.*.offerId set:offers quote:offers.*.price text:${flight('offers.*.flights.*')} ` +
    'text:offers.*.fareFamily day:offers.*.flights.*.date moment:offers.*.flights.*.departsAtMs ' +
    'flag:~offers.*.isRefundable,~offers.*.isExchangeable',
  'avia-availability': `list:flights text:${flight('flights.*')} day:flights.*.date`,
  'avia-schedule': `set:flights text:${flight('flights.*')} day:flights.*.date moment:flights.*.departsAtMs`,
  'avia-offer-price':
    `id:offer.offerId money:offer.price,offer.parts.base text:offer.fareFamily,${flight('offer.flights.*')} ` +
    'flag:isPriceChanged',
  'fare-rules': 'text:fareFamily list:~fareRules',
  'pnr-create': 'id:bookingId status:status money:price text:locator moment:createdAtMs,ticketBeforeMs',
  'pnr-retrieve':
    'id:bookingId status:status money:price moment:createdAtMs,ticketBeforeMs,flights.*.departsAtMs ' +
    `day:flights.*.date,passengers.*.birthDate text:locator,fareFamily,contact.email,contact.phone ` +
    `text:passengers.*.firstName,passengers.*.lastName,passengers.*.gender,passengers.*.document.number ` +
    `text:${flight('flights.*')} list:flights,passengers,ticketNumbers`,
  'pnr-cancel': 'id:bookingId status:status',
  'pnr-reprice': 'id:bookingId money:price,parts.base flag:isPriceChanged',
  'ticket-issue': `id:bookingId,tickets.*.ticketNumber list:tickets ${ticket('tickets.*')}`,
  'ticket-info': `id:ticket.ticketNumber ${ticket('ticket')}`,
  'ticket-exchange-calculation': 'id:exchangeId,offers.*.offerId set:offers money:penalty,surcharge',
  'ticket-exchange': `id:exchangeId,replaced,ticket.ticketNumber money:penalty,surcharge ${ticket('ticket')}`,
  'ticket-refund-calculation': `id:calculationId ${refund}`,
  'ticket-refund': refund,
};

/** Each place with all that can become of its value. */
export const placesOf = (shown: string): { place: string; kinds: (typeof damages)[string] }[] =>
  shown.split(' ').flatMap((some) => {
    const [kind = '', places = ''] = some.split(':');
    return places.split(',').map((place) => ({ place, kinds: damages[kind] ?? {} }));
  });

const spots = { every: undefined, 'the first': 0, 'one deep in the list': 0.7, 'the last': 1 } as const;

type Steps = readonly string[];

export const stepsOf = (place: string): Steps => place.split('.').filter((step) => step !== '');

/** The values at a place, in their order. */
export const valuesAt = (body: unknown, [step, ...more]: Steps): unknown[] => {
  if (step === undefined) return [body];
  if (step === '*') return Array.isArray(body) ? body.flatMap((each) => valuesAt(each, more)) : [];
  return isFields(body) && Object.hasOwn(body, step) ? valuesAt(body[step], more) : [];
};

/** The body with each value at a place in the hands of a change. */
export const bent = (body: unknown, [step, ...more]: Steps, change: (value: unknown) => unknown): unknown => {
  if (step === undefined) return change(body);
  if (step === '*') return Array.isArray(body) ? body.map((each) => bent(each, more, change)) : body;
  return isFields(body) && Object.hasOwn(body, step) ? { ...body, [step]: bent(body[step], more, change) } : body;
};

export const drawnAnswer = (draw: FaultDraw): DrawnPart => {
  const [operation, shown] = draw(Object.entries(shownPlaces) as [OperationId, string][]);
  const { place, kinds } = draw(placesOf(shown));
  const path = stepsOf(place.replace('~', ''));
  const [what, damage] = draw(Object.entries(kinds));
  const spot = path.includes('*') ? draw(Object.keys(spots) as (keyof typeof spots)[]) : 'every';
  const previous = perWorld((): { body?: unknown } => ({}));
  return {
    kind: 'answer',
    operation,
    name: `${operation}: ${path.join('.') || 'the list'} ${what}${spot === 'every' ? '' : `, ${spot}`}`,
    needs: place.startsWith('~') || lacking.includes(what) ? 'changing' : 'any',
    apply: (isMet) => ({
      reply: {
        [operation]: (reply: Reply, request: SandboxRequest, world: World): Reply => {
          if (!isSuccess(reply) || isRefused(reply)) return reply;
          const memory = previous(world);
          const [here, before] = [valuesAt(reply.body, path), valuesAt(memory.body, path)];
          memory.body = reply.body;
          if (!isMet(request)) return reply;
          const share = spots[spot];
          let at = -1;
          const body = bent(reply.body, path, (value) => {
            at += 1;
            if (share !== undefined && at !== Math.floor((here.length - 1) * share)) return value;
            const others = [...here.slice(at + 1), ...before, ...here.slice(0, at)];
            return damage(
              value,
              others.find((other) => !isDeepStrictEqual(other, value)),
            );
          });
          return withBody(reply, body);
        },
      },
    }),
  };
};
