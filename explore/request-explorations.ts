/** Explorations of requests that are lawful and rare, or wrong in one way. */
import type { Exploration } from './exploration.ts';
import { exploreBadTokens } from './explorations/explore-bad-tokens.ts';
import { exploreBookingFilters } from './explorations/explore-booking-filters.ts';
import { exploreCities } from './explorations/explore-cities.ts';
import { exploreCountryIds } from './explorations/explore-country-ids.ts';
import { exploreGuests } from './explorations/explore-guests.ts';
import { exploreHotelCards } from './explorations/explore-hotel-cards.ts';
import { exploreJourneys } from './explorations/explore-journeys.ts';
import { exploreStays } from './explorations/explore-stays.ts';
import { exploreUnknownHotels } from './explorations/explore-unknown-hotels.ts';
import { exploreViewDetails } from './explorations/explore-view-details.ts';
import { exploreVoids } from './explorations/explore-voids.ts';

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
