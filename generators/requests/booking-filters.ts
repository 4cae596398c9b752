/** Filters of the list of bookings and details of a view (part 4.6): dates of one day, far apart or inverted. */
import fc from 'fast-check';
import { type BookingStatus, bookingStatuses } from '../../contracts/facts.ts';
import type { Details } from '../../contracts/intents.ts';
import { type DayDraw, dayOf } from '../calendar.ts';
import { mostOf } from '../draws.ts';

export type FilterDraw = {
  readonly status?: BookingStatus;
  readonly from?: DayDraw;
  readonly to?: DayDraw;
};

export type DrawnFilters = {
  readonly status?: BookingStatus;
  readonly createdFrom?: string;
  readonly createdTo?: string;
};

const near = fc.record({ after: fc.integer({ min: -12, max: 12 }) });
const far = fc.record({ after: fc.integer({ min: -20_000, max: 20_000 }) });
const special = fc.record({
  after: fc.integer({ min: -3_000, max: 800 }),
  next: fc.constantFrom('new-year' as const, 'leap-day' as const, 'month-end' as const),
});
const day: fc.Arbitrary<DayDraw> = fc.oneof({ arbitrary: near, weight: 3 }, far, special);

/** In any order: what ends before it begins is asked, too. */
const range = fc.record({ from: day, to: day }, { requiredKeys: [], noNullPrototype: true });
const oneDay = day.map((each) => ({ from: each, to: each }));
/** Wide enough for any zone that the service counts in. */
const aroundToday = fc
  .tuple(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 20_000 }))
  .map(([before, after]) => ({ from: { after: -before }, to: { after } }));

const status = fc.option(fc.constantFrom(...bookingStatuses), { nil: undefined });

const bookingFilter: fc.Arbitrary<FilterDraw> = fc
  .tuple(status, fc.oneof(range, oneDay, aroundToday))
  .map(([filtered, days]) => ({ ...(filtered && { status: filtered }), ...days }));

const future = fc.record({ after: fc.integer({ min: 11, max: 20_000 }) });
const past = fc.record({ after: fc.integer({ min: -20_000, max: -11 }) });
const elsewhere = fc.oneof(future, past);

/** Open to one side, of one day, inverted, and of any kind: away from today, so that none holds a booking we made. */
export const bookingFilters: fc.Arbitrary<FilterDraw[]> = mostOf<FilterDraw>(
  future.map((from) => ({ from })),
  past.map((to) => ({ to })),
  elsewhere.map((each) => ({ from: each, to: each })),
  fc
    .oneof(fc.tuple(future, fc.integer({ min: 3, max: 300 })), fc.tuple(past, fc.integer({ min: 3, max: 300 })))
    .map(([{ after }, days]) => ({
      from: { after: after < 0 ? after : after + days },
      to: { after: after < 0 ? after - days : after },
    })),
  bookingFilter,
);

export const filtersOn = ({ status: filtered, from, to }: FilterDraw, nowMs: number): DrawnFilters => ({
  ...(filtered && { status: filtered }),
  ...(from && { createdFrom: dayOf(from, nowMs) }),
  ...(to && { createdTo: dayOf(to, nowMs) }),
});

export const viewDetails: fc.Arbitrary<Details> = fc.record(
  { includePriceDetails: fc.boolean(), includeResidenceDetails: fc.boolean() },
  { noNullPrototype: true },
);
