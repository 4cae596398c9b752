/** All oddities by id: lawful but unusual behaviour, which breaks no clause. */
import type { Deviation } from './deviation.ts';
import { bodyOddities, headerOddities, tokenOddities } from './deviations/oddities/answers.ts';
import { flightBookingOddities, flightOfferOddities } from './deviations/oddities/flight-offers.ts';
import { hotelBookingOddities, supplierOddities } from './deviations/oddities/hotel-bookings.ts';
import { hotelDictionaryOddities, hotelOfferOddities } from './deviations/oddities/hotel-offers.ts';
import { lookOddities } from './deviations/oddities/looks.ts';
import { availabilityOddities, flightRefusalOddities, hotelRefusalOddities } from './deviations/oddities/refusals.ts';
import { flightTicketOddities, flightVoidOddities } from './deviations/oddities/tickets.ts';

const list = [
  ...tokenOddities,
  ...bodyOddities,
  ...headerOddities,
  ...hotelDictionaryOddities,
  ...hotelOfferOddities,
  ...hotelBookingOddities,
  ...hotelRefusalOddities,
  ...supplierOddities,
  ...flightOfferOddities,
  ...flightBookingOddities,
  ...flightTicketOddities,
  ...flightVoidOddities,
  ...flightRefusalOddities,
  ...availabilityOddities,
  ...lookOddities,
];

export type OddityId = (typeof list)[number]['id'];

export const oddities = Object.fromEntries(list.map((one) => [one.id, one])) as Readonly<
  Record<OddityId, Deviation<OddityId>>
>;

export const oddityIds: readonly OddityId[] = list.map(({ id }) => id);

export const isOddityId = (id: string): id is OddityId => Object.hasOwn(oddities, id);
