/** The check of the typical flow from a search to a hotel booking (part 1), each step with what the steps before it reported. */
import { type Check, check } from '../check.ts';
import { perTrace } from '../per-trace.ts';
import { asked, field } from '../subjects.ts';
import type { Exchange } from '../trace.ts';
import { isIncomplete } from './guests-asked.ts';
import { asksUnknownBookings } from './own-bookings.ts';
import { searchBehind } from './search-behind.ts';
import { isWalkable, type Walked, walked } from './tried.ts';

const hotelText = ({ intent }: Exchange): string => JSON.stringify(field(intent, 'hotelId') ?? null);

const offerText = ({ intent }: Exchange): string => {
  const offer = field(intent, 'offer');
  return JSON.stringify([field(offer, 'offerId') ?? null, field(offer, 'reference') ?? null]);
};

const hasIntent = ({ intent }: Exchange): boolean => intent !== undefined;

const steps = [
  ['hotel-pricing', hotelText],
  ['offer-pricing', offerText],
  ['create-booking', offerText],
] as const;

const stepsOf = perTrace((trace): readonly Walked[] => {
  const isWellAsked = (exchange: Exchange): boolean =>
    searchBehind(trace, 'hotel-search', exchange) !== undefined && !isIncomplete(exchange);
  return [
    ...walked('hotel-search', asked(trace, 'hotel-search').filter(hasIntent), ({ intent }) => JSON.stringify(intent)),
    ...steps.flatMap(([operation, thingOf]) => walked(operation, asked(trace, operation).filter(isWellAsked), thingOf)),
  ];
});

export const hotelFlowChecks: readonly Check[] = [
  check('hotel-flow.typical-flow-can-be-walked', {
    given: (trace) => (asksUnknownBookings(trace) ? [] : stepsOf(trace)),
    then: (step: Walked, trace) => isWalkable(step, stepsOf(trace)),
  }),
];
