/** What every list of the dictionary promises, whatever it lists (parts 2.6 and 4.7). */
import type { Check } from '../check.ts';
import type { ClauseId } from '../clauses.ts';
import type { Json } from '../json.ts';
import {
  idsAreUnique,
  type ListSchema,
  listIsAnArray,
  lowestIdFirst,
  recordsAreComplete,
  sortedById,
  validRequestIsAnswered,
} from './lists.ts';
import { twoReadsAgree } from './reads.ts';

/** The areas of the lists have the names of their operations. */
type List = 'countries' | 'cities' | 'accommodation-types' | 'amenities' | 'bed-types' | 'meal-types';

/**
 * @param like A record with every documented field; only its keys matter.
 * @param isValid Which requests must be answered with a list.
 */
export const listChecks = (
  name: List,
  list: ListSchema,
  like: Json,
  isValid: Parameters<typeof validRequestIsAnswered>[2] = () => true,
): Check[] => {
  const clause = <Rule extends string>(rule: Rule) => `${name}.${rule}` as const satisfies string as ClauseId;
  return [
    validRequestIsAnswered(clause('valid-request-is-answered'), name, isValid),
    listIsAnArray(clause('list-is-an-array'), name),
    recordsAreComplete(clause('records-are-complete'), name, list),
    sortedById(clause('sorted-by-id'), name),
    lowestIdFirst(clause('lowest-id-first'), name),
    idsAreUnique(clause('ids-are-unique'), name),
    twoReadsAgree(clause('two-reads-agree'), name, like),
  ];
};
