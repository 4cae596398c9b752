/** The check of the typical flow from a search to a hotel booking (part 1), each step with what the steps before it reported. */
import { type Check, check, unshown } from '../check.ts';
import type { Json } from '../json.ts';
import { errorCodeOf, succeeded } from '../outcome.ts';
import { asked, field } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { isIncomplete } from './guests-asked.ts';
import { asksUnknownBookings } from './own-bookings.ts';
import { searchBehind } from './search-behind.ts';
import { isWalkable, type Walked, walked, walkedSearches } from './tried.ts';

const hotelText = ({ intent }: Exchange): string => JSON.stringify(field(intent, 'hotelId') ?? null);

const offerText = ({ intent }: Exchange): string => {
  const offer = field(intent, 'offer');
  return JSON.stringify([field(offer, 'offerId') ?? null, field(offer, 'reference') ?? null]);
};

const supplierOf = ({ intent }: Exchange): Json | undefined => field(field(intent, 'offer'), 'supplier');

/** Any supplier may refuse any booking, and it is the service that is judged. */
const isOfSupplier = (exchange: Exchange): boolean => errorCodeOf(exchange) === 'SUPPLIER_ERROR';

const reportOffers = ['hotel-search', 'hotel-pricing', 'offer-pricing'] as const;

/** Of everything for sale, by any answer; undefined is one that nobody told. */
const suppliersIn = (trace: Trace): Set<Json | undefined> =>
  new Set(
    reportOffers.flatMap((operation) =>
      asked(trace, operation).flatMap(({ facts }) => (facts?.offers ?? []).map(({ supplier }) => supplier)),
    ),
  );

/** Fewer may be a supplier that refuses everything, and another that refuses now and then. */
const refusedOffersMin = 3;
const suppliersMin = 2;

/** Why refusals of suppliers show nothing of the service; undefined where all suppliers refuse. */
const reasonOf = (trace: Trace, refused: readonly Exchange[]): string | undefined => {
  const refusing = new Set(refused.map(supplierOf));
  const areAll = refusing.isSupersetOf(suppliersIn(trace)) && !refusing.has(undefined) && refusing.size >= suppliersMin;
  if (areAll && new Set(refused.map(offerText)).size >= refusedOffersMin) return undefined;
  return 'a supplier may refuse any booking, and not all of them were seen to refuse several';
};

type Step = Walked & { readonly reason?: string | undefined };

const bookings = (trace: Trace, asks: readonly Exchange[]): Step[] => {
  const all = walked('create-booking', asks, offerText);
  const refused = asks.filter(isOfSupplier);
  const others = asks.filter((exchange) => !isOfSupplier(exchange));
  if (refused.length === 0 || others.some(succeeded)) return all;
  // What is refused for other reasons is judged by itself.
  const broken = walked('create-booking', others, offerText).filter(({ things }) => things > 1);
  return broken.length > 0 ? broken : all.map((tries) => ({ ...tries, reason: reasonOf(trace, refused) }));
};

const steps = [
  ['hotel-pricing', hotelText],
  ['offer-pricing', offerText],
] as const;

const stepsOf = (trace: Trace): Step[] => {
  const isWellAsked = (exchange: Exchange): boolean =>
    searchBehind(trace, 'hotel-search', exchange) !== undefined && !isIncomplete(exchange);
  return [
    ...walkedSearches(trace, 'hotel-search'),
    ...steps.flatMap(([operation, thingOf]) => walked(operation, asked(trace, operation).filter(isWellAsked), thingOf)),
    ...bookings(trace, asked(trace, 'create-booking').filter(isWellAsked)),
  ];
};

export const hotelFlowChecks: readonly Check[] = [
  check('hotel-flow.typical-flow-can-be-walked', {
    given: (trace) => (asksUnknownBookings(trace) ? [] : stepsOf(trace)),
    then: (step) => (step.reason === undefined ? isWalkable(step) : unshown(step.reason)),
  }),
];
