/** All faults by id: each one deliberate deviation that breaks exactly the clauses it names. */
import type { Fault } from './deviation.ts';
import { amenitiesFaults } from './faults/amenities.ts';
import { bearerFaults } from './faults/bearer.ts';
import { citiesFaults } from './faults/cities.ts';
import { countriesFaults } from './faults/countries.ts';
import { hotelCardFaults } from './faults/hotel-card.ts';
import { jsonFaults } from './faults/json.ts';
import { tokenFaults } from './faults/token.ts';
import { typeListFaults } from './faults/type-lists.ts';
import { unknownHotelFaults } from './faults/unknown-hotels.ts';

const list = [
  ...tokenFaults,
  ...bearerFaults,
  ...jsonFaults,
  ...countriesFaults,
  ...citiesFaults,
  ...typeListFaults,
  ...amenitiesFaults,
  ...hotelCardFaults,
  ...unknownHotelFaults,
];

export type FaultId = (typeof list)[number]['id'];

export const faults = Object.fromEntries(list.map((one) => [one.id, one])) as Readonly<Record<FaultId, Fault<FaultId>>>;

export const faultIds: readonly FaultId[] = list.map(({ id }) => id);

export const isFaultId = (id: string): id is FaultId => Object.hasOwn(faults, id);
