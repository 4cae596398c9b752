/** All oddities by id: lawful but unusual behaviour, which breaks no clause. */
import type { Oddity } from './deviation.ts';
import { availabilityOddities } from './oddities/availability.ts';
import { bodyOddities } from './oddities/bodies.ts';
import { flightBookingOddities } from './oddities/flights-bookings.ts';
import { flightOfferOddities } from './oddities/flights-offers.ts';
import { flightTicketOddities } from './oddities/flights-tickets.ts';
import { flightVoidOddities } from './oddities/flights-voids.ts';
import { headerOddities } from './oddities/headers.ts';
import { hotelDictionaryOddities } from './oddities/hotel-dictionaries.ts';
import { hotelBookingOddities } from './oddities/hotels-bookings.ts';
import { hotelOfferOddities } from './oddities/hotels-offers.ts';
import { flightRefusalOddities, hotelRefusalOddities } from './oddities/refusals.ts';
import { supplierOddities } from './oddities/suppliers.ts';
import { tokenOddities } from './oddities/token.ts';

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
];

export type OddityId = (typeof list)[number]['id'];

export const oddities = Object.fromEntries(list.map((one) => [one.id, one])) as Readonly<
  Record<OddityId, Oddity<OddityId>>
>;

export const oddityIds: readonly OddityId[] = list.map(({ id }) => id);

export const isOddityId = (id: string): id is OddityId => Object.hasOwn(oddities, id);
