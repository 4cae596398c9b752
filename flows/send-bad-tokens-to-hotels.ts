import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import { hotelOperations } from '../contracts/operations.ts';
import { flow } from '../engine/flow.ts';
import { badTokens } from '../generators/bad-token-kinds.ts';
import { contacts } from '../generators/contacts.ts';
import { garbageTokens } from '../generators/garbage-tokens.ts';
import { guests, guestsOf } from '../generators/guests.ts';
import { picked, pickSeed } from '../generators/picked.ts';
import { stays } from '../generators/stays.ts';
import { chooseOffer } from './steps/choose-offer.ts';
import type { Search } from './steps/find-hotels.ts';
import { hotelAsks } from './steps/hotel-asks.ts';
import { bookedRef } from './steps/need-bookings.ts';
import { isAtRest, ownBooking } from './steps/own-booking.ts';
import { emptyAsks, readsOnly, sendAll } from './steps/token-asks.ts';

/** Asks every hotel operation without a token and with every kind of token that must not count. */
export const sendBadTokensToHotels = flow('send-bad-tokens-to-hotels', {
  story: 'Ask every hotel operation without a token, with garbage, and with a token altered in every way.',
  phase: 'main',
  isJudgedNarrowly: true,
  operations: hotelOperations,
  exercises: [
    ...clausesOf(['hotel-refusal', 'refusal']),
    'hotel-bearer.missing-token-is-refused',
    'hotel-bearer.invalid-token-is-refused',
  ],
  input: fc.record({ garbage: garbageTokens, stays, guests, contact: contacts, seed: pickSeed }),
  run: async (session, { garbage, stays, guests, contact, seed }) => {
    const { isAsked, target, sample } = session;
    const { unowned, altered, isSampled } = badTokens(garbage, sample, (operation) => !readsOnly({ operation }));
    // What needs no token of ours comes first: it can be shown even where we get none.
    await sendAll(sample.some(emptyAsks(session, hotelOperations), { standard: 0 }), unowned);
    const [stay] = stays;
    const earlier: Search[] = [];
    const asks = stay ? await hotelAsks(session, stay, (found) => earlier.push(found)) : [];
    await sendAll(asks, [...unowned, ...altered], isSampled);

    // With valid content it may have an effect on a faulty service, and so needs the permission that a booking needs.
    const left = target.may.books ? await session.bookingsLeft() : 0;
    const notEmpty = altered.filter(({ bearer }) => bearer !== 'empty');
    const bad = [{ bearer: 'missing' } as const, ...picked(notEmpty, 1, seed)];
    // One is kept for our own token: what no token opens shows nothing.
    const books = isAsked('create-booking') ? bad.slice(0, left > 1 ? left - 1 : left) : [];
    if (left === 0 || !(isAsked('create-booking') || isAsked('cancel-booking'))) return;
    // Of a sample, what was asked for is booked.
    const [found] = sample.at({ standard: earlier, full: [] });
    const chosen = await chooseOffer(session, { stays, seed }, found);
    const intent = { ...chosen, guests: guestsOf(guests, chosen.search.stay), contact, upsells: [] };
    for (const callOptions of books) await session.book(intent, callOptions);
    if (left === books.length) return;
    const name = bookedRef(await session.book(intent));
    if (!isAsked('cancel-booking')) return;
    // One in work may lawfully not be cancelled yet, whatever the token.
    if (target.bindings['view-booking']) await ownBooking(session, name).viewUntil(isAtRest);
    for (const callOptions of bad) await session.cancel(name, callOptions);
  },
});
