/** Every story of answers: conforming traces, and each labelled way to break them. */
import { bookingStories } from './booking-breakages.ts';
import type { Story } from './breakage.ts';
import { cardStories } from './cards.ts';
import { citiesStory } from './cities.ts';
import { flightStories } from './flight-breakages.ts';
import { hotelStory } from './hotel-breakages.ts';
import { hotelWalkStory } from './hotel-walks.ts';
import { listStories } from './lists.ts';
import { readStories } from './reads.ts';
import { refusalStories } from './refusals.ts';
import { ticketStories } from './ticket-breakages.ts';
import { tokenStories } from './tokens.ts';
import { twoBookingStory } from './two-bookings.ts';

export const stories: readonly Story[] = [
  ...tokenStories,
  ...refusalStories,
  ...listStories,
  citiesStory,
  ...cardStories,
  ...readStories,
  hotelStory,
  hotelWalkStory,
  ...bookingStories,
  twoBookingStory,
  ...flightStories,
  ...ticketStories,
];
