/** Books one stay for an exploration to look at, on the usual way from a search. */
import type fc from 'fast-check';
import type { Guest, Intents, Stay } from '../contracts/intents.ts';
import type { Booked, Session } from '../engine/session.ts';
import { upsellsOf } from '../flows/steps/book-by-row.ts';
import { chooseOffer, type OfferWish } from '../flows/steps/choose-offer.ts';
import { needBookings } from '../flows/steps/needs.ts';
import { pickSeed } from '../generators/draws.ts';
import { contacts } from '../generators/people.ts';
import { stays } from '../generators/stays.ts';

/** What is drawn for it, besides the guests. */
export const stayToBook = { stays, contact: contacts, seed: pickSeed };

type Drawn = {
  readonly [Name in keyof typeof stayToBook]: (typeof stayToBook)[Name] extends fc.Arbitrary<infer T> ? T : never;
};

type Wish = { readonly guestsFor: (stay: Stay) => Guest[][] } & Pick<OfferWish, 'supplier'>;

/** Short of being booked. @param guestsFor The guests, once it is known for which stay. */
export const chosenStay = async (
  session: Session,
  { stays: drawnStays, contact, seed }: Drawn,
  { guestsFor, supplier }: Wish,
): Promise<Intents['create-booking']> => {
  await needBookings(session, 1);
  const worth: OfferWish['worth'] = (offer) => upsellsOf(offer).length;
  const chosen = await chooseOffer(session, {
    stays: drawnStays,
    seed,
    worth,
    ...(supplier !== undefined && { supplier }),
  });
  return { ...chosen, guests: guestsFor(chosen.search.stay), contact, upsells: upsellsOf(chosen.offer) };
};

export const bookedStay = async (session: Session, drawn: Drawn, wish: Wish): Promise<Booked> =>
  session.book(await chosenStay(session, drawn, wish));
