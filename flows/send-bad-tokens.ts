/** Asks for dictionaries and about hotels with every kind of token that must not count. */
import fc from 'fast-check';
import type { Call } from '../client/client.ts';
import { clausesOf } from '../contracts/clauses.ts';
import { dictionaryOperations, hotelOperations } from '../contracts/operations.ts';
import { recordsOf } from '../contracts/subjects.ts';
import { flow } from '../engine/flow.ts';
import type { Session } from '../engine/session.ts';
import { badTokens, garbageTokens } from '../generators/bad-tokens.ts';
import { picked, pickSeed } from '../generators/draws.ts';
import { contacts, guests, guestsOf } from '../generators/people.ts';
import { stays } from '../generators/stays.ts';
import { chooseOffer } from './steps/choose-offer.ts';
import { askedIds, dictionaryAsks, failsEveryTime, idsIn } from './steps/dictionary.ts';
import type { HotelSearch } from './steps/find-hotels.ts';
import { bookedRef } from './steps/needs.ts';
import { isAtRest, ownBooking } from './steps/own-booking.ts';
import { badForOwn, emptyAsks, exceptLast, hotelAsks, readsOnly, sendAll } from './steps/token-asks.ts';

export const sendBadTokensToHotels = flow('send-bad-tokens-to-hotels', {
  story: 'Ask every hotel operation without a token, with garbage, and with a token altered in every way.',
  phase: 'main',
  isJudgedNarrowly: true,
  sendsBadTokens: true,
  operations: hotelOperations,
  exercises: [
    ...clausesOf(['hotel-refusal', 'refusal'], { except: ['refusal.lack-is-refused-alike', 'refusal.has-one-form'] }),
    'hotel-bearer.missing-token-is-refused',
    'hotel-bearer.invalid-token-is-refused',
  ],
  input: fc.record({ garbage: garbageTokens, stays, guests, contact: contacts, seed: pickSeed }),
  run: async (session, { garbage, stays, guests, contact, seed }) => {
    const { isAsked, target, sample } = session;
    const { unowned, altered, isSampled } = badTokens(garbage, sample, (operation) => !readsOnly({ operation }));
    // What needs no valid token comes first: it can be shown even where the login fails.
    await sendAll(sample.some(emptyAsks(session, hotelOperations), { standard: 0 }), unowned);
    const [stay] = stays;
    const earlier: HotelSearch[] = [];
    const asks = stay ? await hotelAsks(session, stay, (found) => earlier.push(found)) : [];
    // With valid content it may have an effect on a faulty service, and so needs the permission that a booking needs.
    const left = target.may.books ? await session.bookingsLeft() : 0;
    // Of a sample, what is asked about our own booking need not be asked with an empty body as well.
    const isAskedEmpty = sample.depth === 'full' || left < 2;
    const some = asks.filter((ask) => isAskedEmpty || readsOnly(ask));
    await sendAll(some, [...unowned, ...altered], isSampled);

    const bad = badForOwn(altered, seed);
    const tried = (at: number) => sample.some(bad, { standard: 1 }, at);
    const books = isAsked('create-booking') ? exceptLast(tried(0), left) : [];
    if (left === 0 || !(isAsked('create-booking') || isAsked('cancel-booking'))) return;
    // Of a sample, what was asked for is booked.
    const [found] = sample.at({ standard: earlier, full: [] });
    const chosen = await chooseOffer(session, { stays, seed }, found);
    const intent = { ...chosen, guests: guestsOf(guests, chosen.search.stay), contact, upsells: [] };
    for (const callOptions of books) await session.book(intent, callOptions);
    if (left === books.length) return;
    const name = bookedRef(await session.book(intent));
    if (!isAsked('cancel-booking')) return;
    // A booking in work may lawfully not be cancelled yet, with any token.
    if (target.bindings['view-booking']) await ownBooking(session, name).viewUntil(isAtRest);
    for (const callOptions of tried(1)) await session.cancel(name, callOptions);
  },
});

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

/** How many kinds of bad tokens are sent before the login. */
const unownedFirst = { probe: 2, standard: 0, full: 2 };

export const sendBadTokens = flow('send-bad-tokens', {
  story: 'Ask for reference data without a token, with garbage, and with a token altered in every way.',
  phase: 'main',
  isJudgedNarrowly: true,
  sendsBadTokens: true,
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
    // What needs no valid token comes first: it can be shown even where the login fails.
    const first = sample.some(dictionaryAsks(ids, isAsked), { probe: 2, standard: 0 });
    for (const token of unowned.slice(0, sample.at(unownedFirst))) {
      for (const ask of first) await send({ ...ask, ...token });
    }
    if (sample.depth === 'probe') return;

    const countryId = await countryWithCities({ send }, { seed, countryId: ids.countryId });
    const known = { countryId, hotelId: target.known.hotels?.[0] ?? ids.hotelId };
    const asks = dictionaryAsks(known, isAsked);
    // Asked well before it is asked badly: a cached answer must not go out to a bad token. Cities were asked just now.
    for (const ask of asks) if (sample.depth === 'full' || ask.path) await send({ ...ask, bearer: 'own' });
    for (const token of [...unowned, ...altered]) {
      for (const ask of asks.filter(({ operation }) => isSampled(operation, token))) {
        const good: Call = { ...ask, bearer: 'own' };
        // Another text in the place of a token is asked as often.
        if (await failsEveryTime({ send }, { ...ask, ...token }, good)) await send(good);
      }
    }
  },
});
