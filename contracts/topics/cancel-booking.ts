/** What cancelling a hotel booking promises. */

import { inBody, mismatch, mismatchAt, type Opinion, shown, unshown, valueAt } from '../check.ts';
import { upsellsBooked } from '../checks/booked-as-asked.ts';
import { filterOf, isWhole, type ListRead, listReads, saysFilters } from '../checks/kept-bookings.ts';
import {
  areAboutOne,
  cancellationsOf,
  endOf,
  entriesOf,
  isAbout,
  isAskedBy,
  isDocumented,
  isForeign,
  isFormer,
  nameAsked,
  type OwnBooking,
  ownBookings,
  recognizingIn,
  type Sighting,
  sightingsOf,
  viewStatusPath,
  viewsOf,
} from '../checks/own-bookings.ts';
import { anyZoneMs, momentOf } from '../checks/own-tickets.ts';
import { areEqual, doesNotRead, moneyText, priceAsked, readFacts, showsNone, sumOf } from '../checks/reads.ts';
import { isRefused, otherPartnerIsRefused, unknownAsks } from '../checks/refused-asks.ts';
import { triesOf, works } from '../checks/tried.ts';
import { actDimensions, bookingDimensions, nothingOwn } from '../dimensions.ts';
import { hourMs } from '../durations.ts';
import { type Facts, type Money, refusedStatuses } from '../facts.ts';
import { isRefusal, succeeded } from '../outcome.ts';
import { asked, bodyOf, clocksApartMs, field, targetTimeOf } from '../subjects.ts';
import { derived, documented, topic } from '../topic.ts';
import type { Exchange, Trace } from '../trace.ts';
import { settles } from './readings.ts';

const overBefore =
  'One of two copies may lag: of the last two looks one is enough. What was last seen rejected or failed before is another matter: transitions are not shown.';

const statusIn = (view: Exchange) => valueAt(view, viewStatusPath);

/** Bookings of which something could be cancelled: what cancelling a refused booking does is not documented. */
const cancellable = (trace: Trace): OwnBooking[] =>
  ownBookings(trace).filter((booking) => {
    const end = endOf(trace, booking);
    const seen = sightingsOf(trace, booking).filter(
      ({ exchange, status }) => exchange.index < end && isDocumented(status),
    );
    return !refusedStatuses.includes(seen.at(-1)?.status);
  });

/** The first cancellation that came through. What a second reports of money is open. */
type CancelledBooking = { readonly exchanges: readonly [Exchange]; readonly booking: OwnBooking };

const firstCancellations = (trace: Trace): CancelledBooking[] =>
  cancellable(trace).flatMap((booking) => {
    const cancel = asked(trace, 'cancel-booking').find(
      (exchange) => exchange.bearer === booking.partner && isAbout(exchange, booking) && !isRefusal(exchange),
    );
    // Text in place of JSON breaks the json clause.
    return cancel && !(succeeded(cancel) && cancel.response?.text) ? [{ exchanges: [cancel], booking }] : [];
  });

/** Asked by its own partner, of what was last seen completed. */
const cancellationsOfCompleted = (trace: Trace): Exchange[] =>
  ownBookings(trace).flatMap((booking) =>
    asked(trace, 'cancel-booking').filter(
      (cancel) =>
        cancel.bearer === booking.partner &&
        isAbout(cancel, booking) &&
        sightingsOf(trace, booking).findLast(({ exchange }) => exchange.index < cancel.index)?.status === 'completed',
    ),
  );

/** No body, and an empty one, report nothing, for every binding. */
const isEmpty = (cancel: Exchange): boolean => {
  const body = bodyOf(cancel) ?? null;
  return typeof body !== 'object' || Object.keys(body ?? {}).length === 0;
};

const reportsMoney = (cancel: Exchange): Opinion => {
  const expected = 'the penalties and the refund';
  if (isEmpty(cancel)) return mismatch(cancel, inBody, expected);
  const { cancellation } = readFacts(cancel);
  if (!cancellation) return showsNone(cancel, 'cancellation');
  const missing = (['penalty', 'refund'] as const).filter((name) => cancellation[name] === undefined);
  if (missing.length === 0) return undefined;
  return mismatchAt(cancel, [], { expected, actual: `no ${missing.join(' and no ')}` });
};

/** Penalty and refund; another clause judges an answer in which one of them is missing. */
const moneyIn = ({ cancellation: { penalty, refund } = {} }: Facts): { penalty: Money; refund: Money } | undefined =>
  penalty && refund ? { penalty, refund } : undefined;

/** What the offer promised, if nothing was booked with it that costs more. */
const offeredPrice = (booking: OwnBooking): Money | undefined =>
  upsellsBooked(booking).length > 0 ? undefined : priceAsked(booking.create);

/** What the booking cost when it was cancelled, as its answers reported. */
const priceOf = (trace: Trace, booking: OwnBooking, cancel: Exchange): Money | undefined =>
  sightingsOf(trace, booking).findLast(({ exchange, price }) => price && exchange.index < cancel.index)?.price ??
  offeredPrice(booking);

const isThePrice = ({ exchanges: [cancel], booking }: CancelledBooking, trace: Trace): Opinion => {
  const money = moneyIn(readFacts(cancel));
  if (!money) return unshown('penalties and refund are not reported');
  const price = priceOf(trace, booking, cancel);
  if (!price) return doesNotRead(booking.create, 'the price of the booking');
  const sum = sumOf([money.penalty, money.refund]);
  const isEqual = sum && areEqual(sum, price);
  if (!sum || isEqual === undefined) return unshown('the amounts are of several currencies');
  if (isEqual) return undefined;
  const expected = `penalties and refund of ${moneyText(price)} together, which is the price`;
  return mismatchAt(cancel, [], { expected, actual: moneyText(sum) });
};

const costsNothing = ({ exchanges: [cancel], booking }: CancelledBooking, trace: Trace): Opinion => {
  const { penalty } = readFacts(cancel).cancellation ?? {};
  if (!penalty) return unshown('no penalty is reported');
  const until = momentOf(field(field(booking.create.intent, 'offer'), 'freeCancellationUntil'));
  const marginMs = (until?.hasZone ? hourMs : anyZoneMs) + clocksApartMs(trace);
  if (!until || targetTimeOf(trace, cancel) + marginMs > until.ms) {
    return unshown('the offer did not promise that cancelling is still free');
  }
  if (areEqual(penalty, { amount: 0 })) return undefined;
  return mismatchAt(cancel, [], { expected: 'a penalty of 0', actual: moneyText(penalty) });
};

/** The bookings that were cancelled, with the last cancellation; what another partner receives is another matter. */
const cancelled = (trace: Trace): { readonly booking: OwnBooking; readonly cancel: Exchange }[] =>
  cancellable(trace).flatMap((booking) => {
    const cancel = cancellationsOf(trace, booking).findLast(({ bearer }) => bearer === booking.partner);
    return cancel ? [{ booking, cancel }] : [];
  });

const isCancelled = ({ exchange, path, status }: Omit<Sighting, 'price'>): Opinion => {
  if (status === 'cancelled') return undefined;
  if (isDocumented(status)) return { exchange, path, expected: 'cancelled', actual: shown(status) };
  return unshown(isFormer(status) ? 'a status is reported by a former name' : 'no documented status is reported');
};

/** The last answer after a cancellation: those before it may have been too early. */
type Afterwards = {
  readonly exchanges: ListRead['exchanges'];
  readonly booking: OwnBooking;
  readonly cancel: Exchange;
};

/** Of the last two looks that which shows it as cancelled, or else the last: one of two copies may lag. */
const lastLook = (looks: readonly Afterwards[], shows: (look: Afterwards) => boolean): Afterwards[] => {
  const look = looks.slice(-2).findLast(shows) ?? looks.at(-1);
  return look ? [look] : [];
};

const lastViews = (trace: Trace): Afterwards[] =>
  cancelled(trace).flatMap(({ booking, cancel }) => {
    // A booking made twice has two names, of which one was cancelled.
    const views = viewsOf(trace, booking).filter((each) => each.index > cancel.index && areAboutOne(each, cancel));
    return lastLook(
      views.map((view) => ({ exchanges: [view], booking, cancel })),
      ({ exchanges: [view] }) => statusIn(view) === 'cancelled',
    );
  });

/** Of a booking made twice the lists show two, and only the name shows which of them was cancelled. */
const shownIn = ({ exchanges, booking, cancel }: Afterwards, trace: Trace): Omit<Sighting, 'price'> | undefined => {
  const by = recognizingIn(trace);
  const entries = exchanges.flatMap((exchange) =>
    entriesOf(exchange, booking, by).map((entry) => ({
      exchange,
      entry,
      status: entry.status,
      path: ['response', 'body', ...entry.at, 'status'],
    })),
  );
  return (
    entries.find(({ entry }) => isAskedBy(cancel, entry) === true) ?? (entries.length === 1 ? entries[0] : undefined)
  );
};

/** Of lists that are filtered by no status, or by that of what is cancelled: another would hide it lawfully. */
const lastLists = (trace: Trace, status: 'cancelled' | undefined): Afterwards[] =>
  cancelled(trace).flatMap(({ booking, cancel }) => {
    const lists = listReads(trace)
      .filter(
        ({ exchanges: [list] }) =>
          list.index > cancel.index && list.bearer === booking.partner && filterOf(list, 'status') === status,
      )
      .map(({ exchanges }) => ({ exchanges, booking, cancel }));
    return lastLook(lists, (one) => shownIn(one, trace)?.status === 'cancelled');
  });

const isInTheirDates = (one: Exchange, other: Exchange): boolean =>
  (['createdFrom', 'createdTo'] as const).every((name) => filterOf(one, name) === filterOf(other, name));

/** Only what its former status found, in the same dates, is missed among those of the status it has now. */
const isListedAsCancelled = ({ exchanges, booking, cancel }: Afterwards, trace: Trace): Opinion => {
  const [list] = exchanges;
  const by = recognizingIn(trace);
  const isIn = (page: Exchange): boolean => entriesOf(page, booking, by).length > 0;
  if (exchanges.some(isIn)) return undefined;
  // Text in place of JSON breaks the json clause.
  const isListed = exchanges.every((page) => succeeded(page) && page.response?.text === undefined);
  if (!isListed || !saysFilters(trace, list, ['status']) || !isWhole(trace, { exchanges })) {
    return unshown('not all that is cancelled could be listed');
  }
  const wasFound = asked(trace, 'search-bookings').some(
    (page) =>
      page.index < cancel.index && filterOf(page, 'status') !== undefined && isInTheirDates(page, list) && isIn(page),
  );
  const view = viewsOf(trace, booking).findLast(({ index }) => index > cancel.index);
  const isViewedAsCancelled = view && statusIn(view) === 'cancelled';
  if (!wasFound || !isViewedAsCancelled) return unshown('a cancelled booking is not listed any more');
  for (const page of exchanges) readFacts(page);
  const others = exchanges.flatMap(({ facts }) => facts?.bookings ?? []).length;
  const expected = 'the booking just cancelled';
  return mismatchAt(list, ['bookings'], { expected, actual: `${others} other bookings` });
};

export const cancelBookingTopic = topic('cancel-booking', {
  area: 'hotels',
  severity: 'critical',
  dimensions: [...bookingDimensions, ...actDimensions],
  clauses: {
    'cancel-booking.penalties-and-refund-are-told': documented('4.6', {
      text: 'A cancellation reports the penalties and the refund.',
      reading:
        'Their places and forms are what the binding says; nothing to pay is reported as zero by the binding, whatever the service writes for it. An empty answer reports neither. Of a second cancellation nothing is said, nor of one of a booking that was seen rejected or failed.',
      given: firstCancellations,
      then: ({ exchanges: [cancel] }) => reportsMoney(cancel),
    }),

    'cancel-booking.penalty-and-refund-are-the-price': derived('4.6', {
      text: 'Penalties and refund together are what the booking cost.',
      given: firstCancellations,
      then: isThePrice,
    }),

    'cancel-booking.free-cancellation-costs-nothing': derived('4.6', {
      text: 'A booking cancelled while its offer promised that to be free has no penalty.',
      given: firstCancellations,
      then: costsNothing,
    }),

    'cancel-booking.works-on-own-booking': derived('4.6', {
      text: 'A completed booking of the partner can be cancelled.',
      reading:
        'One may be refused for a reason of its own: two must be refused, and none cancelled. Judged of what was last seen completed; only what can be cancelled free of charge is booked.',
      ...works(
        (trace) => triesOf(cancellationsOfCompleted(trace), (each) => JSON.stringify(nameAsked(each))),
        'cancelling a completed booking',
      ),
    }),

    'cancel-booking.view-shows-cancelled': derived('3', {
      text: 'A cancelled booking is viewed as cancelled.',
      reading: `${settles} ${overBefore}`,
      given: lastViews,
      then: ({ exchanges: [view] }) => {
        if (!succeeded(view)) return unshown('a cancelled booking is not viewed any more');
        return isCancelled({ exchange: view, path: viewStatusPath, status: statusIn(view) });
      },
    }),

    'cancel-booking.list-shows-cancelled': derived('3', {
      text: 'A cancelled booking is listed as cancelled.',
      reading: `${settles} ${overBefore} It may be left out of lists, but of one filtered by cancelled only if no status ever found it.`,
      given: (trace) => [...lastLists(trace, undefined), ...lastLists(trace, 'cancelled')],
      then: (subject, trace) => {
        if (filterOf(subject.exchanges[0], 'status') === 'cancelled') return isListedAsCancelled(subject, trace);
        const seen = shownIn(subject, trace);
        return seen ? isCancelled(seen) : unshown('a cancelled booking is not listed any more');
      },
    }),

    'cancel-booking.other-partner-is-refused': derived('4.6', {
      text: 'Cancelling a booking of another partner does not succeed.',
      reading: 'Asked only where a view has just refused that booking to the second partner.',
      ...otherPartnerIsRefused('cancel-booking', isForeign),
    }),

    'cancel-booking.unknown-booking-is-refused': derived('4.6', {
      severity: 'major',
      text: 'Cancelling a booking that does not exist does not succeed.',
      dimensions: nothingOwn,
      given: (trace) => unknownAsks(trace, 'cancel-booking'),
      then: isRefused,
    }),
  },
});
