/**
 * What the interface promises for a request. It is worked out from what was really sent and never from what was drawn.
 * So shrinking cannot make a false alarm of a valid request.
 */
import { Disagreement, departures } from '../../contracts/conformance.ts';
import type { Json } from '../../contracts/json.ts';
import type { OperationId } from '../../contracts/operations.ts';
import { type Payloads, payloads } from '../../contracts/payloads.ts';
import { field, idText, isAuthorized, isDictionary, queryValues } from '../../contracts/subjects.ts';
import type { Exchange, Login } from '../../contracts/trace.ts';
import { isNoNumberAnywhere } from './notations.ts';

/**
 * `valid`: it is answered. A number: the HTTP status. `empty`: 200 with an empty list; `empty-or-400`: that, or no
 * number to this service. In capitals: the code of the error. `no-success`: it does not succeed, in any form of answer.
 * `unsaid`: nothing is promised. `disputed`: our two readings of a schema disagree, and it is not sent at all.
 */
export type Label =
  | 'valid'
  | '400'
  | '401'
  | 'empty'
  | 'empty-or-400'
  | 'HOTEL_NOT_FOUND'
  | 'TICKET_NOT_FOUND'
  | 'BOOKING_NOT_FOUND'
  | 'AUTHENTICATION_FAILED'
  | 'no-success'
  | 'unsaid'
  | 'disputed';

/** What is known to exist when a request is sent; what is not said is not known at all. */
export type KnownInputs = {
  readonly countries?: readonly number[];
  readonly hotels?: readonly number[];
  /** Of flights, ours. */
  readonly bookings?: readonly string[];
  readonly tickets?: readonly string[];
};

export type LabelledRequest = Pick<Exchange, 'operation' | 'bearer' | 'login' | 'request'>;

/** Holds a body against a schema. */
export type BodyReading = (body: Json) => ReturnType<typeof departures>;

const readingOf = (operation: OperationId): BodyReading => {
  const { body: schema }: Payloads = payloads[operation];
  return (body) => (schema ? departures(schema, body) : []);
};

/** Whether our two readings of the schema of a request disagree about this body. */
export const isDisputed = (operation: OperationId, body: Json, reading = readingOf(operation)): boolean => {
  try {
    reading(body);
    return false;
  } catch (thrown) {
    if (thrown instanceof Disagreement) return true;
    throw thrown;
  }
};

/** As programs write it. */
const plainInteger = /^(0|-?[1-9]\d*)$/;
const plainFraction = /^-?(0|[1-9]\d*)\.\d*[1-9]$/;
const bits31 = 2 ** 31;

const ofCities = ({ request }: LabelledRequest, { countries }: KnownInputs): Label => {
  const values = queryValues({ request } as Exchange, 'countryId');
  const [value = '', ...more] = values;
  if (values.every((each) => each === '')) return '400';
  if (more.length > 0) return 'unsaid';
  if (isNoNumberAnywhere(value)) return '400';
  if (value === '0') return 'empty';
  if (!countries) return 'unsaid';
  if (plainFraction.test(value)) return 'empty-or-400';
  if (!plainInteger.test(value)) return 'unsaid';
  if (countries.some((id) => String(id) === value)) return 'valid';
  return Math.abs(Number(value)) < bits31 ? 'empty' : 'empty-or-400';
};

const ofHotels = ({ request }: LabelledRequest, { hotels = [] }: KnownInputs): Label => {
  const [, value = ''] = /\/hotels\/([^/]*)\/static$/.exec(request.path) ?? [];
  if (!plainInteger.test(value)) return 'unsaid';
  if (hotels.some((id) => String(id) === value)) return 'valid';
  const id = Number(value);
  if (id < 0 || id >= bits31) return 'no-success';
  // Of other ids it is unknown whether a hotel has them.
  return id === 0 || id >= unknownHotelsFrom ? 'HOTEL_NOT_FOUND' : 'unsaid';
};

/** No service has counted hotels that far. */
export const unknownHotelsFrom = 2_000_000_000;

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const digitsAlone = /^\d{13}$/;
const withVendor = /^\S+-\d+$/;
/** By which two numbers name one ticket, with any prefix before them. */
const lastTen = (number: string): string => number.replaceAll(/\D/g, '').slice(-10);

const ofVoids = ({ request }: LabelledRequest, { bookings = [], tickets = [] }: KnownInputs): Label => {
  const [booking, number] = ['bookingId', 'ticketNumber'].map((name) => field(request.body, name));
  if (booking === undefined || number === undefined) return 'no-success';
  const [id, text] = [idText(booking) ?? '', idText(number) ?? ''];
  if (!uuid.test(id)) return 'unsaid';
  if (!bookings.some((each) => each.toLowerCase() === id.toLowerCase())) return 'BOOKING_NOT_FOUND';
  const form = [digitsAlone, withVendor].find((each) => each.test(text));
  if (!form || tickets.some((each) => lastTen(each) === lastTen(text))) return 'unsaid';
  return tickets.every((each) => form.test(each)) ? 'TICKET_NOT_FOUND' : 'no-success';
};

const logins: Readonly<Record<Login, Label>> = {
  own: 'valid',
  other: 'valid',
  'wrong-client-id': 'AUTHENTICATION_FAILED',
  'wrong-secret': 'AUTHENTICATION_FAILED',
  'unusual-client-id': 'no-success',
  'unusual-secret': 'no-success',
  'no-client-id': 'no-success',
  'no-secret': 'no-success',
  'empty-secret': 'no-success',
  'null-secret': 'no-success',
};

const byOperation: Readonly<Partial<Record<OperationId, (sent: LabelledRequest, known: KnownInputs) => Label>>> = {
  token: ({ login = 'own' }) => logins[login],
  cities: ofCities,
  'hotel-static': ofHotels,
  'ticket-cancel': ofVoids,
};

export const labelOf = (sent: LabelledRequest, known: KnownInputs = {}): Label => {
  const { operation, request } = sent;
  if (operation !== 'token') {
    if (!isAuthorized(sent as Exchange)) return isDictionary(sent as Exchange) ? '401' : 'no-success';
    if (request.body !== undefined && isDisputed(operation, request.body)) return 'disputed';
  }
  return byOperation[operation]?.(sent, known) ?? (isDictionary(sent as Exchange) ? 'valid' : 'unsaid');
};
