/** The check of the typical flow from a search to a hotel booking (part 1), each step with what the steps before it reported. */
import { type Check, check } from '../check.ts';
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

const steps = [
  ['hotel-pricing', hotelText],
  ['offer-pricing', offerText],
  ['create-booking', offerText],
] as const;

const stepsOf = (trace: Trace): Walked[] => {
  const isWellAsked = (exchange: Exchange): boolean =>
    searchBehind(trace, 'hotel-search', exchange) !== undefined && !isIncomplete(exchange);
  return [
    ...walkedSearches(trace, 'hotel-search'),
    ...steps.flatMap(([operation, thingOf]) => walked(operation, asked(trace, operation).filter(isWellAsked), thingOf)),
  ];
};

export const hotelFlowChecks: readonly Check[] = [
  check('hotel-flow.typical-flow-can-be-walked', {
    given: (trace) => (asksUnknownBookings(trace) ? [] : stepsOf(trace)),
    then: isWalkable,
  }),
];
