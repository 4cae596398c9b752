/** What goes in and out of a handler: plain values, so that a fault can change any part of an answer; and refusals. */
import type { IncomingHttpHeaders } from 'node:http';
import { isDeepStrictEqual } from 'node:util';

/** A JSON object whose fields may be anything: what faults produce and partners send. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The JSON object in a body; undefined when there is none. */
export const fieldsIn = ({ body }: { readonly body: string }): Fields | undefined => {
  try {
    const parsed: unknown = JSON.parse(body);
    return isFields(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
};

export type SandboxRequest = {
  readonly method: string;
  /** Inside the world, without its base path and without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

export type Reply = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Turns the body into bytes; a fault of the JSON replaces this and leaves the body to others. */
  readonly encode: (body: unknown) => string;
};

const encodeJson = (body: unknown): string => (body === undefined ? '' : JSON.stringify(body));

export const answer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body,
  encode: encodeJson,
});

export const refusal = (
  status: number,
  error: { readonly code: string; readonly message: string },
  headers?: Readonly<Record<string, string>>,
): Reply => answer(status, { error }, headers);

export const isSuccess = ({ status }: Reply): boolean => status >= 200 && status < 300;

/** Refuses a token that does not count; an oddity may have given it another status. */
export const isOfToken = ({ status, headers }: Reply): boolean => status === 401 || 'www-authenticate' in headers;

export const hasError = ({ body }: Reply): boolean => isFields(body) && (body.error ?? null) !== null;

/** The code of the error in a body; undefined where there is none. */
export const codeOf = ({ body }: { readonly body: unknown }): unknown => Object(Object(body).error).code;

/** An error object may stand under a status of success. */
export const isRefused = (reply: Reply): boolean => reply.status >= 400 || hasError(reply);

export const withBody = (reply: Reply, body: unknown): Reply => ({ ...reply, body });

export const withHeaders = (reply: Reply, headers: Readonly<Record<string, string>>): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
});

// Why operations that sell refuse, and the reply that says so.

/** Codes of ticket_cancel are documented; the others are ours. */
export type Refused = { readonly status: number; readonly code: string; readonly message: string };

export const refusedReply = ({ status, code, message }: Refused): Reply => refusal(status, { code, message });

const refused =
  (status: number, code: string) =>
  (message: string): Refused => ({ status, code, message });

export const invalidRequest = refused(400, 'INVALID_REQUEST');
export const supplierError = refused(422, 'SUPPLIER_ERROR');

export const searchNotFound: Refused = {
  status: 404,
  code: 'SEARCH_NOT_FOUND',
  message: 'There is no such search, or it is too old: search again.',
};
export const offerNotFound = refused(404, 'OFFER_NOT_FOUND')('The search has told no such offer.');
export const bookingNotFound = refused(404, 'BOOKING_NOT_FOUND')('There is no such booking.');

// Why avia operations refuse.

export const invalidBookingState = refused(409, 'INVALID_BOOKING_STATE');
export const invalidTicketState = refused(409, 'INVALID_TICKET_STATE');

export const flightNotFound = refused(404, 'FLIGHT_NOT_FOUND')('No such flight is flown on that day.');
export const ticketNotFound = refused(404, 'TICKET_NOT_FOUND')('The booking has no such ticket.');
export const exchangeNotFound = refused(404, 'EXCHANGE_NOT_FOUND')('No such exchange was calculated for this ticket.');
export const refundNotCalculated = refused(
  409,
  'REFUND_NOT_CALCULATED',
)('Have the refund of the ticket calculated first.');
export const calculationNotFound = refused(404, 'CALCULATION_NOT_FOUND')('No such refund was calculated.');
export const accessDenied = refused(
  403,
  'ACCESS_DENIED',
)('The booking belongs to an agency: you have no rights to it.');
export const noSeats = refused(409, 'NO_SEATS')('The flight has no seats left.');
export const ticketUsed = refused(409, 'TICKET_USED')('A coupon of the ticket was used.');
export const voidTimeExpired = refused(409, 'VOID_TIME_EXPIRED')('The ticket can no longer be voided: refund it.');
export const limitPassed = refused(
  409,
  'TICKETING_LIMIT_PASSED',
)('The booking was given up: its ticketing limit has passed.');
export const notExchangeable = refused(409, 'NOT_EXCHANGEABLE')('The fare allows no exchange.');
export const notRefundable = refused(409, 'NOT_REFUNDABLE')('The fare gives nothing back.');
export const nothingToExchangeFor = refused(409, 'NO_EXCHANGE_OFFERS')('Nothing is flown on that day.');

// Why hotel operations refuse.

export const regionNotFound = refused(404, 'REGION_NOT_FOUND')('There is no such region.');
export const hotelNotFound = refused(404, 'HOTEL_NOT_FOUND')('The search found no such hotel.');
export const noRoomLeft = supplierError('The supplier has no room left.');

export const isNoRoomLeft = ({ body }: Reply): boolean => isDeepStrictEqual(body, refusedReply(noRoomLeft).body);
