/** Faults of what holds everywhere: JSON, refusals, and the typical flows. */
import type { OperationId } from '../../../contracts/operations.ts';
import type { AviaOperation } from '../../avia/canonical.ts';
import type { FlightWorld } from '../../avia/rules.ts';
import type { StoredFlightSearch } from '../../avia/state.ts';
import { faultsOf, ruled } from '../../deviation.ts';
import { aviaIds, hotelIds } from '../../operations.ts';
import { invalidRequest, isNoRoomLeft, refusedReply } from '../../refusals.ts';
import { isFields, isOfToken, isRefused, isSuccess, type Reply, refusal, withBody, withHeaders } from '../../reply.ts';
import { answers, changedWhere, changing, counts, refusals, searchAsked, successes } from '../changes.ts';

const isAnswered = (_: unknown, reply: Parameters<typeof isSuccess>[0]): boolean => isSuccess(reply);

/** Spells the successes of one operation in a way JSON does not allow. */
const spelled = (operation: OperationId, respell: (json: string) => string) => ({
  [operation]: changedWhere(isAnswered, (reply) => ({
    ...reply,
    encode: (body: unknown) => respell(reply.encode(body)),
  })),
});

const typed = (operation: OperationId, contentType: string) => ({
  [operation]: changedWhere(isAnswered, (reply) => withHeaders(reply, { 'content-type': contentType })),
});

const withoutType = (operation: OperationId) => ({
  [operation]: changedWhere(isAnswered, (reply) => {
    const { 'content-type': _, ...headers } = reply.headers;
    return { ...reply, headers };
  }),
});

export const jsonFaults = [
  ...faultsOf('json.success-body-parses', {
    'quotes-tokens-with-apostrophes': spelled('token', (json) => json.replaceAll('"', "'")),
    'leaves-a-comma-after-the-last-country': spelled('countries', (json) => json.replace(/\]$/, ',]')),
    'breaks-a-line-inside-the-name-of-a-hotel': spelled('hotel-static', (json) => json.replace('"en":"', '"en":"\n')),
    'quotes-no-keys-of-meal-types': spelled('meal-types', (json) => json.replaceAll(/"(\w+)":/g, '$1:')),
    'writes-nan-for-one-latitude': spelled('cities', (json) =>
      json.replace(/("latitude":)-?[\d.]+(?!.*"latitude":)/s, '$1NaN'),
    ),
    'puts-a-guard-before-countries': {
      summary: 'The list of countries starts with a prefix against script inclusion.',
      reply: spelled('countries', (json) => `)]}',\n${json}`),
    },
    'answers-cities-twice-in-one-body': spelled('cities', (json) => `${json}\n${json}`),
    'leaves-a-comma-after-the-hotels-of-a-search': spelled('hotel-search', (json) => json.replace(/\}$/, ',}')),
    'writes-undefined-into-views': spelled('view-booking', (json) => json.replace(/\}$/, ',"rating":undefined}')),
    'writes-nan-into-retrieved-flights': spelled('pnr-retrieve', (json) => json.replace(/\}$/, ',"rating":NaN}')),
  }),
  ...faultsOf('json.keys-are-unique', {
    'names-the-id-of-a-country-twice': spelled('countries', (json) => json.replace(/^\[\{/, '[{"id":0,')),
    'names-the-last-of-the-cities-twice': spelled('cities', (json) =>
      json.replace(/\{(?=[^{}]*(\{[^{}]*\}[^{}]*)?\}\]$)/, '{"nameEn":"",'),
    ),
    'repeats-a-key-of-searches': spelled('hotel-search', (json) => json.replace(/\}$/, ',"rating":1,"rating":1}')),
    'repeats-a-key-of-views': spelled('view-booking', (json) => json.replace(/^\{/, '{"bookingInfo":null,')),
    'repeats-a-key-of-retrieved-flights': spelled('pnr-retrieve', (json) =>
      json.replace(/\}$/, ',"rating":1,"rating":1}'),
    ),
  }),
  ...faultsOf('json.content-type-is-json', {
    'calls-tokens-plain-text': typed('token', 'text/plain; charset=utf-8'),
    'calls-countries-a-stream-of-octets': typed('countries', 'application/octet-stream'),
    'calls-bed-types-javascript': typed('bed-types', 'application/javascript'),
    'calls-lists-of-bookings-a-form': typed('search-bookings', 'application/x-www-form-urlencoded'),
    'leaves-out-the-content-type-of-hotel-offers': withoutType('hotel-pricing'),
    'calls-schedules-plain-text': typed('avia-schedule', 'text/plain'),
    'leaves-out-the-content-type-of-tickets': withoutType('ticket-info'),
  }),
];

type ErrorBody = { readonly code: string; readonly message: string };
type Bend = (reply: Reply, error: ErrorBody) => Reply;

const errorOf = ({ body }: Reply): ErrorBody => {
  const error = isFields(body) ? body.error : undefined;
  return isFields(error) ? (error as ErrorBody) : { code: '', message: '' };
};

const refusing = (operations: readonly OperationId[], bend: Bend, isMeant: (reply: Reply) => boolean = () => true) =>
  changing(operations, (reply) => (isRefused(reply) && isMeant(reply) ? bend(reply, errorOf(reply)) : reply));

// Other clauses judge how the supplier of hotels refuses guests.
const isNotOfSupplier = (reply: Reply): boolean => errorOf(reply).code !== 'SUPPLIER_ERROR';
const isOfUnknownBooking = (reply: Reply): boolean => errorOf(reply).code === 'BOOKING_NOT_FOUND';
const isOfUnknownOffer = (reply: Reply): boolean => errorOf(reply).code === 'OFFER_NOT_FOUND';
const isOfAsked = (reply: Reply): boolean => !isOfToken(reply);

const withError =
  (bend: (error: ErrorBody, status: number) => unknown): Bend =>
  (reply, error) =>
    withBody(reply, { error: bend(error, reply.status) });

const withoutMessage = withError(({ code }) => ({ code }));
const withMessage = (message: unknown): Bend => withError(({ code }) => ({ code, message }));
const withNumber = withError(({ message }, status) => ({ code: status, message }));
const withNullCode = withError(({ message }) => ({ code: null, message }));
const withText = withError(({ message }) => message);
const flat: Bend = (reply, error) => withBody(reply, { ...error });
const withNothing: Bend = (reply) => withBody(reply, undefined);
const withSuccess: Bend = (reply) => withBody(reply, { success: true, ...Object(reply.body) });
const inPlainText: Bend = (reply, { message }) => ({
  ...withHeaders(reply, { 'content-type': 'text/plain' }),
  body: message,
  encode: String,
});

export const refusalFaults = [
  ...faultsOf('hotel-refusal.carries-code-and-message', {
    'refuses-hotel-requests-without-a-message': refusing(hotelIds, withoutMessage, isNotOfSupplier),
    'numbers-refusals-of-hotel-pricing': refusing(['hotel-pricing'], withNumber),
    'nulls-the-message-of-unknown-offers': refusing(['offer-pricing'], withMessage(null), isOfUnknownOffer),
    'refuses-new-bookings-in-plain-text': refusing(['create-booking'], inPlainText, isNotOfSupplier),
    'refuses-views-with-a-text-for-an-error': refusing(['view-booking'], withText),
    'flattens-refusals-of-hotel-search': refusing(['hotel-search'], flat),
    'refuses-lists-of-bookings-with-nothing': refusing(['search-bookings'], withNothing),
    'refuses-tokens-on-hotels-without-a-word': refusing(hotelIds, withNothing, isOfToken),
  }),
  ...faultsOf('avia-refusal.carries-code-and-message', {
    'refuses-flights-without-a-message': refusing(
      aviaIds.filter((operation) => operation !== 'ticket-cancel'),
      withoutMessage,
    ),
    'numbers-refusals-of-flight-searches': refusing(['avia-search'], withNumber),
    'nulls-the-code-of-calculations': refusing(
      ['ticket-exchange-calculation', 'ticket-refund-calculation'],
      withNullCode,
      isOfAsked,
    ),
    'refuses-tickets-in-plain-text': refusing(['ticket-issue'], inPlainText, isOfAsked),
    'refuses-schedules-with-a-text-for-an-error': refusing(['avia-schedule'], withText),
    'flattens-refusals-of-flight-prices': refusing(['avia-offer-price'], flat),
    'refuses-rules-of-fares-with-nothing': refusing(['fare-rules'], withNothing),
    'refuses-tokens-on-flights-without-a-word': refusing(aviaIds, withNothing, isOfToken),
  }),
  ...faultsOf('refusal.says-something', {
    'empties-the-message-of-unknown-bookings': refusing(
      ['view-booking', 'cancel-booking'],
      withMessage(''),
      isOfUnknownBooking,
    ),
    'empties-the-message-of-unknown-flights': refusing(
      ['pnr-retrieve', 'pnr-reprice', 'ticket-info'],
      withMessage(''),
      isOfUnknownBooking,
    ),
    'blanks-the-message-of-refused-tokens-on-flights': refusing(['pnr-retrieve'], withMessage(' '), isOfToken),
    'empties-the-code-of-unknown-offers': refusing(
      ['offer-pricing'],
      withError(({ message }) => ({ code: '', message })),
      isOfUnknownOffer,
    ),
  }),
  ...faultsOf('refusal.success-is-false', {
    'refuses-unknown-hotel-bookings-with-success-true': refusing(
      ['view-booking', 'cancel-booking'],
      withSuccess,
      isOfUnknownBooking,
    ),
    'refuses-flight-bookings-with-success-true': refusing(['pnr-retrieve', 'pnr-reprice', 'pnr-cancel'], withSuccess),
    'refuses-tickets-under-200-with-success-true': refusing(
      ['ticket-issue'],
      (reply, error) => ({ ...withSuccess(reply, error), status: 200 }),
      isOfAsked,
    ),
  }),
];

/** A refusal that cannot mean that nothing is available. */
const misunderstood: Reply = refusedReply(invalidRequest('The request is not understood.'));
const busy = refusal(409, { code: 'BUSY', message: 'The booking is being worked on.' });

/** In one operation the offers of some searches are not understood. */
const knowsNoSearch = (
  operation: AviaOperation,
  isMeant: (search: StoredFlightSearch, world: FlightWorld) => boolean = () => true,
) => ({
  ...ruled(
    [operation],
    'knowsFlightSearch',
    (before, search, clientId, within) =>
      !(within.operation === operation && isMeant(search, within.world)) && before(search, clientId, within),
  ),
  reply: refusals(operation, (reply) => (reply.status === 404 ? misunderstood : reply)),
});

export const flowFaults = [
  ...faultsOf('hotel-flow.typical-flow-can-be-walked', {
    'refuses-every-hotel-search': successes('hotel-search', () => misunderstood),
    'prices-no-hotel': successes('hotel-pricing', () => misunderstood),
    'verifies-no-offer': successes('offer-pricing', () => misunderstood),
    'books-no-hotel': {
      touches: ['create-booking'],
      rules: { bookingsPerRequest: 0 },
      reply: refusals('create-booking', (reply) => (isNoRoomLeft(reply) ? misunderstood : reply)),
    },
    'forgets-offers-once-they-are-verified': {
      touches: ['offer-pricing', 'create-booking'],
      reply: {
        ...answers('offer-pricing', (body, { asked, world }) => {
          searchAsked(asked, world)?.reported.delete(asked?.offerId ?? '');
          return body;
        }),
        ...refusals('create-booking', (reply) => (reply.status === 404 ? misunderstood : reply)),
      },
    },
  }),
  ...faultsOf('avia-flow.typical-flow-can-be-walked', {
    'refuses-every-flight-search': successes('avia-search', () => misunderstood),
    'knows-no-offer-when-its-price-is-asked-for': knowsNoSearch('avia-offer-price'),
    'tells-rules-of-a-fare-only-before-its-price': {
      touches: ['avia-offer-price', 'fare-rules'],
      reply: {
        ...counts('avia-offer-price', (asked) => `prices of ${asked?.searchId} ${asked?.offerId}`),
        ...successes('fare-rules', (reply, { asked, world }) =>
          world.counted(`prices of ${asked?.searchId} ${asked?.offerId}`) > 0 ? misunderstood : reply,
        ),
      },
    },
    'books-no-flight': knowsNoSearch('pnr-create'),
    'prices-no-booking-anew': successes('pnr-reprice', () => busy),
  }),
  ...faultsOf(['avia-flow.typical-flow-can-be-walked', 'pnr-retrieve.finds-each-booking'], {
    'retrieves-no-flight-before-it-is-priced-anew': {
      touches: ['pnr-retrieve', 'pnr-reprice'],
      reply: {
        ...counts('pnr-reprice', (_, { bookingId }) => `prices of booking ${bookingId}`),
        ...successes('pnr-retrieve', (reply, { asked, world }) =>
          world.counted(`prices of booking ${asked?.bookingId}`) === 0 ? busy : reply,
        ),
      },
    },
  }),
  ...faultsOf(['avia-flow.typical-flow-can-be-walked', 'avia-flow.each-kind-of-flight-is-served'], {
    'books-no-flight-once-a-price-is-told': {
      ...knowsNoSearch('pnr-create', ({ searchId }, world) => world.counted(`prices of ${searchId}`) > 0),
      touches: ['avia-offer-price', 'pnr-create'],
      reply: {
        ...counts('avia-offer-price', (asked) => `prices of ${asked?.searchId}`),
        ...knowsNoSearch('pnr-create').reply,
      },
    },
  }),
];
