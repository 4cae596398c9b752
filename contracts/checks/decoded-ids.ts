/** Whether ids in the offers of a hotel are those of the dictionary that decodes them (parts 2.4 and 2.6). */

import { type Check, check, type Two, unshown } from '../check.ts';
import type { ClauseId } from '../clauses.ts';
import type { OfferFact } from '../facts.ts';
import type { Json } from '../json.ts';
import { type Mismatch, shown } from '../mismatch.ts';
import { isTroubled } from '../outcome.ts';
import { answered, field, idText, recordsOf } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { noOffer, offersOf, readAnswers, wrongField } from './offers.ts';
import { doesNotRead, readFacts } from './read-facts.ts';

/** A list with records that lack an id is broken itself and refutes no offer. */
const tellsEveryId = (list: Exchange): boolean =>
  recordsOf(list).length > 0 && recordsOf(list).every((record) => idText(field(record, 'id')) !== undefined);

type Decoded = {
  readonly dictionary: 'bed-types' | 'meal-types';
  /** Undefined when nothing tells which values are ids. */
  readonly idsOf: (offer: OfferFact) => readonly Json[] | undefined;
  /** Where they stand on an offer, if that has a documented name. */
  readonly inside?: 'bedVariants';
  /** What a binding must read for that. */
  readonly read: string;
  readonly expected: string;
};

const pairs = (trace: Trace, dictionary: Decoded['dictionary']): Two[] => {
  const lists = answered(trace, dictionary);
  const list = lists.findLast(tellsEveryId) ?? lists.findLast(isTroubled);
  return list ? readAnswers(trace, 'hotel-pricing').map((pricing) => ({ exchanges: [pricing, list] })) : [];
};

export const idsAreDecoded = (clause: ClauseId, { dictionary, idsOf, inside, read, expected }: Decoded): Check =>
  check(clause, {
    given: (trace) => pairs(trace, dictionary),
    then: ({ exchanges: [pricing, list] }) => {
      readFacts(pricing);
      const offers = offersOf(pricing);
      if (offers.length === 0) return noOffer;
      if (offers.every((offer) => idsOf(offer) === undefined)) return doesNotRead(pricing, read);
      const named = offers.flatMap((offer) => (idsOf(offer) ?? []).map((id) => ({ at: offer.at, id })));
      if (named.length === 0) return unshown('the offers name none');
      const known = new Set(recordsOf(list).map((record) => idText(field(record, 'id'))));
      return named.flatMap(({ at, id }): Mismatch[] => {
        // The type of an id inside an offer is not shown, and "3" leads to the record of 3.
        if (known.has(idText(id) ?? '')) return [];
        if (inside) return [wrongField(pricing, { at, value: id }, inside, expected)];
        return [{ exchange: pricing, path: ['response', 'body', ...at], expected, actual: shown(id) }];
      });
    },
  });
