/** Faults of the JSON that every operation speaks. */
import type { OperationId } from '../../contracts/operations.ts';
import { when } from '../altering/replies.ts';
import { fault } from '../deviation.ts';
import { isSuccess, withHeaders } from '../reply.ts';

const isAnswered = (_: unknown, reply: Parameters<typeof isSuccess>[0]): boolean => isSuccess(reply);

/** Spells the successes of one operation in a way JSON does not allow. */
const spelled = (operation: OperationId, respell: (json: string) => string) => ({
  [operation]: when(isAnswered, (reply) => ({
    ...reply,
    encode: (body: unknown) => respell(reply.encode(body)),
  })),
});

/** Names another media type for the successes of one operation. */
const typed = (operation: OperationId, contentType: string) => ({
  [operation]: when(isAnswered, (reply) => withHeaders(reply, { 'content-type': contentType })),
});

const withoutType = (operation: OperationId) => ({
  [operation]: when(isAnswered, (reply) => {
    const { 'content-type': _, ...headers } = reply.headers;
    return { ...reply, headers };
  }),
});

export const jsonFaults = [
  fault('quotes-tokens-with-apostrophes', {
    violates: ['json.success-body-parses'],
    summary: 'The answer to a login has single quotes.',
    reply: spelled('token', (json) => json.replaceAll('"', "'")),
  }),
  fault('leaves-a-comma-after-the-last-country', {
    violates: ['json.success-body-parses'],
    summary: 'The list of countries has a comma before its closing bracket.',
    reply: spelled('countries', (json) => json.replace(/\]$/, ',]')),
  }),
  fault('leaves-a-comma-after-the-last-amenity', {
    violates: ['json.success-body-parses'],
    summary: 'The list of amenities has a comma before its closing bracket.',
    reply: spelled('amenities', (json) => json.replace(/\]$/, ',]')),
  }),
  fault('breaks-a-line-inside-the-name-of-a-hotel', {
    violates: ['json.success-body-parses'],
    summary: 'The name on a card has a bare line break inside its quotes.',
    reply: spelled('hotel-static', (json) => json.replace('"en":"', '"en":"\n')),
  }),
  fault('quotes-no-keys-of-meal-types', {
    violates: ['json.success-body-parses'],
    summary: 'The keys of the meal types have no quotes, as in JavaScript.',
    reply: spelled('meal-types', (json) => json.replaceAll(/"(\w+)":/g, '$1:')),
  }),
  fault('writes-nan-for-one-latitude', {
    violates: ['json.success-body-parses'],
    summary: 'One latitude deep in a list of cities is the bare word NaN.',
    reply: spelled('cities', (json) => json.replace(/("latitude":)-?[\d.]+(?!.*"latitude":)/s, '$1NaN')),
  }),
  fault('puts-a-guard-before-countries', {
    violates: ['json.success-body-parses'],
    summary: 'The list of countries starts with a prefix against script inclusion.',
    reply: spelled('countries', (json) => `)]}',\n${json}`),
  }),
  fault('answers-cities-twice-in-one-body', {
    violates: ['json.success-body-parses'],
    summary: 'The body with the cities holds the whole list two times in a row.',
    reply: spelled('cities', (json) => `${json}\n${json}`),
  }),
  fault('leaves-a-comma-after-the-hotels-of-a-search', {
    violates: ['json.success-body-parses'],
    summary: 'The answer to a search of hotels has a comma before its closing brace.',
    reply: spelled('hotel-search', (json) => json.replace(/\}$/, ',}')),
  }),
  fault('writes-undefined-into-views', {
    violates: ['json.success-body-parses'],
    summary: 'A view of a booking has the bare word undefined for what it does not know.',
    reply: spelled('view-booking', (json) => json.replace(/\}$/, ',"rating":undefined}')),
  }),
  fault('leaves-a-comma-after-the-offers-of-flights', {
    violates: ['json.success-body-parses'],
    summary: 'The answer to a search of flights has a comma before its closing brace.',
    reply: spelled('avia-search', (json) => json.replace(/\}$/, ',}')),
  }),
  fault('writes-nan-into-retrieved-flights', {
    violates: ['json.success-body-parses'],
    summary: 'A flight booking that is retrieved has the bare word NaN for what it does not know.',
    reply: spelled('pnr-retrieve', (json) => json.replace(/\}$/, ',"rating":NaN}')),
  }),
  fault('calls-tokens-plain-text', {
    violates: ['json.content-type-is-json'],
    summary: 'The answer to a login is labelled text/plain.',
    reply: typed('token', 'text/plain; charset=utf-8'),
  }),
  fault('calls-countries-a-stream-of-octets', {
    violates: ['json.content-type-is-json'],
    summary: 'The list of countries is labelled application/octet-stream.',
    reply: typed('countries', 'application/octet-stream'),
  }),
  fault('calls-bed-types-javascript', {
    violates: ['json.content-type-is-json'],
    summary: 'The list of bed types is labelled application/javascript.',
    reply: typed('bed-types', 'application/javascript'),
  }),
  fault('leaves-out-the-content-type-of-hotel-cards', {
    violates: ['json.content-type-is-json'],
    summary: 'Cards of hotels come without a Content-Type.',
    reply: withoutType('hotel-static'),
  }),
  fault('calls-lists-of-bookings-a-form', {
    violates: ['json.content-type-is-json'],
    summary: 'Lists of bookings are labelled application/x-www-form-urlencoded.',
    reply: typed('search-bookings', 'application/x-www-form-urlencoded'),
  }),
  fault('leaves-out-the-content-type-of-hotel-offers', {
    violates: ['json.content-type-is-json'],
    summary: 'The offers of a hotel come without a Content-Type.',
    reply: withoutType('hotel-pricing'),
  }),
  fault('calls-schedules-plain-text', {
    violates: ['json.content-type-is-json'],
    summary: 'Schedules of flights are labelled text/plain.',
    reply: typed('avia-schedule', 'text/plain'),
  }),
  fault('leaves-out-the-content-type-of-tickets', {
    violates: ['json.content-type-is-json'],
    summary: 'Information about tickets comes without a Content-Type.',
    reply: withoutType('ticket-info'),
  }),
  fault('leaves-out-the-content-type-of-cities', {
    violates: ['json.content-type-is-json'],
    summary: 'Lists of cities come without a Content-Type.',
    reply: withoutType('cities'),
  }),
];
