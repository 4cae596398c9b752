/** All explorations, in the order in which they take turns. */
import type { Exploration } from './exploration.ts';
import { exploreBookingLife } from './explore-booking-life.ts';
import { exploreTicketLife } from './explore-ticket-life.ts';

export const explorations: readonly Exploration[] = [exploreTicketLife, exploreBookingLife];
