/** Checks of the full view of a hotel booking (parts 2.5 and 4.6). */

import {
  type Check,
  check,
  inBody,
  type Mismatch,
  mismatch,
  mismatchAt,
  type Opinion,
  type Two,
  unshown,
  valueAt,
} from '../check.ts';
import { isJsonObject, type Json } from '../json.ts';
import { objectsWith } from '../locate/walk.ts';
import { nameWords, otherScript } from '../name-words.ts';
import { succeeded } from '../outcome.ts';
import { asked, bodyOf, field, isAboutRights } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import type { BookedView } from './booked-as-asked.ts';
import {
  areAboutOne,
  asksUnknownBookings,
  isForeign,
  type OwnBooking,
  ownBookings,
  views,
  viewsOf,
} from './own-bookings.ts';
import { type Moment, momentOf } from './own-tickets.ts';
import { areEqual, doesNotRead, moneyText, readFacts, sumOf } from './reads.ts';
import { detailAsked } from './view-comparisons.ts';

export const ofEveryView = (then: (view: Exchange) => Opinion): Check => check({ given: views, then });

/** Fields of one object with a documented place, each of which may be null. */
export const showsFields = (path: readonly string[], names: readonly string[], mayBeNull: boolean): Check =>
  ofEveryView((view) => {
    const place = [...inBody, ...path];
    const value = valueAt(view, place);
    if (value === null && mayBeNull) return unshown(`${path.join('.')} is null`);
    if (!isJsonObject(value)) return mismatch(view, place, `an object with ${names.join(', ')}`);
    const isShown = (name: string) => (mayBeNull ? Object.hasOwn(value, name) : (field(value, name) ?? null) !== null);
    return names.flatMap((name): Mismatch[] =>
      isShown(name) ? [] : [mismatch(view, [...place, name], mayBeNull ? 'a value, or null' : 'a value')],
    );
  });

/** Undefined when no field of the name, at any place, says anything. */
const reportedUnder = (view: Exchange, name: string): Json | undefined => {
  const [value] = objectsWith(bodyOf(view), name)
    .map((node) => field(node.value, name) ?? '')
    .filter((each) => each !== '')
    .take(1);
  return value;
};

const isNullUnder = (view: Exchange, name: string): boolean =>
  objectsWith(bodyOf(view), name).some(({ value }) => value[name] === null);

export const showsSomewhere = (names: readonly string[], mayBeNull: boolean): Check =>
  ofEveryView((view) =>
    names.flatMap((name): Mismatch[] =>
      reportedUnder(view, name) === undefined && !(mayBeNull && isNullUnder(view, name))
        ? [mismatch(view, [...inBody, name], `${name}, at any place`)]
        : [],
    ),
  );

/** What is reported of the beginning and the end of a stay. */
type ReportedStay = { readonly reported: readonly [string, string]; readonly between: readonly [Moment, Moment] };

const stayOf = (checkIn: unknown, checkOut: unknown): ReportedStay | undefined => {
  const between = [momentOf(checkIn), momentOf(checkOut)] as const;
  const [comes, goes] = between;
  return comes && goes ? { reported: [String(checkIn), String(checkOut)], between: [comes, goes] } : undefined;
};

const dayOf = (text: string): string => text.trim().slice(0, 10);

/** A day against a moment, or two zones of which one is not reported, are compared by their days. */
const isBackwards = ({ reported: [checkIn, checkOut], between: [comes, goes] }: ReportedStay): boolean =>
  comes.hasTime && goes.hasTime && comes.hasZone === goes.hasZone
    ? comes.ms >= goes.ms
    : dayOf(checkIn) >= dayOf(checkOut);

/** Times of day may be reported as moments of one and the same day, which is then not the day of the stay. */
const documentedStay = (view: Exchange): ReportedStay | undefined => {
  const stay = stayOf(field(bodyOf(view), 'checkinTime'), field(bodyOf(view), 'checkoutTime'));
  return stay && dayOf(stay.reported[0]) !== dayOf(stay.reported[1]) ? stay : undefined;
};

export const comesBeforeGoing = (view: Exchange): Opinion => {
  const documented = documentedStay(view);
  const { checkIn, checkOut } = (documented ? view.facts : readFacts(view))?.booking ?? {};
  const read = stayOf(checkIn, checkOut);
  if (!documented && !read) return doesNotRead(view, 'checkIn and checkOut');
  return [
    { stay: documented, path: [...inBody, 'checkoutTime'] },
    { stay: read, path: inBody },
  ].flatMap(({ stay, path }): Mismatch[] =>
    stay && isBackwards(stay)
      ? [
          {
            exchange: view,
            path,
            expected: `after ${stay.reported[0]}, when the guests come`,
            actual: stay.reported[1],
          },
        ]
      : [],
  );
};

export const addsUp = (view: Exchange): Opinion => {
  const { price, priceParts } = readFacts(view).booking ?? {};
  if (!price || !priceParts?.length) return doesNotRead(view, 'price and priceParts of the booking');
  const sum = sumOf(priceParts);
  const isEqual = sum && areEqual(sum, price, priceParts.length);
  if (!sum || isEqual === undefined) return unshown('the amounts are of several currencies');
  if (isEqual) return undefined;
  const expected = `parts of ${moneyText(price)} together, which is the price`;
  return mismatchAt(view, [], { expected, actual: moneyText(sum) });
};

const differInResidence = (one: Exchange, other: Exchange): boolean =>
  areAboutOne(one, other) &&
  detailAsked(one, 'includeResidenceDetails') === !detailAsked(other, 'includeResidenceDetails') &&
  detailAsked(one, 'includePriceDetails') === detailAsked(other, 'includePriceDetails');

/** An answered view, and one that differs in includeResidenceDetails alone. */
export const residencePairs = (trace: Trace): Two[] => {
  const asks = asksUnknownBookings(trace)
    ? []
    : asked(trace, 'view-booking').filter((view) => !isAboutRights(view) && !isForeign(trace, view));
  const cancels = trace.exchanges.filter(({ operation }) => operation === 'cancel-booking');
  // A view after a cancellation shows another state.
  const stateOf = (view: Exchange): number =>
    cancels.filter((cancel) => areAboutOne(cancel, view) && cancel.index < view.index).length;
  return asks.flatMap((view) => {
    // A service may need a moment before it knows its booking: until it was viewed, a refusal shows nothing.
    const isKnown = asks.some((each) => succeeded(each) && each.index <= view.index && areAboutOne(each, view));
    const other = asks.find(
      (each) => succeeded(each) && isKnown && differInResidence(view, each) && stateOf(view) === stateOf(each),
    );
    return other ? [{ exchanges: [other, view] as const }] : [];
  });
};

// The check that a view shows every guest in the right room (part 4.6), by what names have in common.

type NameWords = readonly string[];

/** The first of a room is the one for whom it is booked. */
type GuestName = { readonly first: NameWords; readonly last: NameWords; readonly isFirst: boolean };

type ShownNames = readonly (readonly NameWords[])[];

const wordsOf = (name: Json | undefined): NameWords => (typeof name === 'string' ? nameWords(name) : []);

/** Who was booked besides the first, by room; names that cannot be compared are left out. */
const booked = ({ create: { intent }, mark }: OwnBooking): readonly (readonly GuestName[])[] => {
  const rooms = field(intent, 'guests');
  return (Array.isArray(rooms) ? rooms : []).map((room) =>
    (Array.isArray(room) ? room : [])
      .map((guest, at) => ({ guest, isFirst: at === 0 }))
      // Another clause judges the guest who bears our mark.
      .filter(({ guest }) => mark === undefined || field(guest, 'lastName') !== mark)
      .map(({ guest, isFirst }) => ({
        first: wordsOf(field(guest, 'firstName')),
        last: wordsOf(field(guest, 'lastName')),
        isFirst,
      }))
      .filter(({ first, last }) => [first, last].every((words) => words.length > 0 && !words.includes(otherScript))),
  );
};

const hasAll = (shown: NameWords, words: NameWords): boolean => words.every((word) => shown.includes(word));

const isShownIn = (room: readonly NameWords[], { first, last }: GuestName): boolean =>
  room.some((shown) => hasAll(shown, first) && hasAll(shown, last));

/** The last name beside another first name may be a nickname, or a first name with its title. */
const isPerhapsIn = (room: readonly NameWords[], { last }: GuestName): boolean =>
  room.some((shown) => hasAll(shown, last) || shown.includes(otherScript));

const isLikelyIn = (room: readonly NameWords[], guest: GuestName): boolean =>
  isShownIn(room, guest) || isPerhapsIn(room, guest);

/** Whether each room that was booked is another of those that are shown, in any order. */
const isFilled = (rooms: readonly (readonly GuestName[])[], shown: ShownNames, fits: typeof isShownIn): boolean => {
  const [guests, ...others] = rooms;
  if (!guests) return true;
  if (guests.length === 0) return isFilled(others, shown, fits);
  return shown.some(
    (room, i) => guests.every((guest) => fits(room, guest)) && isFilled(others, shown.toSpliced(i, 1), fits),
  );
};

const roomsIn = ({ facts }: Exchange): ShownNames | undefined => facts?.booking?.rooms;

/** Whether some view shows a guest of a kind: a service may show the first guest alone, or the first of each room. */
const showsAny = (trace: Trace, isMeant: (guest: GuestName, room: readonly NameWords[]) => boolean): boolean =>
  ownBookings(trace).some((booking) => {
    const guests = booked(booking).flat();
    return viewsOf(trace, booking).some((view) =>
      (roomsIn(view) ?? []).some((room) => guests.some((guest) => isMeant(guest, room) && isShownIn(room, guest))),
    );
  });

export const showsEverybody = ({ exchanges: [view], booking }: BookedView, trace: Trace): Opinion => {
  readFacts(view);
  const shown = roomsIn(view);
  if (!shown) return doesNotRead(view, 'roomGuests');
  if (!showsAny(trace, () => true)) return unshown('no view shows a guest besides the first');
  // The first of another room may have the same name.
  const showsSecond = showsAny(trace, ({ isFirst }, room) => !isFirst && room.length > 1);
  const rooms = booked(booking).map((room) => room.filter(({ isFirst }) => isFirst || showsSecond));
  if (rooms.flat().length === 0)
    return unshown('there is nobody besides the first guest, or of each room no view shows more');
  if (isFilled(rooms, shown, isShownIn)) return undefined;
  if (isFilled(rooms, shown, isLikelyIn)) return unshown('a name is written in another way');
  const missed = rooms.findIndex((_, i) => !isFilled(rooms.slice(0, i + 1), shown, isShownIn));
  const expected = `all guests of room ${missed + 1} of ${rooms.length}, in one room`;
  const actual = `${shown.map(({ length }) => length).join(' and ')} guests, and not all of these`;
  return mismatchAt(view, [], { expected, actual });
};
