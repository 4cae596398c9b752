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
import { succeeded } from '../outcome.ts';
import { asked, bodyOf, field, isAboutRights } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { areAboutOne, asksUnknownBookings, isForeign, views } from './own-bookings.ts';
import { type Moment, momentOf } from './own-tickets.ts';
import { areEqual, doesNotRead, moneyText, readFacts, sumOf } from './read-facts.ts';
import { detailAsked } from './view-price-details.ts';

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
