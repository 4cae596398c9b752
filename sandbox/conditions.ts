/** All conditions by id: circumstances under which alone a fault may show. */
import type { Condition } from './condition.ts';
import { askingConditions } from './conditions/asking.ts';
import { beforeConditions } from './conditions/before.ts';
import { flightConditions } from './conditions/flights.ts';
import { hotelConditions } from './conditions/hotels.ts';

const list = [...askingConditions, ...hotelConditions, ...flightConditions, ...beforeConditions];

export type ConditionId = (typeof list)[number]['id'];

export const conditions = Object.fromEntries(list.map((one) => [one.id, one])) as Readonly<
  Record<ConditionId, Condition<ConditionId>>
>;

export const conditionIds: readonly ConditionId[] = list.map(({ id }) => id);
