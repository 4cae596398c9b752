/** Journeys about logins: right ones, wrong ones, and how the token of a login serves. */
import fc from 'fast-check';
import { refusedCredentials } from '../client/tokens/login-result.ts';
import { clause as clauseOf, clausesOf } from '../contracts/clauses.ts';
import { aviaOperations, dictionaryOperations, hotelOperations } from '../contracts/operations.ts';
import { outcomeOf } from '../contracts/outcome.ts';
import { flow } from '../engine/flow.ts';
import { stop, stopOf } from '../engine/session.ts';
import { drawn, pickSeed } from '../generators/draws.ts';
import { languages } from '../generators/headers.ts';
import { wrongClientId, wrongSecrets } from '../generators/requests/wrong-logins.ts';
import { sampleOf } from '../generators/sample.ts';
import { unknownBooking } from '../generators/unknown-ids.ts';
import { bookThenCancel } from './book-then-cancel.ts';
import { bookThenVoid } from './book-then-void.ts';
import { askUnknownCountries } from './cities.ts';
import { searchFlights } from './search-flights.ts';
import { searchHotels } from './search-hotels.ts';
import { askedIds, dictionaryAsks } from './steps/dictionary.ts';
import { isRefusedElseStop } from './steps/needs.ts';

/** Asks for a token, and for another where that is allowed; the last becomes the one all others share. */
export const issueTokens = flow('issue-tokens', {
  story: 'Log in, and log in once more while the first token lives.',
  phase: 'tokens',
  operations: ['token'],
  exercises: [
    ...clausesOf(['json']),
    'token.success-has-token-and-expiry',
    'token.success-has-no-error',
    'token.is-jwt',
    'token.expiry-is-iso-utc',
    'token.lifetime-is-one-day',
    'token.expiry-agrees-with-exp-claim',
    'token.needs-no-bearer',
  ],
  input: fc.constant({}),
  run: async ({ send, target, takesExtraToken }) => {
    const login = await send({ operation: 'token', login: 'own' });
    if (outcomeOf(login).kind === 'refusal') stop('refused', refusedCredentials(login));
    // Where time can be moved but not in a separate world, the first extra token is for what happens at its end.
    const isReserved = target.levers.advanceClock !== undefined && target.levers.openWorld === undefined;
    const isEnough = (target.may.extraTokens?.perRun ?? 0) > (isReserved ? 1 : 0);
    if (isEnough && (await takesExtraToken())) await send({ operation: 'token', login: 'own' });
  },
});

const rounds = { standard: 1, full: 3 };

/** Of one run. Four seeds in a row cover all operations. */
const operationsAt = { standard: 2 };

export const reuseToken = flow('reuse-token', {
  story: 'Use one token for many requests to every operation of the dictionary.',
  phase: 'main',
  isJudgedNarrowly: true,
  operations: dictionaryOperations,
  exercises: ['token.serves-many-requests', 'bearer.issued-token-is-accepted'],
  input: fc.record({ language: languages, ids: askedIds }),
  run: async ({ send, isAsked, sample }, { language, ids }) => {
    for (let round = 0; round < sample.at(rounds); round += 1) {
      for (const ask of sample.some(dictionaryAsks(ids, isAsked), operationsAt))
        await send({ ...ask, headers: { 'accept-language': language } });
    }
  },
});

/** On a shared service. More could look like an attack and block the partner. */
const wrongSecretsMax = 2;

/** A standard run sends two logins with something wrong, the id and the secret, and one that leaves something out. */
const one = { standard: 1 };

/** Logs in wrongly, once in each way; in a separate world in every way there is. */
export const refuseLogins = flow('refuse-logins', {
  story:
    'Log in without a clientId or a secret, with a wrong clientId, and with wrong secrets, that of the second partner among them.',
  phase: 'wrong-logins',
  logsInWrongly: true,
  operations: ['token'],
  exercises: [
    'token.wrong-client-id-is-refused',
    'token.wrong-secret-is-refused',
    'token.refusal-has-code-and-message',
    'token.refusal-says-something',
    'token.refusal-carries-no-token',
    'token.incomplete-login-gets-no-token',
  ],
  input: fc.record({
    wrongClientId,
    wrongSecrets,
    incomplete: fc.constantFrom('empty-secret' as const, 'null-secret' as const),
  }),
  run: (session, input) =>
    session.inOwnWorld(async ({ send, target, sample }) => {
      const isOwnWorld = target.levers.openWorld !== undefined;
      // Ends the story when the right credentials are refused: a refusal would then prove nothing.
      await send({ operation: 'countries' });
      // The incomplete ones first: a service may block a client after a wrong secret.
      const incomplete = isOwnWorld ? (['empty-secret', 'null-secret'] as const) : [input.incomplete];
      for (const login of sample.some(['no-client-id', 'no-secret', ...incomplete] as const, one))
        await send({ operation: 'token', login });
      await send({ operation: 'token', login: 'wrong-client-id', wrongness: input.wrongClientId });
      const ofOther = target.otherPartner ? [{ kind: 'of-other-partner' } as const] : [];
      const wrongSecrets = [...ofOther, ...input.wrongSecrets];
      // Sorted, because each seed draws another order, and the next seed has to take the next kind.
      const kinds = sample.some(wrongSecrets.map(({ kind }) => kind).toSorted(), one);
      const sampled = wrongSecrets.filter(({ kind }) => kinds.includes(kind));
      for (const wrongness of sampled.slice(0, isOwnWorld ? Number.POSITIVE_INFINITY : wrongSecretsMax)) {
        await send({ operation: 'token', login: 'wrong-secret', wrongness });
      }
    }),
});

const walked = [askUnknownCountries, searchHotels, bookThenCancel, searchFlights, bookThenVoid];

/** A wrong login changes nothing for a token that was issued before: walks other stories after it. */
export const walkAfterWrongLogin = flow('walk-after-wrong-login', {
  story: 'In a world of its own, log in wrongly, and then walk stories of reference data, hotels and flights.',
  phase: 'alone',
  isForFullOnly: true,
  isRepeated: true,
  logsInWrongly: true,
  isJudgedNarrowly: true,
  operations: ['token', ...dictionaryOperations, ...hotelOperations, ...aviaOperations],
  exercises: [...new Set(walked.flatMap(({ exercises }) => exercises))].filter((id) => !clauseOf(id).isLaw),
  // By the name of `unknownBooking` the checks know that some stories ask for one that does not exist.
  input: fc.record({ wrongClientId, seed: pickSeed, unknownBooking }),
  run: async (session, { wrongClientId: wrongness, seed, unknownBooking: unknown }) => {
    // Elsewhere nothing is booked that could not be cancelled any more.
    if (!session.target.levers.openWorld) stop('needs', 'needs levers.openWorld, because a wrong login may block us,');
    await session.inOwnWorld(async (own) => {
      await own.send({ operation: 'countries' });
      await own.send({ operation: 'token', login: 'wrong-client-id', wrongness });
      if (isRefusedElseStop(await own.send({ operation: 'countries' })))
        stop('refused', 'a wrong login has blocked us');
      const troubles: unknown[] = [];
      // One story of each kind: what all of them show together, other flows have shown already.
      const brief = { ...own, sample: sampleOf('standard', seed) };
      for (const { id, input, run } of walked) {
        await run(brief, { ...(drawn(input, seed, id) as object), unknownBooking: unknown }).catch(
          (thrown: unknown) => {
            const stopped = stopOf(thrown);
            if (!stopped) throw thrown;
            if (stopped.because === 'trouble') troubles.push(thrown);
          },
        );
      }
      // Trouble of one story is trouble of this one.
      if (troubles.length > 0) throw troubles[0];
    });
  },
});
