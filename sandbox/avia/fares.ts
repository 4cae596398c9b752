/** What flights cost: in whole minor units, by route, carrier, family, day of flight, and the day on which one asks. */
import { carriers, routes } from '../data/flight-trade.ts';
import type { Amount } from '../sales/money.ts';
import { euro, percentOf } from '../sales/money.ts';
import type { FareParts } from './canonical.ts';
import { dayNumber } from './flights.ts';
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

type Priced = Pick<FlightOffer, 'flights' | 'family'>;

/** What one passenger pays who asks now. */
export const fareOf = ({ flights, family }: Priced, isChild: boolean, nowMs: number): Fare => {
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
