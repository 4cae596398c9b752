/** Which supplier of a trace is the common one: the one with the most offers that its answers report. */
import type { ClassName } from '../dimensions.ts';
import type { Json } from '../json.ts';
import { perTrace } from '../per-trace.ts';
import { field, idText } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';

type Kind = 'offers' | 'flightOffers';

const suppliersIn = ({ facts }: Exchange, kind: Kind): string[] =>
  // What one kind of offer does not report is as absent as what no binding reads.
  (facts?.[kind] ?? []).flatMap((offer: object) => ('supplier' in offer ? (idText(offer.supplier as Json) ?? []) : []));

/** Of two that are as common, the first by name, so that it is the same in every run. */
const commonOf = (kind: Kind): ((trace: Trace) => string | undefined) =>
  perTrace(({ exchanges }) => {
    const counts = new Map<string, number>();
    for (const name of exchanges.flatMap((each) => suppliersIn(each, kind)))
      counts.set(name, (counts.get(name) ?? 0) + 1);
    const [common] = [...counts].toSorted(([one, many], [other, more]) => more - many || (one < other ? -1 : 1));
    return common?.[0];
  });

const common = { offers: commonOf('offers'), flightOffers: commonOf('flightOffers') };

const classOf = (trace: Trace, supplier: string, kind: Kind): ClassName =>
  supplier === (common[kind](trace) ?? supplier) ? 'common supplier' : 'rarer supplier';

/** The class of the supplier of the offer that a request is about. */
export const supplierClass = (trace: Trace, offer: Json | undefined, kind: Kind): ClassName[] => {
  const supplier = idText(field(offer, 'supplier'));
  return supplier === undefined ? [] : [classOf(trace, supplier, kind)];
};

/** The classes of all suppliers whose offers an answer reports. */
export const supplierClasses = (trace: Trace, exchange: Exchange, kind: Kind): ClassName[] =>
  [...new Set(suppliersIn(exchange, kind))].map((supplier) => classOf(trace, supplier, kind));
