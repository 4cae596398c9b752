/** Searches until something flies: the first step of every story about flights. */
import { orElsewhere } from '../../contracts/checks/tried.ts';
import type { FlightOfferFact } from '../../contracts/facts.ts';
import type { FlightSearch } from '../../contracts/intents.ts';
import type { Json } from '../../contracts/json.ts';
import { idText } from '../../contracts/subjects.ts';
import { type Session, stop } from '../../engine/session.ts';
import { dayAfter } from '../../generators/calendar.ts';
import { type FlightDraw, flightSearchOn } from '../../generators/flights.ts';
import { factsUnlessRefused } from './needs.ts';

export type FoundFlights = {
  readonly search: FlightSearch;
  readonly searchId: string;
  readonly offers: readonly [FlightOfferFact, ...FlightOfferFact[]];
};

export const routeOf = ({ target }: Pick<Session, 'target'>): Json =>
  target.known.route ??
  stop('needs', 'needs known.route, from where to where flights can be searched, in the target file');

/** Another route than the usual one, where the target knows any. */
const otherRouteOf = ({ target }: Pick<Session, 'target'>, { daysLater }: FlightDraw): Json | undefined => {
  const { otherRoutes = [] } = target.known;
  return otherRoutes[daysLater % otherRoutes.length];
};

/** What to search for, put on the calendar of the target. */
export const flightSearch = (session: Session, draw: FlightDraw): FlightSearch =>
  flightSearchOn(draw, {
    route: (draw.isElsewhere ? otherRouteOf(session, draw) : undefined) ?? routeOf(session),
    nowMs: session.targetNowMs(),
    daysAhead: session.target.known.departureDaysAhead,
  });

export const laterBy = (search: FlightSearch, days: number): FlightSearch => ({
  ...search,
  departure: dayAfter(search.departure, days),
  ...(search.return !== undefined && { return: dayAfter(search.return, days) }),
});

/** Searches with the next of what was drawn where one search is refused, or nothing flies then. */
export const findFlights = async (session: Session, draws: readonly FlightDraw[]): Promise<FoundFlights> => {
  let reason = 'found no offer';
  let isRead = false;
  for (const draw of draws) {
    const search = flightSearch(session, draw);
    const facts = factsUnlessRefused(await session.ask('avia-search', search));
    if (!facts) reason = 'was refused';
    isRead ||= !facts || facts.flightOffers !== undefined;
    const [first, ...more] = facts?.flightOffers ?? [];
    if (!facts || !first) continue;
    const searchId = idText(facts.searchId);
    if (searchId !== undefined) return { search, searchId, offers: [first, ...more] };
    reason = 'reported no searchId, by which later requests could name it';
  }
  if (!isRead) stop('needs', "needs bindings['avia-search'] to read flightOffers in the target file");
  return stop(
    'refused',
    `the flight search ${reason}, for ${draws.length} different days${orElsewhere('avia-search')}`,
  );
};
