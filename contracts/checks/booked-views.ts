/** Checks of views of our own bookings, against what was booked and what other answers report (part 2.5). */

import { inBody, type Mismatch, mismatch, type Opinion, unshown } from '../check.ts';
import { dayMs } from '../durations.ts';
import type { Money } from '../facts.ts';
import { otherScript } from '../name-words.ts';
import { isTroubled, succeeded } from '../outcome.ts';
import { bodyOf, field } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { bearsMark, endOf, type OwnBooking, sightingsOf, viewsOf } from './own-bookings.ts';
import { momentOf } from './own-tickets.ts';
import { areEqual, doesNotRead, moneyText, readFacts } from './read-facts.ts';

/** A view of a booking that was not asked to be cancelled yet. */
type Viewed = { readonly exchanges: readonly [Exchange]; readonly booking: OwnBooking };

const isJson = ({ response }: Exchange): boolean => response?.text === undefined;

/** Trouble in place of a view is a subject too. */
export const jsonViewsBeforeTheEnd = (trace: Trace, booking: OwnBooking): Viewed[] =>
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

export const stayAsBooked = ({ exchanges: [view], booking: { create } }: Viewed): Opinion => {
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
    isRight ? [] : [{ exchange: view, path: inBody, expected: `${name} ${day}, as it was booked`, actual: String(is) }],
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
  return { exchange, path: inBody, expected, actual: moneyText(price) };
};

export const upsellCount = ({ create: { intent } }: OwnBooking): number => {
  const upsells = field(intent, 'upsells');
  return Array.isArray(upsells) ? upsells.length : 0;
};

export const showsUpsells = ({ exchanges: [view], booking }: Viewed): Opinion => {
  if (!succeeded(view)) return unshown('the booking is not viewed');
  const shown = field(bodyOf(view), 'upsells');
  // Null shows none of them; another clause judges another form.
  if (!Array.isArray(shown)) return unshown('the upsells are no list');
  const booked = upsellCount(booking);
  if (shown.length >= booked) return undefined;
  return mismatch(view, [...inBody, 'upsells'], `${booked} upsells, as many as were booked`);
};

const marksIn = ({ facts }: Exchange): readonly string[] => facts?.booking?.marks ?? [];

export const showsItsGuest = ({ exchanges: [view], booking: { mark = '' } }: Viewed, trace: Trace): Opinion => {
  if (!succeeded(view)) return unshown('the booking is not viewed');
  const { booking } = readFacts(view);
  if (!booking?.marks) return doesNotRead(view, 'guestNames');
  if (bearsMark(booking, mark)) return undefined;
  const isShown = trace.exchanges.some((each) => each.operation === 'view-booking' && marksIn(each).length > 0);
  if (!isShown) return unshown('no view shows a guest of ours by name');
  if (booking.marks.length === 0 && booking.rooms?.flat(2).includes(otherScript))
    return unshown('a name is written in another script');
  const actual = booking.marks.length > 0 ? 'a guest of another booking' : 'none that the binding finds';
  return { exchange: view, path: inBody, expected: 'the guest for whom it was booked', actual };
};
