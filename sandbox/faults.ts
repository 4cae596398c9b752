/** All faults by id: each breaks exactly the clauses that it names, and any of them can be had under a condition. */
import { type ConditionId, conditions } from './conditions.ts';
import type { Deviation } from './deviation.ts';
import { citiesFaults } from './deviations/faults/cities.ts';
import { ticketExchangeFaults, ticketRefundFaults } from './deviations/faults/exchanges-and-refunds.ts';
import { bookedFlightFaults, flightBookingFaults, keptFlightFaults } from './deviations/faults/flight-bookings.ts';
import { flightPartnerFaults, flightRightFaults, unknownFlightFaults } from './deviations/faults/flight-partners.ts';
import { flightScheduleFaults, flightSearchFaults } from './deviations/faults/flight-search.ts';
import { flowFaults, jsonFaults, refusalFaults } from './deviations/faults/general.ts';
import { bearerFaults } from './deviations/faults/guard.ts';
import {
  hotelGuestFaults,
  hotelKeptBookingFaults,
  hotelPartnerFaults,
  hotelStatusFaults,
} from './deviations/faults/hotel-bookings.ts';
import { hotelCancellationFaults, hotelListFaults } from './deviations/faults/hotel-cancellations.ts';
import { hotelCardFaults, unknownHotelFaults } from './deviations/faults/hotel-card.ts';
import { hotelOfferIdFaults, hotelPricingFaults, hotelPricingFieldFaults } from './deviations/faults/hotel-pricing.ts';
import { hotelSearchFaults, hotelSearchFieldFaults } from './deviations/faults/hotel-search.ts';
import {
  hotelBookedAsAskedFaults,
  hotelBookedViewFaults,
  hotelViewFaults,
  hotelViewPriceFaults,
} from './deviations/faults/hotel-views.ts';
import { lawFaults } from './deviations/faults/laws.ts';
import { requestLawFaults } from './deviations/faults/requests.ts';
import { ticketVoidAnswerFaults, ticketVoidFaults } from './deviations/faults/ticket-voids.ts';
import { ticketInfoFaults, ticketIssueFaults } from './deviations/faults/tickets.ts';
import { tokenFaults } from './deviations/faults/tokens.ts';
import { amenitiesFaults, countriesFaults, typeListFaults } from './deviations/faults/type-lists.ts';
import { domainCombinationFaults, unusualFaults } from './deviations/faults/unusual.ts';
import { unusualInputFaults } from './deviations/faults/unusual-inputs.ts';
import { type DrawnFaultId, drawnFault, isDrawnFaultId } from './drawn-faults.ts';

const list = [
  ...tokenFaults,
  ...bearerFaults,
  ...jsonFaults,
  ...lawFaults,
  ...requestLawFaults,
  ...countriesFaults,
  ...citiesFaults,
  ...typeListFaults,
  ...amenitiesFaults,
  ...hotelCardFaults,
  ...unknownHotelFaults,
  ...hotelSearchFieldFaults,
  ...hotelSearchFaults,
  ...hotelOfferIdFaults,
  ...hotelPricingFieldFaults,
  ...hotelPricingFaults,
  ...flowFaults,
  ...hotelGuestFaults,
  ...hotelStatusFaults,
  ...hotelViewFaults,
  ...hotelBookedViewFaults,
  ...hotelBookedAsAskedFaults,
  ...hotelPartnerFaults,
  ...hotelKeptBookingFaults,
  ...hotelViewPriceFaults,
  ...hotelListFaults,
  ...hotelCancellationFaults,
  ...refusalFaults,
  ...ticketIssueFaults,
  ...ticketInfoFaults,
  ...ticketVoidFaults,
  ...ticketVoidAnswerFaults,
  ...ticketExchangeFaults,
  ...ticketRefundFaults,
  ...flightSearchFaults,
  ...flightScheduleFaults,
  ...flightBookingFaults,
  ...keptFlightFaults,
  ...bookedFlightFaults,
  ...flightRightFaults,
  ...flightPartnerFaults,
  ...unknownFlightFaults,
  ...domainCombinationFaults,
  ...unusualFaults,
  ...unusualInputFaults,
];

export type FaultId = (typeof list)[number]['id'];

export const faults = Object.fromEntries(list.map((one) => [one.id, one])) as Readonly<
  Record<FaultId, Deviation<FaultId>>
>;

export const faultIds: readonly FaultId[] = list.map(({ id }) => id);

/** Those that the plain flows see, and the prover proves with them. */
export const plainFaultIds: readonly FaultId[] = faultIds.filter((id) => !faults[id].onlyExplored);

export const isFaultId = (id: string): id is FaultId => Object.hasOwn(faults, id);

/** A fault and its condition, with a colon between them. */
export type ConditionalFaultId = `${FaultId}:${ConditionId}`;
export type AnyFaultId = FaultId | ConditionalFaultId | DrawnFaultId;

const isConditionId = (id: string | undefined): id is ConditionId => id !== undefined && Object.hasOwn(conditions, id);

export const isAnyFaultId = (text: string): text is AnyFaultId => {
  if (isDrawnFaultId(text)) return true;
  const [fault = '', condition, ...more] = text.split(':');
  return isFaultId(fault) && more.length === 0 && (condition === undefined || isConditionId(condition));
};

/** What must work for some flights: under a condition it may be one kind of them that is not served. */
const ofAllKinds: readonly string[] = [
  'avia-flow.typical-flow-can-be-walked',
  'avia-schedule.answers-without-search',
  'pnr-cancel.works-on-own-booking',
  'ticket-issue.works-on-created-booking',
  'ticket-exchange.works-with-a-calculation',
  'ticket-refund.works-after-a-calculation',
];

export const faultOf = (anyId: AnyFaultId): Deviation<AnyFaultId> => {
  if (isDrawnFaultId(anyId)) return drawnFault(Number(anyId.slice('drawn:'.length)));
  const [faultId, conditionId] = anyId.split(':') as [FaultId, ConditionId | undefined];
  const fault = faults[faultId];
  if (!conditionId) return fault;
  const { holds, summary, operations } = conditions[conditionId];
  const touches = fault.touches.filter((operation) => operations.includes(operation));
  const violates = fault.violates.some((clause) => ofAllKinds.includes(clause))
    ? [...fault.violates, 'avia-flow.each-kind-of-flight-is-served' as const]
    : fault.violates;
  return { ...fault, id: anyId, when: holds, touches, violates, summary: `${fault.summary} Only so: ${summary}` };
};

/**
 * Those that are proven: four for each condition, drawn from the catalogue by a seed before any flow knew of
 * conditions.
 */
export const conditionalFaultIds = [
  'calls-lists-of-bookings-a-form:asked-by-the-other-partner',
  'leaves-out-one-id-of-bed-types:asked-by-the-other-partner',
  'shows-the-hotel-without-its-key:asked-by-the-other-partner',
  'views-no-preset-names:asked-by-the-other-partner',
  'refuses-countries-of-four-digits:asked-in-russian',
  'fails-on-words-for-country-id:asked-in-russian',
  'forgets-one-record-of-bed-types-every-second-time:asked-in-russian',
  'adds-one-record-to-accommodation-types-every-second-time:asked-in-russian',
  'keys-countries-by-id:from-the-third-read',
  'forgets-the-last-city-every-second-time:from-the-third-read',
  'forgets-one-minimum-price-deep-in-search:from-the-third-read',
  'scores-the-worst-of-search-below-zero:from-the-third-read',
  'fails-second-voids-without-an-error:from-the-third-of-its-kind',
  'calls-lack-of-rights-forbidden:from-the-third-of-its-kind',
  'keeps-the-fee-of-free-cancellations:from-the-third-of-its-kind',
  'tells-the-moment-of-a-void-in-local-time:from-the-third-of-its-kind',
  'slips-one-foreign-city-into-the-list-of-one-country:of-the-last-country',
  'exchanges-the-coordinates-of-one-city:of-the-last-country',
  'forgets-the-last-city-every-second-time:of-the-last-country',
  'writes-nan-for-one-latitude:of-the-last-country',
  'writes-one-city-id-as-text:of-a-country-in-the-middle',
  'writes-nan-for-one-latitude:of-a-country-in-the-middle',
  'swaps-one-pair-in-the-list-of-one-country:of-a-country-in-the-middle',
  'slips-one-foreign-city-into-the-list-of-one-country:of-a-country-in-the-middle',
  'loses-a-star-every-second-time:of-a-hotel-late-in-the-list',
  'adds-a-request-id-beside-one-hotel:of-a-hotel-late-in-the-list',
  'breaks-a-line-inside-the-name-of-a-hotel:of-a-hotel-late-in-the-list',
  'leaves-out-photos-where-there-are-none:of-a-hotel-late-in-the-list',
  'views-the-stay-a-day-late:with-a-second-room',
  'shows-offers-of-a-search-below-the-minimum:with-a-second-room',
  'leaves-the-deposit-out-of-price-details:with-a-second-room',
  'demands-residence-details:with-a-second-room',
  'tells-the-hotel-by-its-room-beside-price-details:with-a-child-in-a-room',
  'empties-the-search-id-of-ranked-searches:with-a-child-in-a-room',
  'answers-nothing-to-searches-with-a-timeout:with-a-child-in-a-room',
  'scores-search-in-percent:with-a-child-in-a-room',
  'cuts-the-booking-id-of-cancelled-views-short:for-one-guest',
  'salts-offer-ids-with-the-preset:for-one-guest',
  'keys-bed-variants-of-one-offer:for-one-guest',
  'leaves-the-fee-out-of-price-parts:for-one-guest',
  'cuts-the-booking-id-of-cancelled-views-short:found-by-ranking',
  'forgets-one-minimum-price-deep-in-search:found-by-ranking',
  'charges-less-in-pricing-than-the-minimum:found-by-ranking',
  'salts-offer-ids-with-the-preset:found-by-ranking',
  'views-the-status-beside-booking-info:found-by-price',
  'leaves-the-hotel-out-of-offer-ids:found-by-price',
  'shows-other-partners-the-status-of-a-booking:found-by-price',
  'refuses-views-with-a-text-for-an-error:found-by-price',
  'writes-one-hotel-id-deep-in-search-as-text:in-another-region',
  'refuses-searches-with-a-timeout-inside-a-success:in-another-region',
  'swaps-two-offers-deep-in-ranked-pricing:in-another-region',
  'ranks-search-from-the-lowest-score:in-another-region',
  'views-no-invoice:of-the-strict-supplier',
  'nulls-every-second-price-of-offer-pricing:of-the-strict-supplier',
  'writes-undefined-into-views:of-the-strict-supplier',
  'books-every-request-twice:of-the-strict-supplier',
  'lists-cancelled-without-a-status:of-a-common-supplier',
  'cancels-what-it-refuses-to-cancel:of-a-common-supplier',
  'answers-cancellations-with-a-former-status:of-a-common-supplier',
  'keeps-the-fee-of-free-cancellations:of-a-common-supplier',
  'lets-every-partner-cancel:with-an-extra',
  'refuses-views-with-a-text-for-an-error:with-an-extra',
  'views-no-preset-names:with-an-extra',
  'views-no-check-in-time:with-an-extra',
  'views-the-id-of-another-booking:without-extras',
  'lists-bookings-of-every-partner:without-extras',
  'writes-the-status-of-a-new-booking-small:without-extras',
  'views-the-status-beside-booking-info:without-extras',
  'tells-no-exchange-id:there-and-back',
  'nulls-every-second-price-of-an-offer:there-and-back',
  'voids-late-tickets-though-it-refuses:there-and-back',
  'counts-the-void-window-an-hour-short:there-and-back',
  'leaves-out-the-content-type-of-tickets:one-way',
  'tells-no-price-of-every-second-repricing:one-way',
  'teases-with-the-first-flight-offer:one-way',
  'voids-nothing-in-the-last-hour-of-the-window:one-way',
  'tells-schedules-at-the-fourth-request:on-another-route',
  'refuses-every-flight-search:on-another-route',
  'tells-no-price-of-the-third-flight-offer:on-another-route',
  'prices-one-flight-of-a-schedule-at-zero:on-another-route',
  'refuses-every-refund:with-a-child-on-board',
  'answers-voids-with-201:with-a-child-on-board',
  'calculates-refunds-for-every-partner-once-its-owner-asked:with-a-child-on-board',
  'tells-no-price-of-the-third-flight-offer:with-a-child-on-board',
  'voids-late-tickets-though-it-refuses:for-two-passengers',
  'tells-other-partners-that-nothing-is-refunded:for-two-passengers',
  'tells-no-price-of-the-third-flight-offer:for-two-passengers',
  'refuses-every-refund:for-two-passengers',
  'has-no-void-window:of-the-second-passenger',
  'voids-used-tickets:of-the-second-passenger',
  'writes-local-time-of-a-void-as-utc:of-the-second-passenger',
  'tells-no-offers-of-an-exchange:of-the-second-passenger',
  'issues-no-tickets-once-a-booking-is-priced-anew:of-the-rarer-supplier',
  'keeps-the-old-ticket-of-an-exchange:of-the-rarer-supplier',
  'tells-another-penalty-with-a-refund:of-the-rarer-supplier',
  'tells-the-moment-of-a-void-in-local-time:of-the-rarer-supplier',
  'answers-null-for-unknown-country:after-a-wrong-login',
  'says-success-to-other-partners-who-cancel:after-a-wrong-login',
  'views-other-guests-every-second-time:after-a-wrong-login',
  'tells-success-beside-the-error-of-a-second-void:after-a-wrong-login',
  'views-a-day-more-than-was-booked:after-a-cancellation',
  'books-every-request-twice:after-a-cancellation',
  'gives-no-reason-of-the-supplier:after-a-cancellation',
  'ignores-the-status-filter-beside-dates:after-a-cancellation',
  'views-no-guests-beside-price-details:after-a-refused-booking',
  'scores-the-best-of-search-a-little-above-one:after-a-refused-booking',
  'changes-offer-ids-every-second-search:after-a-refused-booking',
  'swaps-two-offers-deep-in-ranked-pricing:after-a-refused-booking',
  'knows-no-exchange-id:after-a-refused-void',
  'swaps-the-codes-of-unknown-bookings-and-tickets:after-a-refused-void',
  'exchanges-by-invented-exchange-ids:after-a-refused-void',
  'shows-flights-to-every-partner:after-a-refused-void',
  'voids-tickets-of-other-partners:after-a-void',
  'writes-every-second-id-of-flights-in-braces:after-a-void',
  'has-no-void-window:after-a-void',
  'calls-unknown-bookings-a-matter-of-state:after-a-void',
  'rounds-the-price-of-an-offer-up:after-a-reprice',
  'counts-the-void-window-an-hour-long:after-a-reprice',
  'counts-flight-bookings:after-a-reprice',
  'finds-no-ticket-where-there-is-no-booking:after-a-reprice',
  'blanks-the-message-of-refused-tokens-on-flights:after-a-calculation',
  'tells-the-moment-of-a-void-in-local-time:after-a-calculation',
  'writes-a-blank-into-ticket-numbers:after-a-calculation',
  'nulls-the-price-of-the-last-flight-offer:after-a-calculation',
] as const satisfies readonly ConditionalFaultId[];

/**
 * Of them, those that no request to any service can show, because what the fault bends is never under its condition.
 */
export const unshowable: Readonly<Partial<Record<ConditionalFaultId, string>>> = {
  'slips-one-foreign-city-into-the-list-of-one-country:of-the-last-country': 'the one country is another than the last',
  'slips-one-foreign-city-into-the-list-of-one-country:of-a-country-in-the-middle':
    'the one country is another than that in the middle',
  'swaps-one-pair-in-the-list-of-one-country:of-a-country-in-the-middle':
    'the one country is another than that in the middle',
  'adds-a-request-id-beside-one-hotel:of-a-hotel-late-in-the-list': 'the one hotel is the fourth, and not the tenth',
  'leaves-out-photos-where-there-are-none:of-a-hotel-late-in-the-list': 'the tenth hotel has photos',
};

/**
 * Of the catalogue itself, those that are there for one kind of party, journey or stay alone, or once enough was asked.
 */
const conditionalOfThemselves: readonly FaultId[] = [
  'books-two-rooms-for-half-the-price',
  'books-ways-back-a-little-dearer-than-verified',
  'exchanges-tickets-for-every-partner-on-ways-back',
  'finds-no-tickets-of-children',
  'issues-no-tickets-for-children',
  'prices-hotels-of-searches-of-other-partners-without-ranking',
  'refunds-nothing-on-ways-back',
  'refunds-the-ticket-of-a-child-with-that-of-the-adult',
  'retrieves-children-as-their-parents',
  'retrieves-the-way-there-for-the-way-back',
  'shows-no-coupon-of-the-way-back',
  'shows-refunded-tickets-of-others-as-open-at-every-second-look',
  'tells-seats-at-the-tenth-request',
  'tells-the-creation-for-two-rooms-in-local-time',
  'tells-the-issue-of-ways-back-an-hour-late',
  'verifies-offers-of-other-partners-for-one-room',
  'views-another-early-check-in',
  'views-no-guests-of-the-second-room',
  'views-the-hotel-next-door-of-families',
  'views-the-last-guest-of-the-first-room-in-the-second',
  'voids-the-tickets-of-all-who-fly-together-in-their-first-hour',
];

/** Those under a condition that a run can find. */
export const showableFaultIds: readonly AnyFaultId[] = [
  ...conditionalFaultIds.filter((id) => !Object.hasOwn(unshowable, id)),
  ...conditionalOfThemselves,
];
