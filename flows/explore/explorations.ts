/** Every exploration, in the order in which a round draws them. */
import type { Exploration } from './exploration.ts';
import { exploreBadTokens } from './explore-bad-tokens.ts';
import { exploreBookingFilters } from './explore-booking-filters.ts';
import { exploreCities } from './explore-cities.ts';
import { exploreGuests } from './explore-guests.ts';
import { exploreHotelCards } from './explore-hotel-cards.ts';
import { exploreJourneys } from './explore-journeys.ts';
import { exploreStays } from './explore-stays.ts';
import { exploreUnknownHotels } from './explore-unknown-hotels.ts';
import { exploreViewDetails } from './explore-view-details.ts';
import { exploreVoids } from './explore-voids.ts';

export const explorations: readonly Exploration[] = [
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

export const explorationOf = (id: string): Exploration | undefined => explorations.find((each) => each.id === id);
