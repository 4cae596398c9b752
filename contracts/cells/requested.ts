/** Reads who travels out of what a request was meant to say, whatever else stands there. */
import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../json.ts';
import { field } from '../subjects.ts';

const numberOf = (value: Json | undefined): number => (typeof value === 'number' ? value : Number.NaN);

const childrenIn = (room: Json): number => {
  const ages = field(room, 'childrenAges');
  return Array.isArray(ages) ? ages.length : 0;
};

/** Of all rooms of the stay that is searched for; adults are no number where nothing tells them. */
export const guestsIn = (search: Json | undefined): { adults: number; children: number; rooms: number } => {
  const told = field(field(search, 'stay'), 'rooms');
  const rooms = Array.isArray(told) ? told : [];
  return {
    rooms: rooms.length,
    adults:
      rooms.length === 0 ? Number.NaN : rooms.reduce<number>((sum, room) => sum + numberOf(field(room, 'adults')), 0),
    children: rooms.reduce<number>((sum, room) => sum + childrenIn(room), 0),
  };
};

export const passengersIn = (search: Json | undefined): { adults: number; children: number } => ({
  adults: numberOf(field(search, 'adults')),
  children: numberOf(field(search, 'children')),
});

/** Null is absence. */
export const isGiven = (intent: Json | undefined, name: string): boolean => (field(intent, name) ?? null) !== null;

/** Whether a region or a route is one of those besides the usual one. */
export const isOneOf = (others: readonly Json[] | undefined, place: Json | undefined): boolean =>
  others?.some((other) => isDeepStrictEqual(other, place)) ?? false;
