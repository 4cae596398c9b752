/** Faults in what is told of flights without a search: their schedule and their seats. */
import { answers, deep, every, last, listOf, type Met, type Spot, successes, without } from '../altering/sold.ts';
import type { AvailableFlight, CanonicalFlight } from '../avia/canonical.ts';
import { flightOf } from '../avia/flights.ts';
import { faultsOf } from '../deviation.ts';
import { refusal } from '../reply.ts';
import { euro } from '../sales/money.ts';

type AskedSchedule = 'avia-schedule' | 'avia-availability';

const searchFirst = { code: 'SEARCH_REQUIRED', message: 'Search first.' };

const refusing = <Operation extends AskedSchedule>(
  operation: Operation,
  isMeant: (met: Met<Operation>) => boolean = every,
) => successes(operation, (reply, met) => (isMeant(met) ? refusal(400, searchFirst) : reply));

/** The first requests for the same, and no later one. */
const isAmongFirst =
  (many: number) =>
  ({ asked, world }: Met<AskedSchedule>): boolean =>
    world.count(`flights asked for: ${JSON.stringify(asked)}`) <= many;

/** Changes flights whose seats were asked for. */
const availableFlights = (
  picks: (flight: AvailableFlight, spot: Spot) => boolean,
  change: (flight: AvailableFlight) => unknown,
) =>
  answers('avia-availability', (body) => {
    const flights = listOf(body.flights);
    return {
      ...body,
      flights: flights.map((flight, at) => (picks(flight, { at, count: flights.length }) ? change(flight) : flight)),
    };
  });

const largeSeats = 200;

/** Puts a price on flights of a schedule. */
const pricedSchedule = (picks: (flight: CanonicalFlight, spot: Spot) => boolean, minor: number) =>
  answers('avia-schedule', (body) => {
    const flights = listOf(body.flights);
    return {
      ...body,
      flights: flights.map((flight, at) =>
        picks(flight, { at, count: flights.length }) ? { ...flight, price: euro(minor) } : flight,
      ),
    };
  });

export const flightScheduleFaults = [
  ...faultsOf('avia-availability.answers-without-search', {
    'tells-no-seats-without-a-search': refusing('avia-availability'),
    'tells-seats-at-the-tenth-request': refusing('avia-availability', isAmongFirst(9)),
  }),
  ...faultsOf('avia-schedule.answers-without-search', {
    'tells-no-schedule-without-a-search': refusing('avia-schedule'),
    'tells-schedules-at-the-fourth-request': refusing('avia-schedule', isAmongFirst(3)),
  }),
  ...faultsOf('avia-availability.seats-are-told', {
    'nulls-the-seats-of-the-last-flight': availableFlights(last, (flight) => ({ ...flight, seats: null })),
    'tells-the-seats-of-the-first-flight-only': availableFlights(
      (_, { at }) => at > 0,
      (flight) => without('seats', flight),
    ),
    'tells-no-seats-of-large-aircraft': availableFlights(
      (flight) => (flightOf(flight)?.capacity ?? 0) > largeSeats,
      (flight) => without('seats', flight),
    ),
  }),
  ...faultsOf('avia-schedule.carries-no-price', {
    'prices-the-schedule': pricedSchedule(every, 12_900),
    'prices-the-last-flight-of-a-schedule': pricedSchedule(last, 8_450),
    'prices-one-flight-of-a-schedule-at-zero': pricedSchedule(deep, 0),
  }),
];
