/** All explorations, in the order of drawing. */
import type { Exploration } from './exploration.ts';
import { exploreBookingLife } from './explorations/explore-booking-life.ts';
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
import { exploreRelations } from './explorations/explore-relations.ts';
import { exploreTicketLife } from './explorations/explore-ticket-life.ts';
import { exploreVoids } from './explorations/explore-voids.ts';

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
