/** All explorations, in the order of drawing. */
import { clause as clauseOf } from '../contracts/clauses.ts';
import type { Target } from '../contracts/target.ts';
import type { Flow } from '../engine/flow.ts';
import type { Plan } from '../flows/planned.ts';
import { drawingOf, type Exploration, flowOf, inputDrawn } from './exploration.ts';
import { exploreBookingFilters, exploreGuests, exploreViewDetails } from './explorations/explore-bookings.ts';
import { exploreBadTokens, exploreLogins } from './explorations/explore-credentials.ts';
import {
  exploreCities,
  exploreCountryIds,
  exploreHotelCards,
  exploreUnknownHotels,
} from './explorations/explore-dictionaries.ts';
import { exploreFlightDomain, exploreJourneys } from './explorations/explore-flight-searches.ts';
import { exploreHotelDomain, exploreStays } from './explorations/explore-hotel-searches.ts';
import { exploreBookingLife, exploreTicketLife, exploreVoids } from './explorations/explore-lives.ts';
import { exploreRelations } from './explorations/explore-relations.ts';

/** Explorations of requests that are lawful and rare, or wrong in one way. */
export const requestExplorations: readonly Exploration[] = [
  exploreCountryIds,
  exploreCities,
  exploreHotelCards,
  exploreUnknownHotels,
  exploreBadTokens,
  exploreStays,
  exploreViewDetails,
  exploreBookingFilters,
  exploreGuests,
  exploreJourneys,
  exploreVoids,
];

export const explorations: readonly Exploration[] = [
  exploreHotelDomain,
  exploreFlightDomain,
  exploreRelations,
  exploreBookingLife,
  exploreTicketLife,
  ...requestExplorations,
  exploreLogins,
];

export const explorationOf = (id: string): Exploration | undefined => explorations.find((each) => each.id === id);

/** A plan that walks each exploration, too, with the first input that the seed draws. */
export const withExplorations = (plan: Plan<Flow>, { seed, target }: { seed: number; target: Target }): Plan<Flow> => {
  const { exploreRequestsMax: requestsMax } = target.limits;
  const drawn = explorations.map((one) => {
    const input = inputDrawn(drawingOf(one, { seed, draws: 0, target }));
    return { ...flowOf(one, input), requestsMax };
  });
  const pairs = drawn.flatMap(({ id: flow, exercises }) =>
    exercises
      .filter((clause) => (clauseOf(clause).since ?? '') <= target.revision)
      .map((clause) => ({ clause, flow, isDrawn: true as const })),
  );
  return { ...plan, flows: [...plan.flows, ...drawn], pairs: [...plan.pairs, ...pairs] };
};
