/** Faults in how the cities treat the countryId of a request. */
import { when } from '../altering/replies.ts';
import { fault } from '../deviation.ts';
import { countryIdIn } from '../handlers/cities.ts';
import { answer, isSuccess, type Reply, refusal, type SandboxRequest } from '../reply.ts';
import type { Change, World } from '../world.ts';

type Holds = (request: SandboxRequest, reply: Reply, world: World) => boolean;

const isKnown = (id: number | undefined, world: World): boolean => world.countries.some((country) => country.id === id);

const knownWith =
  (holds: (id: number) => boolean): Holds =>
  (request, reply, world) => {
    const id = countryIdIn(request);
    return isSuccess(reply) && id !== undefined && isKnown(id, world) && holds(id);
  };

const unknownWith =
  (holds: (id: number) => boolean): Holds =>
  (request, reply, world) => {
    const id = countryIdIn(request);
    return isSuccess(reply) && id !== undefined && !isKnown(id, world) && holds(id);
  };

const unknown = unknownWith(() => true);

const isMissing: Holds = ({ query }, { status }) => status === 400 && !query.has('countryId');

const textIn = ({ query }: SandboxRequest): string => query.get('countryId') ?? '';

const isNoNumber: Holds = (request, { status }) =>
  status === 400 && textIn(request).trim() !== '' && request.query.getAll('countryId').length === 1;

/** Answers with the cities of some country where the condition holds. */
const citiesInstead =
  (holds: Holds, countryId: (request: SandboxRequest, world: World) => number): Change =>
  (reply, request, world) =>
    holds(request, reply, world) ? answer(200, world.citiesOf(countryId(request, world))) : reply;

const firstWithCities = (_request: SandboxRequest, world: World): number =>
  world.countries.find(({ id }) => world.citiesOf(id).length > 1)?.id ?? 0;

const allCities = (world: World) =>
  world.countries.flatMap(({ id }) => world.citiesOf(id)).toSorted((one, other) => one.id - other.id);

const badRequest = (status: number) => () =>
  refusal(status, { code: 'INVALID_REQUEST', message: 'countryId is wrong.' });

const broken = () => refusal(500, { code: 'INTERNAL_ERROR', message: 'Something went wrong.' });

export const citiesRequestFaults = [
  fault('refuses-countries-of-four-digits', {
    violates: ['cities.valid-request-is-answered'],
    summary: 'Known countries with an id of four digits are refused with 400.',
    reply: {
      cities: when(
        knownWith((id) => id >= 1000),
        badRequest(400),
      ),
    },
  }),
  fault('refuses-countries-of-one-digit', {
    violates: ['cities.valid-request-is-answered'],
    summary: 'Known countries with an id of one digit are refused with 404.',
    reply: {
      cities: when(
        knownWith((id) => id < 10),
        badRequest(404),
      ),
    },
  }),
  fault('answers-404-for-unknown-country', {
    violates: ['cities.unknown-country-is-empty'],
    summary: 'An unknown country is answered with 404.',
    reply: { cities: when(unknown, badRequest(404)) },
  }),
  fault('answers-204-for-unknown-country', {
    violates: ['cities.unknown-country-is-empty'],
    summary: 'An unknown country is answered with 204 and no body.',
    reply: { cities: when(unknown, (reply) => ({ ...reply, status: 204, body: undefined })) },
  }),
  fault('answers-null-for-unknown-country', {
    violates: ['cities.unknown-country-is-empty'],
    summary: 'An unknown country is answered with null.',
    reply: { cities: when(unknown, () => answer(200, null)) },
  }),
  fault('answers-an-object-for-unknown-country', {
    violates: ['cities.unknown-country-is-empty'],
    summary: 'An unknown country is answered with an empty object.',
    reply: { cities: when(unknown, () => answer(200, {})) },
  }),
  fault('refuses-country-zero', {
    violates: ['cities.unknown-country-is-empty'],
    summary: 'Only the countryId 0 is answered with 400, as if it were missing.',
    reply: {
      cities: when(
        unknownWith((id) => id === 0),
        badRequest(400),
      ),
    },
  }),
  fault('refuses-negative-countries', {
    violates: ['cities.unknown-country-is-empty'],
    summary: 'A negative countryId is answered with 400.',
    reply: {
      cities: when(
        unknownWith((id) => id < 0),
        badRequest(400),
      ),
    },
  }),
  fault('invents-a-city-for-unknown-country', {
    violates: ['cities.unknown-country-is-empty'],
    summary: 'An unknown country is answered with one record full of nulls.',
    reply: { cities: when(unknown, () => answer(200, [null])) },
  }),
  fault('falls-back-to-another-country', {
    violates: ['cities.unknown-country-is-empty'],
    summary: 'An unknown country is answered with the cities of the first one.',
    reply: { cities: citiesInstead(unknown, firstWithCities) },
  }),
  fault('answers-country-zero-with-all-cities', {
    violates: ['cities.unknown-country-is-empty'],
    summary: 'Only the countryId 0 is answered with the cities of every country.',
    reply: {
      cities: (reply, request, world) =>
        unknownWith((id) => id === 0)(request, reply, world) ? answer(200, allCities(world)) : reply,
    },
  }),
  fault('answers-missing-country-id-with-nothing', {
    violates: ['cities.missing-country-id-is-bad-request'],
    summary: 'A request without countryId gets an empty list.',
    reply: { cities: when(isMissing, () => answer(200, [])) },
  }),
  fault('answers-missing-country-id-with-all-cities', {
    violates: ['cities.missing-country-id-is-bad-request'],
    summary: 'A request without countryId gets the cities of every country.',
    reply: {
      cities: (reply, request, world) => (isMissing(request, reply, world) ? answer(200, allCities(world)) : reply),
    },
  }),
  fault('answers-422-for-missing-country-id', {
    violates: ['cities.missing-country-id-is-bad-request'],
    summary: 'A request without countryId gets 422.',
    reply: { cities: when(isMissing, badRequest(422)) },
  }),
  fault('answers-non-numeric-country-id-with-nothing', {
    violates: ['cities.non-numeric-country-id-is-bad-request'],
    summary: 'A countryId that is no number gets an empty list.',
    reply: { cities: when(isNoNumber, () => answer(200, [])) },
  }),
  fault('answers-404-for-non-numeric-country-id', {
    violates: ['cities.non-numeric-country-id-is-bad-request'],
    summary: 'A countryId that is no number gets 404.',
    reply: { cities: when(isNoNumber, badRequest(404)) },
  }),
  fault('fails-on-every-missing-country-id', {
    violates: ['cities.missing-country-id-is-bad-request'],
    summary: 'A request without countryId gets 500, however often it is sent.',
    reply: { cities: when(isMissing, broken) },
  }),
  fault('fails-on-every-country-id-that-is-no-number', {
    violates: ['cities.non-numeric-country-id-is-bad-request'],
    summary: 'A countryId that is no number gets 500, however often it is sent.',
    reply: { cities: when(isNoNumber, broken) },
  }),
  fault('fails-on-words-for-country-id', {
    violates: ['cities.non-numeric-country-id-is-bad-request'],
    summary: 'The words null, undefined and true as countryId get 502, however often they are sent.',
    reply: {
      cities: when(
        (request, reply, world) =>
          isNoNumber(request, reply, world) && /^(null|undefined|true)$/i.test(textIn(request)),
        () => refusal(502, { code: 'BAD_GATEWAY', message: 'The backend failed.' }),
      ),
    },
  }),
  fault('reads-only-the-leading-digits-of-country-id', {
    violates: ['cities.non-numeric-country-id-is-bad-request'],
    summary: 'A countryId such as 12abc is read as 12; one without leading digits is refused.',
    reply: {
      cities: citiesInstead(
        (request, reply, world) => isNoNumber(request, reply, world) && /^\s*[+-]?\d/.test(textIn(request)),
        (request) => Number.parseInt(textIn(request), 10),
      ),
    },
  }),
  fault('takes-words-of-javascript-for-country-id', {
    violates: ['cities.non-numeric-country-id-is-bad-request'],
    summary: 'The words null, undefined and NaN as countryId get an empty list.',
    reply: {
      cities: when(
        (request, reply, world) => isNoNumber(request, reply, world) && /^(null|undefined|nan)$/i.test(textIn(request)),
        () => answer(200, []),
      ),
    },
  }),
];
