/** The search that a later request names by its searchId. */

import { succeeded } from '../outcome.ts';
import { asked, field } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';

/** The last one of the same partner that reported this searchId before; undefined when no answer did. */
export const searchBehind = (
  trace: Trace,
  operation: 'avia-search' | 'hotel-search',
  { index, bearer, intent }: Exchange,
): Exchange | undefined => {
  const searchId = field(intent, 'searchId');
  return asked(trace, operation).findLast(
    (search) =>
      search.index < index &&
      search.bearer === bearer &&
      succeeded(search) &&
      searchId !== undefined &&
      search.facts?.searchId === searchId,
  );
};

/** Whether a request names a search of which only the other partner was told. */
export const isOfAnothersSearch = (
  trace: Trace,
  operation: 'avia-search' | 'hotel-search',
  { index, bearer, intent }: Exchange,
): boolean => {
  const searchId = field(intent, 'searchId');
  const told = asked(trace, operation).filter(
    (search) => search.index < index && succeeded(search) && search.facts?.searchId === searchId,
  );
  return searchId !== undefined && told.length > 0 && told.every((search) => search.bearer !== bearer);
};
