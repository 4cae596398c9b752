/** The check of the typical flow from a search to a hotel booking (part 1), each step with what the steps before it told. */
import { type Check, check } from '../check.ts';
import type { OperationId } from '../operations.ts';
import { asked, field } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { isIncomplete } from './guests-asked.ts';
import { asksUnknownBookings } from './own-bookings.ts';
import { searchBehind } from './search-behind.ts';
import { oneWorks, type Tries, triesOf } from './tried.ts';

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

type Step = Tries & { readonly operation: OperationId };

const stepsOf = (trace: Trace): Step[] => {
  const searches = triesOf(
    asked(trace, 'hotel-search').filter(({ intent }) => intent !== undefined),
    ({ intent }) => JSON.stringify(intent),
  );
  return [
    ...searches.map((tries) => ({ ...tries, operation: 'hotel-search' as const })),
    ...steps.flatMap(([operation, thingOf]) =>
      triesOf(
        asked(trace, operation).filter(
          (exchange) => searchBehind(trace, 'hotel-search', exchange) !== undefined && !isIncomplete(exchange),
        ),
        thingOf,
      ).map((tries) => ({ ...tries, operation })),
    ),
  ];
};

export const hotelFlowChecks: readonly Check[] = [
  check('hotel-flow.typical-flow-can-be-walked', {
    given: (trace) => (asksUnknownBookings(trace) ? [] : stepsOf(trace)),
    then: (step) => oneWorks(step, step.operation),
  }),
];
