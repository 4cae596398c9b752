/** Faults in what is told of flights without a search: their schedule and their seats. */
import { answers, deep, every, last, listOf, type Met, type Spot, successes, without } from '../altering/sold.ts';
import type { AvailableFlight, CanonicalFlight } from '../avia/canonical.ts';
import { flightOf } from '../avia/flights.ts';
import { fault } from '../deviation.ts';
import { answer, refusal } from '../reply.ts';
import { euro } from '../sales/money.ts';

type Asked = 'avia-schedule' | 'avia-availability';

const searchFirst = { code: 'SEARCH_REQUIRED', message: 'Search first.' };

const refusing = <Operation extends Asked>(
  operation: Operation,
  isMeant: (met: Met<Operation>) => boolean = every,
  refused = refusal(400, searchFirst),
) => successes(operation, (reply, met) => (isMeant(met) ? refused : reply));

/** The first requests for the same, and no later one. */
const isAmongFirst =
  (many: number) =>
  ({ asked, world }: Met<Asked>): boolean =>
    world.count(`flights asked for: ${JSON.stringify(asked)}`) <= many;

const unsearched = answer(200, { success: false, error: searchFirst });

const searchNeededFaults = [
  fault('tells-no-seats-without-a-search', {
    violates: ['avia-availability.answers-without-search'],
    summary: 'A request for seats is refused, as it names no search.',
    reply: refusing('avia-availability'),
  }),
  fault('tells-no-seats-under-a-status-of-success', {
    violates: ['avia-availability.answers-without-search'],
    summary: 'A request for seats is answered with 200, and with the error that no search came before.',
    reply: refusing('avia-availability', every, unsearched),
  }),
  fault('tells-seats-when-asked-again', {
    violates: ['avia-availability.answers-without-search'],
    summary: 'The first request for the seats of certain flights is refused.',
    reply: refusing('avia-availability', isAmongFirst(1)),
  }),
  fault('tells-no-schedule-without-a-search', {
    violates: ['avia-schedule.answers-without-search'],
    summary: 'A request for a schedule is refused, as it names no search.',
    reply: refusing('avia-schedule'),
  }),
  fault('tells-no-schedule-under-a-status-of-success', {
    violates: ['avia-schedule.answers-without-search'],
    summary: 'A request for a schedule is answered with 200, and with the error that no search came before.',
    reply: refusing('avia-schedule', every, unsearched),
  }),
  fault('tells-schedules-at-the-fourth-request', {
    violates: ['avia-schedule.answers-without-search'],
    summary: 'The first three requests for a schedule of the same days are refused.',
    reply: refusing('avia-schedule', isAmongFirst(3)),
  }),
];

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

const seatFaults = [
  fault('nulls-the-seats-of-the-last-flight', {
    violates: ['avia-availability.seats-are-told'],
    summary: 'The seats of the last flight of an answer are null.',
    reply: availableFlights(last, (flight) => ({ ...flight, seats: null })),
  }),
  fault('tells-the-seats-of-the-first-flight-only', {
    violates: ['avia-availability.seats-are-told'],
    summary: 'Of several flights the first alone has seats.',
    reply: availableFlights(
      (_, { at }) => at > 0,
      (flight) => without('seats', flight),
    ),
  }),
  fault('tells-no-seats-of-large-aircraft', {
    violates: ['avia-availability.seats-are-told'],
    summary: 'A flight with more than two hundred seats tells none of them.',
    reply: availableFlights(
      (flight) => (flightOf(flight)?.capacity ?? 0) > largeSeats,
      (flight) => without('seats', flight),
    ),
  }),
];

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

const schedulePriceFaults = [
  fault('prices-the-schedule', {
    violates: ['avia-schedule.carries-no-price'],
    summary: 'Every flight of a schedule has a price.',
    reply: pricedSchedule(every, 12_900),
  }),
  fault('prices-the-last-flight-of-a-schedule', {
    violates: ['avia-schedule.carries-no-price'],
    summary: 'The last flight of a schedule has a price.',
    reply: pricedSchedule(last, 8_450),
  }),
  fault('prices-one-flight-of-a-schedule-at-zero', {
    violates: ['avia-schedule.carries-no-price'],
    summary: 'One flight deep in a schedule has a price of zero.',
    reply: pricedSchedule(deep, 0),
  }),
];

export const flightScheduleFaults = [...searchNeededFaults, ...seatFaults, ...schedulePriceFaults];
