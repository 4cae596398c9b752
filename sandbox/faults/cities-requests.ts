/** Faults in how the cities treat the countryId of a request. */
import { when } from '../altering/replies.ts';
import type { City } from '../data/cities.ts';
import { faultsOf } from '../deviation.ts';
import { countryIdIn } from '../handlers/cities.ts';
import { answer, isSuccess, type Reply, refusal, type SandboxRequest } from '../reply.ts';
import type { Change, World } from '../world.ts';

type Holds = (request: SandboxRequest, reply: Reply, world: World) => boolean;

const idThat =
  (holds: (id: number, isKnown: boolean) => boolean): Holds =>
  (request, reply, { countries }) => {
    const id = countryIdIn(request);
    const isKnown = countries.some((country) => country.id === id);
    return isSuccess(reply) && id !== undefined && holds(id, isKnown);
  };

const knownWith = (holds: (id: number) => boolean): Holds => idThat((id, isKnown) => isKnown && holds(id));
const unknownWith = (holds: (id: number) => boolean): Holds => idThat((id, isKnown) => !isKnown && holds(id));

const unknown = unknownWith(() => true);
const zero = unknownWith((id) => id === 0);

const withoutCities: Holds = (request, reply, world) =>
  knownWith((id) => world.citiesOf(id).length === 0)(request, reply, world);

const isMissing: Holds = ({ query }, { status }) => status === 400 && !query.has('countryId');

const textIn = ({ query }: SandboxRequest): string => query.get('countryId') ?? '';

const isNoNumber: Holds = (request, { status }) =>
  status === 400 && textIn(request).trim() !== '' && request.query.getAll('countryId').length === 1;

const isWord =
  (words: RegExp): Holds =>
  (request, reply, world) =>
    isNoNumber(request, reply, world) && words.test(textIn(request));

/** Answers in another way where the condition holds. */
const instead = (holds: Holds, other: (reply: Reply) => Reply) => ({ cities: when(holds, other) });

/** Answers with some cities where the condition holds. */
const citiesInstead = (
  holds: Holds,
  citiesFor: (world: World, request: SandboxRequest) => readonly City[],
): { readonly cities: Change } => ({
  cities: (reply, request, world) => (holds(request, reply, world) ? answer(200, citiesFor(world, request)) : reply),
});

const ofOneCountry = (world: World): readonly City[] =>
  world.countries.map(({ id }) => world.citiesOf(id)).find(({ length }) => length > 1) ?? [];

const ofAllCountries = (world: World): readonly City[] =>
  world.countries.flatMap(({ id }) => world.citiesOf(id)).toSorted((one, other) => one.id - other.id);

const refused = (status: number) => () => refusal(status, { code: 'INVALID_REQUEST', message: 'countryId is wrong.' });
const broken = (status: number) => () => refusal(status, { code: 'INTERNAL_ERROR', message: 'Something went wrong.' });
const nothing = () => answer(200, []);

export const citiesRequestFaults = [
  ...faultsOf('cities.valid-request-is-answered', {
    'refuses-countries-without-cities': instead(withoutCities, refused(404)),
    'refuses-countries-of-four-digits': instead(
      knownWith((id) => id >= 1000),
      refused(400),
    ),
    'refuses-countries-of-one-digit': instead(
      knownWith((id) => id < 10),
      refused(404),
    ),
  }),
  ...faultsOf('cities.unknown-country-is-empty', {
    'answers-404-for-unknown-country': instead(unknown, refused(404)),
    'answers-204-for-unknown-country': instead(unknown, (reply) => ({ ...reply, status: 204, body: undefined })),
    'answers-null-for-unknown-country': instead(unknown, () => answer(200, null)),
    'answers-an-object-for-unknown-country': instead(unknown, () => answer(200, {})),
    'refuses-country-zero': instead(zero, refused(400)),
    'refuses-negative-countries': instead(
      unknownWith((id) => id < 0),
      refused(400),
    ),
    'invents-a-city-for-unknown-country': instead(unknown, () => answer(200, [null])),
    'falls-back-to-another-country': citiesInstead(unknown, ofOneCountry),
    'answers-country-zero-with-all-cities': citiesInstead(zero, ofAllCountries),
  }),
  ...faultsOf('cities.missing-country-id-is-bad-request', {
    'answers-missing-country-id-with-nothing': instead(isMissing, nothing),
    'answers-missing-country-id-with-all-cities': citiesInstead(isMissing, ofAllCountries),
    'answers-422-for-missing-country-id': instead(isMissing, refused(422)),
    'fails-on-every-missing-country-id': instead(isMissing, broken(500)),
  }),
  ...faultsOf('cities.non-numeric-country-id-is-bad-request', {
    'answers-non-numeric-country-id-with-nothing': instead(isNoNumber, nothing),
    'answers-404-for-non-numeric-country-id': instead(isNoNumber, refused(404)),
    'fails-on-every-country-id-that-is-no-number': instead(isNoNumber, broken(500)),
    'fails-on-words-for-country-id': instead(isWord(/^(null|undefined|true)$/i), broken(502)),
    // 12abc is read as 12.
    'reads-only-the-leading-digits-of-country-id': citiesInstead(isWord(/^\s*[+-]?\d/), (world, request) =>
      world.citiesOf(Number.parseInt(textIn(request), 10)),
    ),
    'takes-words-of-javascript-for-country-id': instead(isWord(/^(null|undefined|nan)$/i), nothing),
  }),
];
