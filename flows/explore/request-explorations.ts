/** Explorations of requests that are lawful and rare, or wrong in one way. */
import type { Exploration } from './exploration.ts';
import { exploreBadTokens } from './explore-bad-tokens.ts';
import { exploreBookingFilters } from './explore-booking-filters.ts';
import { exploreCities } from './explore-cities.ts';
import { exploreCountryIds } from './explore-country-ids.ts';
import { exploreGuests } from './explore-guests.ts';
import { exploreHotelCards } from './explore-hotel-cards.ts';
import { exploreJourneys } from './explore-journeys.ts';
import { exploreStays } from './explore-stays.ts';
import { exploreUnknownHotels } from './explore-unknown-hotels.ts';
import { exploreViewDetails } from './explore-view-details.ts';
import { exploreVoids } from './explore-voids.ts';

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
