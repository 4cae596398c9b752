/** The guests of a request to book, and what is missing of them (parts 2.5 and 7). */

import type { Json } from '../json.ts';
import { field } from '../subjects.ts';
import type { Exchange } from '../trace.ts';

/** What one supplier wants to know of every guest. */
export const requirements = ['citizenship', 'gender'] as const;

export type Requirement = (typeof requirements)[number];

export const guestsOf = ({ intent }: Exchange): readonly Json[] => {
  const rooms = field(intent, 'guests');
  return Array.isArray(rooms) ? rooms.flat() : [];
};

export const lacks = (exchange: Exchange, requirement: Requirement): boolean =>
  guestsOf(exchange).some((guest) => (field(guest, requirement) ?? '') === '');

export const isIncomplete = (exchange: Exchange): boolean => requirements.some((each) => lacks(exchange, each));
