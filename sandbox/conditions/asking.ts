/** Circumstances of asking: who asks, in which language, how often, and for which of many. */
import type { OperationId } from '../../contracts/operations.ts';
import { callerOf } from '../access/bearer.ts';
import { type Condition, conditionsOf, type Meeting } from '../condition.ts';
import { knownHotelIds } from '../data/hotels.ts';
import { aviaIds, dictionaryIds, hotelIds } from '../operations.ts';

const everywhere: readonly OperationId[] = [...dictionaryIds, ...hotelIds, ...aviaIds];

/** What changes something. */
const doing: readonly OperationId[] = [
  'create-booking',
  'cancel-booking',
  'pnr-create',
  'pnr-cancel',
  'ticket-issue',
  'ticket-cancel',
  'ticket-exchange',
  'ticket-refund',
];
const reading = everywhere.filter((operation) => !doing.includes(operation));

const countryAsked = ({ request }: Meeting): number => Number(request.query.get('countryId') ?? Number.NaN);

/** Of those that have cities. */
const countryAt =
  (share: number) =>
  (meeting: Meeting): boolean => {
    const { countries, citiesOf } = meeting.world;
    const inhabited = countries.filter(({ id }) => citiesOf(id).length > 0);
    return inhabited[Math.floor((inhabited.length - 1) * share)]?.id === countryAsked(meeting);
  };

export const askingConditions = [
  ...conditionsOf(everywhere, {
    'asked-by-the-other-partner': {
      summary: 'The second partner asks.',
      holds: ({ request, world }) => callerOf(request, world) === world.partners[1]?.clientId,
    },
  }),
  ...conditionsOf(dictionaryIds, {
    'asked-in-russian': {
      summary: 'The request prefers Russian.',
      holds: ({ request }) => /^ru\b/i.test(request.headers['accept-language'] ?? ''),
    },
  }),
  ...conditionsOf(reading, {
    'from-the-third-read': {
      summary: 'The same partner has asked the same twice before.',
      holds: ({ operation, request, world }) => {
        const { path, query, body } = request;
        return world.count(`${operation} ${path} ${query} ${callerOf(request, world)} ${body}`) > 2;
      },
    },
  }),
  ...conditionsOf(doing, {
    'from-the-third-of-its-kind': {
      summary: 'The operation was answered twice before, and not refused.',
      holds: ({ operation, world }) => world.counted(`${operation} answered`) > 1,
    },
  }),
  ...conditionsOf(['cities'], {
    'of-the-last-country': { summary: 'The cities are of the last country that has some.', holds: countryAt(1) },
    'of-a-country-in-the-middle': { summary: 'The cities are of one country in the middle.', holds: countryAt(0.6) },
  }),
  ...conditionsOf(['hotel-static'], {
    'of-a-hotel-late-in-the-list': {
      summary: 'The card is of one hotel, the tenth that partners are told of.',
      holds: ({ request }) => request.path.endsWith(`/${knownHotelIds[9]}/static`),
    },
  }),
] satisfies readonly Condition[];
