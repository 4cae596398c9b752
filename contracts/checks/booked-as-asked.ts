/** Checks that a booking is shown as it was asked for and verified: hotel, stay, guest, extras, price and moment. */

import { isDeepStrictEqual } from 'node:util';
import { inBody, type Mismatch, mismatch, mismatchAt, type Opinion, unshown } from '../check.ts';
import { dayMs } from '../durations.ts';
import type { BookingFact, Money, Upsell } from '../facts.ts';
import type { Json } from '../json.ts';
import { otherScript } from '../name-words.ts';
import { isTroubled, succeeded } from '../outcome.ts';
import { asked, bodyOf, clocksApartMs, field, idText, isClockGuessed, reportsTime, targetTimeOf } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import {
  attemptOf,
  bearsMark,
  endOf,
  entriesOf,
  type OwnBooking,
  ownBookings,
  recognizingIn,
  sightingsOf,
  viewsOf,
} from './own-bookings.ts';
import { anyZoneMs, isDuring, momentOf } from './own-tickets.ts';
import { areEqual, doesNotRead, moneyText, readFacts, sumOf } from './reads.ts';

export type BookedView = { readonly exchanges: readonly [Exchange]; readonly booking: OwnBooking };

const isSound = (exchange: Exchange): boolean => succeeded(exchange) && exchange.response?.text === undefined;

/** Bookings that were made once, by an answer that was not lost. */
export const answeredBookings = (trace: Trace): readonly OwnBooking[] =>
  ownBookings(trace).filter(({ create }) => isSound(create) && attemptOf(trace, create)?.found !== 'twice');

/** Trouble in place of a view is a subject too. */
export const viewsBeforeTheEnd = (trace: Trace, booking: OwnBooking): BookedView[] =>
  viewsOf(trace, booking)
    .filter((view) => view.index < endOf(trace, booking) && (isTroubled(view) || isSound(view)))
    .map((view) => ({ exchanges: [view], booking }));

const offerOf = ({ create: { intent } }: OwnBooking): Json | undefined => field(intent, 'offer');

export const isOfBookedHotel = ({ exchanges: [view], booking }: BookedView): Opinion => {
  const [wanted, shown] = [idText(field(offerOf(booking), 'hotelId')), idText(view.facts?.booking?.hotelId)];
  if (wanted === undefined || shown === undefined) return unshown('offer or view name no hotel');
  const areNumbers = [wanted, shown].map((id) => /^\d+$/.test(id));
  if (areNumbers[0] !== areNumbers[1]) return unshown('offer and view name hotels in different ways');
  if (wanted.toLowerCase() === shown.toLowerCase()) return undefined;
  return mismatchAt(view, [], { expected: `hotel ${wanted}, which was booked`, actual: shown });
};

export const upsellsBooked = ({ create: { intent } }: OwnBooking): readonly Upsell[] => {
  const upsells = field(intent, 'upsells');
  return Array.isArray(upsells) ? (upsells as Upsell[]) : [];
};

const isIt = (booked: Upsell, shown: Upsell): boolean | undefined => {
  const [reference, other] = [booked.reference ?? null, shown.reference ?? null];
  if (reference !== null && other !== null && isDeepStrictEqual(reference, other)) return true;
  // A view may name a thing by another kind of name than the request that booked it.
  return booked.price && shown.price ? areEqual(booked.price, shown.price) : undefined;
};

export const showsItsUpsells = ({ exchanges: [view], booking }: BookedView): Opinion => {
  const { upsells } = readFacts(view).booking ?? {};
  if (!upsells) return doesNotRead(view, 'upsells of the booking');
  const all = upsellsBooked(booking);
  if (upsells.length < all.length) return unshown('fewer are shown: see view-booking.booked-upsells-are-shown');
  const alike = new Map(all.map((booked) => [booked, upsells.map((shown) => isIt(booked, shown))]));
  const missed = all.filter((booked) => alike.get(booked)?.every((each) => each === false));
  if (missed.length === 0 && all.some((booked) => !alike.get(booked)?.includes(true)))
    return unshown('nothing tells which upsell is which');
  return missed.map((booked): Mismatch => {
    const expected = `the upsell that was booked${booked.price ? ` for ${moneyText(booked.price)}` : ''}`;
    return mismatchAt(view, ['upsells'], { expected, actual: `${upsells.length} others` });
  });
};

const verifiedForMs = 15 * 60_000;

/** What offer_pricing last said of the offer before it was booked. */
const verifiedPrice = (trace: Trace, { create, partner }: OwnBooking): Money | undefined => {
  const { intent, index } = create;
  const wanted = [field(intent, 'searchId'), field(field(intent, 'offer'), 'offerId')];
  const pricing = asked(trace, 'offer-pricing').findLast(
    (each) =>
      each.index < index &&
      each.bearer === partner &&
      succeeded(each) &&
      isDeepStrictEqual([field(each.intent, 'searchId'), field(field(each.intent, 'offer'), 'offerId')], wanted),
  );
  if (!pricing || targetTimeOf(trace, create) - targetTimeOf(trace, pricing) > verifiedForMs) return undefined;
  const offers = pricing.facts?.offers ?? [];
  return (offers.find(({ offerId }) => offerId === wanted[1]) ?? (offers.length === 1 ? offers[0] : undefined))?.price;
};

type FirstPriced = BookedView & { readonly price: Money };

/** What creating and the first view report, before anything is done; lists are compared with views. */
export const firstPrices = (trace: Trace): FirstPriced[] =>
  answeredBookings(trace).flatMap((booking) => {
    const seen = sightingsOf(trace, booking).flatMap(({ exchange, price }) =>
      price && exchange.operation !== 'search-bookings' && exchange.index < endOf(trace, booking)
        ? [{ exchange, price }]
        : [],
    );
    const first = Map.groupBy(seen, ({ exchange }) => exchange.operation);
    return [...first.values()].flatMap(([one]) =>
      one ? [{ exchanges: [one.exchange] as const, booking, price: one.price }] : [],
    );
  });

export const costsWhatWasVerified = ({ exchanges: [exchange], booking, price }: FirstPriced, trace: Trace): Opinion => {
  const verified = verifiedPrice(trace, booking);
  if (!verified) return unshown('the price of the offer was not verified right before');
  const sum = sumOf([verified, ...upsellsBooked(booking).map((upsell) => upsell.price)]);
  const isEqual = sum && areEqual(price, sum, 1 + upsellsBooked(booking).length);
  if (!sum || isEqual === undefined) return unshown('the prices of offer and extras cannot be added up');
  if (isEqual) return undefined;
  return mismatchAt(exchange, [], {
    expected: `${moneyText(sum)}, as verified, with its extras`,
    actual: moneyText(price),
  });
};

type Dated = BookedView & { readonly fact: BookingFact | undefined };

/** Every answer about a booking that may report its creation. */
export const creations = (trace: Trace): Dated[] =>
  answeredBookings(trace).flatMap((booking): Dated[] => {
    const { create, partner } = booking;
    const by = recognizingIn(trace);
    const alone = [create, ...viewsOf(trace, booking)].filter((each) => isTroubled(each) || isSound(each));
    const lists = asked(trace, 'search-bookings').filter(({ bearer }) => bearer === partner);
    return [
      ...alone.map((exchange) => ({ exchanges: [exchange] as const, booking, fact: exchange.facts?.booking })),
      ...lists.flatMap((exchange) =>
        entriesOf(exchange, booking, by).map((fact) => ({ exchanges: [exchange] as const, booking, fact })),
      ),
    ];
  });

/** A day or a time of any zone against the moment of the request; undefined without the clock of the service. */
const isThen = (trace: Trace, create: Exchange, createdAt: string, isListed: boolean): boolean | undefined => {
  const moment = momentOf(createdAt);
  if (!moment) return undefined;
  // Lists are filtered by days whose zone is not documented, and may report moments of that zone.
  if (moment.hasTime && moment.hasZone && !isListed) return isDuring(trace, create, moment.ms);
  if (!trace.exchanges.some(reportsTime) || isClockGuessed(trace)) return undefined;
  const askedMs = targetTimeOf(trace, create);
  const lastMs = moment.ms + (moment.hasTime ? 0 : dayMs);
  // Where nodes disagree, what one of them reports may be as far from the clock of another.
  const marginMs = anyZoneMs + clocksApartMs(trace);
  return askedMs >= moment.ms - marginMs && askedMs <= lastMs + marginMs;
};

export const isItsMoment = ({ exchanges: [exchange], booking: { create }, fact }: Dated, trace: Trace): Opinion => {
  const { createdAt } = fact ?? {};
  if (createdAt === undefined) return doesNotRead(exchange, 'createdAt');
  const isRight = isThen(trace, create, createdAt, exchange.operation === 'search-bookings');
  if (isRight === undefined) return unshown('no moment can be told, or no answer reports the time of the target');
  if (isRight) return undefined;
  const expected = 'a moment between the request to book and its answer';
  return mismatchAt(exchange, fact?.at ?? [], { expected, actual: createdAt });
};

const isJson = ({ response }: Exchange): boolean => response?.text === undefined;

/** Trouble in place of a view is a subject too. */
export const jsonViewsBeforeTheEnd = (trace: Trace, booking: OwnBooking): BookedView[] =>
  viewsOf(trace, booking)
    .filter((view) => view.index < endOf(trace, booking) && (isTroubled(view) || isJson(view)))
    .map((view) => ({ exchanges: [view], booking }));

const stayDays = ['checkIn', 'checkOut'] as const;

/** A moment may be reported in another zone than that of the hotel. */
const isThatDay = (reported: string, day: string): boolean | undefined => {
  const [moment, wanted] = [momentOf(reported), momentOf(day)];
  if (!moment || !wanted) return undefined;
  return moment.hasTime ? Math.abs(moment.ms - wanted.ms - dayMs / 2) <= 1.5 * dayMs : moment.ms === wanted.ms;
};

export const stayAsBooked = ({ exchanges: [view], booking: { create } }: BookedView): Opinion => {
  if (!succeeded(view)) return unshown('the booking is not viewed');
  const { booking } = readFacts(view);
  const [comes, goes] = [momentOf(booking?.checkIn), momentOf(booking?.checkOut)];
  if (comes && goes && comes.ms >= goes.ms)
    return unshown('guests go before they come: see view-booking.check-in-is-before-check-out');
  const stay = field(field(create.intent, 'search'), 'stay');
  const reported = stayDays.flatMap((name) => {
    const [is, day] = [booking?.[name], field(stay, name)];
    const isRight = is !== undefined && typeof day === 'string' ? isThatDay(is, day) : undefined;
    return isRight === undefined ? [] : [{ name, is, day, isRight }];
  });
  if (reported.length === 0) return doesNotRead(view, stayDays.join(' and '));
  return reported.flatMap(({ name, is, day, isRight }): Mismatch[] =>
    isRight ? [] : [mismatchAt(view, [], { expected: `${name} ${day}, as it was booked`, actual: String(is) })],
  );
};

/** A price between two views. */
type PricedThrice = {
  readonly exchanges: readonly [Exchange, ...Exchange[]];
  readonly reported: readonly [Money, Money, Money];
};

/** What creating and the last list reported, with the views next to it: an answer to create has none before. */
export const pricesAround = (trace: Trace, booking: OwnBooking): PricedThrice[] => {
  const seen = sightingsOf(trace, booking).flatMap(({ exchange, price }) =>
    price && exchange.index < endOf(trace, booking) ? [{ exchange, price }] : [],
  );
  const views = seen.filter(({ exchange }) => exchange.operation === 'view-booking');
  const others = seen.filter(({ exchange }) => exchange.operation !== 'view-booking');
  const lists = others.filter(({ exchange }) => exchange.operation === 'search-bookings').slice(-1);
  return [...others.filter(({ exchange }) => exchange.operation === 'create-booking'), ...lists].flatMap((other) => {
    const after = views.find(({ exchange }) => exchange.index > other.exchange.index);
    const before = views.findLast(({ exchange }) => exchange.index < other.exchange.index) ?? views.at(-1);
    if (!before || !after) return [];
    const exchanges = [other.exchange, before.exchange, after.exchange] as const;
    return [{ exchanges, reported: [other.price, before.price, after.price] as const }];
  });
};

export const isOnePrice = ({ exchanges: [exchange], reported: [price, before, after] }: PricedThrice): Opinion => {
  if (areEqual(before, after) !== true) return unshown('the price changed while it was read');
  const isEqual = areEqual(price, after);
  if (isEqual === undefined) return unshown('the prices are of several currencies');
  if (isEqual) return undefined;
  const expected = `${moneyText(after)}, the price of the booking in its views`;
  return mismatchAt(exchange, [], { expected, actual: moneyText(price) });
};

export const showsUpsells = ({ exchanges: [view], booking }: BookedView): Opinion => {
  if (!succeeded(view)) return unshown('the booking is not viewed');
  const shown = field(bodyOf(view), 'upsells');
  // Null shows none of them; another clause judges another form.
  if (!Array.isArray(shown)) return unshown('the upsells are no list');
  const booked = upsellsBooked(booking).length;
  if (shown.length >= booked) return undefined;
  return mismatch(view, [...inBody, 'upsells'], `${booked} upsells, as many as were booked`);
};

const marksIn = ({ facts }: Exchange): readonly string[] => facts?.booking?.marks ?? [];

export const showsItsGuest = ({ exchanges: [view], booking: { mark = '' } }: BookedView, trace: Trace): Opinion => {
  if (!succeeded(view)) return unshown('the booking is not viewed');
  const { booking } = readFacts(view);
  if (!booking?.marks) return doesNotRead(view, 'guestNames');
  if (bearsMark(booking, mark)) return undefined;
  const isShown = trace.exchanges.some((each) => each.operation === 'view-booking' && marksIn(each).length > 0);
  if (!isShown) return unshown('no view shows one of our guests by name');
  if (booking.marks.length === 0 && booking.rooms?.flat(2).includes(otherScript))
    return unshown('a name is written in another script');
  const actual = booking.marks.length > 0 ? 'a guest of another booking' : 'none that the binding finds';
  return mismatchAt(view, [], { expected: 'the guest for whom it was booked', actual });
};
