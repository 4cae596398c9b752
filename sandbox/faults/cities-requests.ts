/** Faults in how the cities treat the countryId of a request. */

import { when } from '../altering/replies.ts';
import { faultsOf } from '../deviation.ts';
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
  ...faultsOf('cities.valid-request-is-answered', {
    'refuses-countries-of-four-digits': {
      cities: when(
        knownWith((id) => id >= 1000),
        badRequest(400),
      ),
    },
    'refuses-countries-of-one-digit': {
      cities: when(
        knownWith((id) => id < 10),
        badRequest(404),
      ),
    },
  }),
  ...faultsOf('cities.unknown-country-is-empty', {
    'answers-404-for-unknown-country': { cities: when(unknown, badRequest(404)) },
    'answers-204-for-unknown-country': {
      cities: when(unknown, (reply) => ({ ...reply, status: 204, body: undefined })),
    },
    'answers-null-for-unknown-country': { cities: when(unknown, () => answer(200, null)) },
    'answers-an-object-for-unknown-country': { cities: when(unknown, () => answer(200, {})) },
    'refuses-country-zero': {
      cities: when(
        unknownWith((id) => id === 0),
        badRequest(400),
      ),
    },
    'refuses-negative-countries': {
      cities: when(
        unknownWith((id) => id < 0),
        badRequest(400),
      ),
    },
    'invents-a-city-for-unknown-country': { cities: when(unknown, () => answer(200, [null])) },
    'falls-back-to-another-country': { cities: citiesInstead(unknown, firstWithCities) },
    'answers-country-zero-with-all-cities': {
      cities: (reply, request, world) =>
        unknownWith((id) => id === 0)(request, reply, world) ? answer(200, allCities(world)) : reply,
    },
  }),
  ...faultsOf('cities.missing-country-id-is-bad-request', {
    'answers-missing-country-id-with-nothing': { cities: when(isMissing, () => answer(200, [])) },
    'answers-missing-country-id-with-all-cities': {
      cities: (reply, request, world) => (isMissing(request, reply, world) ? answer(200, allCities(world)) : reply),
    },
    'answers-422-for-missing-country-id': { cities: when(isMissing, badRequest(422)) },
    'fails-on-every-missing-country-id': { cities: when(isMissing, broken) },
  }),
  ...faultsOf('cities.non-numeric-country-id-is-bad-request', {
    'answers-non-numeric-country-id-with-nothing': { cities: when(isNoNumber, () => answer(200, [])) },
    'answers-404-for-non-numeric-country-id': { cities: when(isNoNumber, badRequest(404)) },
    'fails-on-every-country-id-that-is-no-number': { cities: when(isNoNumber, broken) },
    'fails-on-words-for-country-id': {
      cities: when(
        (request, reply, world) =>
          isNoNumber(request, reply, world) && /^(null|undefined|true)$/i.test(textIn(request)),
        () => refusal(502, { code: 'BAD_GATEWAY', message: 'The backend failed.' }),
      ),
    },
    'reads-only-the-leading-digits-of-country-id': {
      cities: citiesInstead(
        (request, reply, world) => isNoNumber(request, reply, world) && /^\s*[+-]?\d/.test(textIn(request)),
        (request) => Number.parseInt(textIn(request), 10),
      ),
    },
    'takes-words-of-javascript-for-country-id': {
      cities: when(
        (request, reply, world) => isNoNumber(request, reply, world) && /^(null|undefined|nan)$/i.test(textIn(request)),
        () => answer(200, []),
      ),
    },
  }),
];
