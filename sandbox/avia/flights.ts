/** The flights of a day and what they cost. */
import { carriers, fareFamilies, routes, type ScheduledFlight, schedule } from '../data/flight-trade.ts';
import { type Amount, dayIn, dayMs, euro, minuteMs, percentOf } from '../sales.ts';
import type { FareParts, FlightName, Journey, Party } from './canonical.ts';
import type { Fare, Flight, FlightOffer } from './state.ts';

const [childPercent, weekendPercent] = [75, 118];

/** Charged for each flight of each passenger. */
const taxMinor = 2_315;

/** Fares move a little from one day to the next, and never in between. */
const marketPercents = [100, 103, 101];
const marketPercent = (nowMs: number): number => marketPercents[dayNumber(nowMs) % marketPercents.length] ?? 100;

const isWeekend = (atMs: number): boolean => [0, 6].includes(new Date(atMs).getUTCDay());

const baseOf = ({ from, to, carrier, departsAtMs }: Flight): number => {
  const route = routes.find(({ between }) => between.includes(from) && between.includes(to));
  const plain = percentOf(route?.fareMinor ?? 0, carriers.find(({ code }) => code === carrier)?.percent ?? 100);
  return isWeekend(departsAtMs) ? percentOf(plain, weekendPercent) : plain;
};

type PricedFlights = Pick<FlightOffer, 'flights' | 'family'>;

/** What one passenger pays who asks now. */
export const fareOf = ({ flights, family }: PricedFlights, isChild: boolean, nowMs: number): Fare => {
  const plain = flights.reduce((sum, flight) => sum + baseOf(flight), 0);
  const adult = percentOf(percentOf(plain, family.percent), marketPercent(nowMs));
  return { base: isChild ? percentOf(adult, childPercent) : adult, taxes: taxMinor * flights.length };
};

/** One for each passenger, adults first. */
export const faresOf = (offer: FlightOffer, nowMs: number): readonly Fare[] => {
  const { adults, children } = offer.party;
  return Array.from({ length: adults + children }, (_, at) => fareOf(offer, at >= adults, nowMs));
};

export const partsOf = (fares: readonly Fare[]): FareParts => ({
  base: euro(fares.reduce((sum, { base }) => sum + base, 0)),
  taxes: euro(fares.reduce((sum, { taxes }) => sum + taxes, 0)),
});

export const priceOfFares = (fares: readonly Fare[]): Amount =>
  euro(fares.reduce((sum, { base, taxes }) => sum + base + taxes, 0));

const flownOn = (scheduled: ScheduledFlight, date: string): Flight | undefined => {
  const dayStartsAtMs = dayIn(date);
  if (dayStartsAtMs === undefined || !scheduled.weekdays.includes(new Date(dayStartsAtMs).getUTCDay()))
    return undefined;
  const { flightNumber, carrier, from, to, minutes, seats, departs } = scheduled;
  const [hour = 0, minute = 0] = departs.split(':').map(Number);
  const departsAtMs = dayStartsAtMs + (hour * 60 + minute) * minuteMs;
  return {
    flightNumber,
    date,
    carrier,
    from,
    to,
    departsAtMs,
    arrivesAtMs: departsAtMs + minutes * minuteMs,
    capacity: seats,
  };
};

/** In the order of the schedule. */
export const flightsOn = (from: string, to: string, date: string): readonly Flight[] =>
  schedule
    .filter((scheduled) => scheduled.from === from && scheduled.to === to)
    .flatMap((scheduled) => flownOn(scheduled, date) ?? []);

/** Undefined when nothing of this name flies on that day. */
export const flightOf = ({ flightNumber, date }: FlightName): Flight | undefined => {
  const scheduled = schedule.find((one) => one.flightNumber === flightNumber);
  return scheduled && flownOn(scheduled, date);
};

/** There and, where the journey has one, the way back. */
export const flightsOf = ({ from, to, departure, return: back }: Journey): readonly Flight[] => [
  ...flightsOn(from, to, departure),
  ...(back === undefined ? [] : flightsOn(to, from, back)),
];

/** Every way to fly a journey with one carrier. */
const waysOf = ({ from, to, departure, return: back }: Journey): readonly (readonly Flight[])[] => {
  const there = flightsOn(from, to, departure);
  if (back === undefined) return there.map((flight) => [flight]);
  const home = flightsOn(to, from, back);
  return there.flatMap((out) =>
    home
      .filter(({ carrier, departsAtMs }) => carrier === out.carrier && departsAtMs > out.arrivesAtMs)
      .map((inward) => [out, inward]),
  );
};

/** Every way in every fare family. */
export const flightOffersOf = (journey: Journey, party: Party): readonly FlightOffer[] =>
  waysOf(journey).flatMap((flights) => {
    const supplier = carriers.find(({ code }) => code === flights[0]?.carrier)?.supplier ?? '';
    return fareFamilies.map((family) => ({ flights, family, supplier, party }));
  });

/** The ways to fly an offer on other days: with the carrier it was sold by, so that all of them cost the same. */
export const otherWays = (flown: readonly Flight[], departure: string, back: string | undefined) => {
  const [out, inward] = flown;
  if (!out) return [];
  const journey = { from: out.from, to: out.to, departure };
  const ways = waysOf(inward ? { ...journey, return: back ?? inward.date } : journey);
  return ways.filter(([first]) => first?.carrier === out.carrier);
};

/** How many days since 1970. */
const dayNumber = (atMs: number): number => Math.floor(atMs / dayMs);
