import fc from 'fast-check';
import { recordsOf } from '../contracts/subjects.ts';
import type { Bearer } from '../contracts/trace.ts';
import { garbageTokens } from '../generators/garbage-tokens.ts';
import { picked, pickSeed } from '../generators/picked.ts';
import { flow } from './flow.ts';
import { idsIn, type Session } from './session.ts';
import { askedIds, dictionaryAsks, dictionaryOperations } from './steps/dictionary-asks.ts';

/** Made out of our own, each in another way. */
export const alteredTokens: readonly Bearer[] = [
  'empty',
  'tampered-signature',
  'cut',
  'extended',
  'case-flipped',
  'tampered-claims',
  'tampered-header',
  'unsigned',
];

/** A country that has cities, so that a token which counts by mistake has something to show; else the id drawn. */
export const countryWithCities = async (
  { send }: Pick<Session, 'send'>,
  { seed, countryId }: { seed: number; countryId: number },
): Promise<number> => {
  const countries = idsIn(await send({ operation: 'countries' }));
  for (const id of picked(countries, 3, seed)) {
    const cities = await send({ operation: 'cities', query: [['countryId', String(id)]] });
    if (recordsOf(cities).length > 0) return id;
  }
  return countries[0] ?? countryId;
};

/** Asks every operation of the dictionary without a token and with every kind of token that must not count. */
export const sendBadTokens = flow('send-bad-tokens', {
  story: 'Ask for reference data without a token, with garbage, and with a token altered in every way.',
  phase: 'main',
  operations: dictionaryOperations,
  exercises: [
    'bearer.missing-token-is-unauthorized',
    'bearer.garbage-token-is-unauthorized',
    'bearer.tampered-signature-is-unauthorized',
    'bearer.tampered-claims-are-unauthorized',
    'bearer.unsigned-token-is-unauthorized',
  ],
  input: fc.record({ garbage: garbageTokens, ids: askedIds, seed: pickSeed }),
  run: async ({ send, target, isAsked }, { garbage, ids, seed }) => {
    const askAll = async (asked: typeof ids, bearer: Bearer, text = '') => {
      for (const ask of dictionaryAsks(asked, isAsked)) await send({ ...ask, bearer, garbage: text });
    };
    // What needs no token of ours comes first: it can be shown even where we get none.
    await askAll(ids, 'missing');
    for (const text of garbage) await askAll(ids, 'garbage', text);

    const countryId = await countryWithCities({ send }, { seed, countryId: ids.countryId });
    const known = { countryId, hotelId: target.known.hotels?.[0] ?? ids.hotelId };
    // Asked well before it is asked badly: an answer that is kept must not be given to anybody.
    await askAll(known, 'own');
    await askAll(known, 'missing');
    for (const text of garbage) await askAll(known, 'garbage', text);
    for (const bearer of alteredTokens) await askAll(known, bearer);
  },
});
