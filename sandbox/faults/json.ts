/** Faults of the JSON that every operation speaks. */

import type { OperationId } from '../../contracts/operations.ts';
import { when } from '../altering/replies.ts';
import { faultsOf } from '../deviation.ts';
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
