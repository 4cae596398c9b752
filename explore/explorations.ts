/** Every exploration, in the order in which a round draws them. */
import type { Exploration } from './exploration.ts';
import { exploreBookingLife } from './explorations/explore-booking-life.ts';
import { exploreFlightDomain } from './explorations/explore-flight-domain.ts';
import { exploreHotelDomain } from './explorations/explore-hotel-domain.ts';
import { exploreLogins } from './explorations/explore-logins.ts';
import { exploreRelations } from './explorations/explore-relations.ts';
import { exploreTicketLife } from './explorations/explore-ticket-life.ts';
import { requestExplorations } from './request-explorations.ts';

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
