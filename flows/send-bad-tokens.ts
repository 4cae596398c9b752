import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import { dictionaryOperations } from '../contracts/operations.ts';
import { recordsOf } from '../contracts/subjects.ts';
import { flow } from '../engine/flow.ts';
import type { Session } from '../engine/session.ts';
import { badTokens } from '../generators/bad-token-kinds.ts';
import { garbageTokens } from '../generators/garbage-tokens.ts';
import { picked, pickSeed } from '../generators/picked.ts';
import { askedIds, dictionaryAsks } from './steps/dictionary-asks.ts';
import { idsIn } from './steps/ids-in.ts';

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

/** How many kinds that need no token of ours are sent before we have one. */
const unownedFirst = { probe: 2, standard: 0, full: 3 };

/** Asks every operation of the dictionary without a token and with every kind of token that must not count. */
export const sendBadTokens = flow('send-bad-tokens', {
  story: 'Ask for reference data without a token, with garbage, and with a token altered in every way.',
  phase: 'main',
  isJudgedNarrowly: true,
  operations: dictionaryOperations,
  exercises: clausesOf(['bearer'], {
    except: ['bearer.issued-token-is-accepted', 'bearer.expired-token-is-unauthorized'],
  }),
  probe: {
    requestsMax: 4,
    without: [
      'bearer.tampered-signature-is-unauthorized',
      'bearer.tampered-claims-are-unauthorized',
      'bearer.unsigned-token-is-unauthorized',
    ],
  },
  input: fc.record({ garbage: garbageTokens, ids: askedIds, seed: pickSeed }),
  run: async ({ send, target, isAsked, sample }, { garbage, ids, seed }) => {
    const { unowned, altered, isSampled } = badTokens(garbage, sample);
    // What needs no token of ours comes first: it can be shown even where we get none.
    const first = sample.some(dictionaryAsks(ids, isAsked), { probe: 2, standard: 0 });
    for (const token of unowned.slice(0, sample.at(unownedFirst))) {
      for (const ask of first) await send({ ...ask, ...token });
    }
    if (sample.depth === 'probe') return;

    const countryId = await countryWithCities({ send }, { seed, countryId: ids.countryId });
    const known = { countryId, hotelId: target.known.hotels?.[0] ?? ids.hotelId };
    const asks = dictionaryAsks(known, isAsked);
    // Asked well before it is asked badly: an answer that is kept must not be given to anybody. The cities were asked just now.
    for (const ask of asks) if (sample.depth === 'full' || ask.path) await send({ ...ask, bearer: 'own' });
    for (const token of [...unowned, ...altered]) {
      for (const ask of asks) if (isSampled(ask.operation, token)) await send({ ...ask, ...token });
    }
  },
});
