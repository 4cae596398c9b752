/**
 * The offers of a hotel for a stay: drawn from nothing but hotel and stay, so that every caller always meets the same.
 */

import {
  flexible,
  type Hotel,
  type OptionKind,
  type RateKind,
  type RoomKind,
  rateKinds,
  roomKinds,
  strictSupplier,
  suppliers,
} from '../data/hotels.ts';
import { type Amount, dayMs, euro, percentOf, sumOf } from '../sales.ts';
import type { CanonicalUpsell, PriceDetail, Stay } from './canonical.ts';
import type { Offer } from './state.ts';

const markupPercent = 6;
const commissionPercent = 8;
const vatPercent = 20;

export const priceDetailOf = (total: Amount): PriceDetail => {
  const markup = percentOf(total.minor, markupPercent);
  return {
    total,
    discount: euro(0),
    markup: euro(markup),
    serviceFee: euro(0),
    commission: { amount: euro(percentOf(total.minor, commissionPercent)), percent: commissionPercent },
    supplier: { net: euro(total.minor - markup) },
    // Inside the total.
    vat: { amount: euro(Math.floor((total.minor * vatPercent) / (100 + vatPercent))), percent: vatPercent },
    deposit: { amount: euro(0) },
  };
};

/** From 0 to below `count`: the same for the same numbers, and far apart for neighbours. */
const drawn = (count: number, ...from: readonly number[]): number => {
  let hash = 0x811c9dc5;
  for (const number of from) hash = Math.imul(hash ^ number ^ (number >>> 15), 0x01000193) ^ (hash >>> 13);
  return (hash >>> 0) % count;
};

type Sold = {
  readonly hotel: Hotel;
  readonly room: number;
  readonly kind: RoomKind;
  readonly rate: RateKind;
  readonly supplier: string;
};

const roomsIn = ({ id }: Hotel): readonly RoomKind[] => {
  const first = drawn(roomKinds.length, id, 1);
  return Array.from({ length: 2 + drawn(2, id, 2) }, (_, i) => roomKinds[(first + i) % roomKinds.length]).filter(
    (kind) => kind !== undefined,
  );
};

/** Every rate of every room by one supplier, and the cancellable rate of one room by the strict one besides. */
const soldBy = (hotel: Hotel): readonly Sold[] => {
  const free = suppliers.filter(({ code }) => code !== strictSupplier);
  const offered = roomsIn(hotel).flatMap((kind, room) =>
    rateKinds.map((rate, at) => ({
      hotel,
      room,
      kind,
      rate,
      supplier: free[drawn(free.length, hotel.id, room, at)]?.code ?? strictSupplier,
    })),
  );
  return offered.flatMap((one, at) => (at === 0 ? [one, { ...one, rate: flexible, supplier: strictSupplier }] : [one]));
};

/** When each night of a stay begins. */
export const nightsOf = ({ checkIn, checkOut }: { readonly checkIn: string; readonly checkOut: string }): number[] => {
  const [from, to] = [Date.parse(checkIn), Date.parse(checkOut)];
  return Array.from({ length: Math.max(1, Math.round((to - from) / dayMs)) }, (_, night) => from + night * dayMs);
};

/** Nights before Saturdays and Sundays cost more. */
const nightPercent = (nightMs: number): number => ([5, 6].includes(new Date(nightMs).getUTCDay()) ? 115 : 100);

/** A stay with the percentages of its nights. */
type Nights = { readonly stay: Stay; readonly percents: readonly number[] };

const baseOf = ({ hotel, room, kind, rate, supplier }: Sold, { stay, percents }: Nights): number => {
  const surcharge = supplier === strictSupplier ? 104 : 100;
  const night = percentOf(
    percentOf(percentOf(4_000 + 37 * drawn(300, hotel.id, room), kind.percent), rate.percent),
    surcharge,
  );
  const nights = percents.map((percent) => percentOf(night, percent));
  const guests = stay.rooms.map(({ adults, childrenAges }) => 70 + 30 * adults + 15 * childrenAges.length);
  return guests.reduce((sum, percent) => sum + nights.reduce((all, each) => all + percentOf(each, percent), 0), 0);
};

const feePerRoom = 150;
const taxPercent = 11;

const upsells = (
  kind: CanonicalUpsell['kind'],
  options: readonly OptionKind[],
  night: number,
): readonly CanonicalUpsell[] =>
  options.map(({ time, percentOfNight }) => ({
    upsellId: `${kind}-${time.replace(':', '')}`,
    kind,
    time,
    price: euro(percentOf(night, percentOfNight)),
  }));

const offerOf = (sold: Sold, place: number, nights: Nights): Offer => {
  const { hotel, room, kind, rate, supplier } = sold;
  const { stay, percents } = nights;
  const base = baseOf(sold, nights);
  const [tax, fee] = [percentOf(base, taxPercent), feePerRoom * stay.rooms.length];
  const night = Math.floor(base / percents.length);
  const parts = { base: euro(base), tax: euro(tax), fee: euro(fee) };
  return {
    hotelId: hotel.id,
    roomId: hotel.id * 10 + room,
    rateName: rate.name,
    mealTypeId: rate.meals[drawn(rate.meals.length, hotel.id, 3)] ?? 3,
    supplier,
    stay,
    place,
    roomName: kind.name,
    bedVariants: kind.bedVariants,
    parts,
    price: sumOf([parts.base, parts.tax, parts.fee]),
    freeUntilMs: rate.freeUntilDays === undefined ? null : Date.parse(stay.checkIn) - rate.freeUntilDays * dayMs,
    latePenaltyPercent: rate.latePenaltyPercent,
    earlyCheckIns: upsells('early-check-in', rate.earlyCheckIns, night),
    lateCheckOuts: upsells('late-check-out', rate.lateCheckOuts, night),
  };
};

/** Sorted by price. */
export const offersOf = (hotel: Hotel, stay: Stay): readonly Offer[] => {
  const nights: Nights = { stay, percents: nightsOf(stay).map(nightPercent) };
  return soldBy(hotel)
    .map((sold, place) => offerOf(sold, place, nights))
    .toSorted((one, other) => one.price.minor - other.price.minor || one.place - other.place);
};
