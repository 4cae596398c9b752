import fc from 'fast-check';
import { type ClauseId, clausesOf } from '../contracts/clauses.ts';
import type { OfferFact } from '../contracts/facts.ts';
import type { BookingRef } from '../contracts/intents.ts';
import type { Json } from '../contracts/json.ts';
import { hotelOperations, operations } from '../contracts/operations.ts';
import { flow } from '../engine/flow.ts';
import type { Session } from '../engine/session.ts';
import { type StayDraw, stayOfTwo } from '../generators/stays.ts';
import { badBodies, type UnknownBooking, unknownBookings, unknownLike } from '../generators/unknown-ids.ts';
import { askIncompletely, readWithoutEach, shownByIncompleteAsks } from './steps/ask-incompletely.ts';
import { hotelsIn, searchOn } from './steps/find-hotels.ts';
import { endWithout, unbound } from './steps/needs.ts';
import { inFull, unknownRef } from './steps/own-booking.ts';

/** With our own token nothing is sent that has an effect, not even an empty body. */
const reading = hotelOperations.filter((operation) => operations[operation].effect === 'reads');
const prices = ['hotel-pricing', 'offer-pricing'] as const;
const wantsSense = [...prices, 'view-booking'] as const;

const unknownOffer = (unknown: UnknownBooking, offer: OfferFact): OfferFact => ({
  ...offer,
  offerId: unknownLike(unknown, offer.offerId),
  ...(offer.reference !== undefined && { reference: unknownLike(unknown, offer.reference) }),
});

/** Prices what no search has found, by every name that a search gives out. */
const priceUnknown = async (session: Session, stay: StayDraw, unknown: UnknownBooking): Promise<void> => {
  const search = searchOn(session, stay);
  const { facts } = await session.ask('hotel-search', search);
  const [hotel] = hotelsIn(facts);
  if (!hotel || typeof facts.searchId !== 'string') return;
  const { searchId } = facts;
  const { hotelId, offers } = hotel;
  const otherSearch = String(unknownLike(unknown, searchId));
  const offer = unknownOffer(unknown, offers[0]);
  // No clause forbids it: it is sent where it is no right request.
  const about = { clauses: [], unlike: [{ searchId, hotelId, offer: offers[0], search }] };
  const pricing = (named: { searchId: string; hotelId: Json }) =>
    session.wrong(about, (options) => session.ask('hotel-pricing', { ...named, offer, search }, options));
  const unknownHotel = unknownLike(unknown, hotelId);
  const { some } = session.sample;
  const priced = [
    { searchId: otherSearch, hotelId },
    { searchId, hotelId: unknownHotel },
  ];
  for (const named of some(priced, { standard: 1 })) await pricing(named);
  const whole = { searchId, hotelId, offer: offers[0], search };
  await askIncompletely(session, [
    ...readWithoutEach(session, 'hotel-pricing', ['hotelId', 'searchId'], whole),
    ...readWithoutEach(session, 'offer-pricing', ['offer', 'searchId'], whole),
  ]);
  for (const named of [searchId, otherSearch]) {
    await session.wrong(about, (options) => session.ask('offer-pricing', { searchId: named, offer, search }, options));
  }
};

const mayBook = ({ may: { books } }: Session['target']): boolean => books !== undefined && books.perRun > 0;

const canPrice = ({ bindings, known }: Session['target']): boolean =>
  known.region !== undefined && [bindings['hotel-search'], ...prices.map((each) => bindings[each])].every(Boolean);

/** Asks about bookings that do not exist, named as this service names those that do. */
const askUnknown = async (session: Session, unknown: readonly UnknownBooking[]): Promise<void> => {
  const { ask, target, isAsked, sample } = session;
  const { bookings = [] } = target.bindings['search-bookings'] ? (await ask('search-bookings', {})).facts : {};
  const mayCancel = mayBook(target) && target.bindings['view-booking'] && target.bindings['cancel-booking'];
  const all = unknown.map((each) => unknownRef(each, bookings[0]));
  const invented = sample.some(all, { standard: 1 });
  /** A request that names its booking is another one for another booking. */
  const about = (clauses: readonly ClauseId[], booking: BookingRef) => ({
    clauses,
    unlike: all.filter((other) => other !== booking).map((other) => ({ booking: other, details: inFull })),
  });
  const viewed = 'view-booking.unknown-booking-is-refused';
  const toCancel = isAsked('cancel-booking') && mayCancel ? invented : [];
  // Of a sample, what is to be cancelled is viewed before that alone.
  const toView = sample.at({ standard: toCancel.length > 0 ? [] : invented, full: invented });
  for (const booking of toView) {
    if (!isAsked('view-booking') || !target.bindings['view-booking']) continue;
    await session.wrong(about([viewed], booking), (options) =>
      ask('view-booking', { booking, details: inFull }, options),
    );
  }
  // On a faulty service it may cancel something all the same. Last, because the story ends where a view shows it.
  for (const booking of toCancel) {
    await session.wrong(about([viewed, 'cancel-booking.unknown-booking-is-refused'], booking), (options) =>
      session.cancel(booking, options),
    );
  }
};

/** Asks every hotel operation for what it must refuse. */
export const askHotelsBadly = flow('ask-hotels-badly', {
  story: 'Ask hotel operations with empty bodies, and about searches, offers and bookings that do not exist.',
  phase: 'main',
  isJudgedNarrowly: true,
  operations: hotelOperations,
  exercises: [
    ...clausesOf(['hotel-refusal', 'refusal']),
    'offer-pricing.unknown-offer-is-not-served',
    'hotel-flow.incomplete-request-is-not-served',
    'view-booking.unknown-booking-is-refused',
    'cancel-booking.unknown-booking-is-refused',
  ],
  forFullOnly: shownByIncompleteAsks,
  // By the name of `unknownBookings` the checks know that no booking asked about in this trace exists.
  input: fc.record({ unknownBookings, bodies: badBodies, stay: stayOfTwo }),
  run: async (session, { unknownBookings: unknown, bodies, stay }) => {
    const { isAsked, send, target, sample } = session;
    const bad = [
      ...reading.filter(isAsked).map((operation) => ({ operation, body: bodies.empty })),
      ...wantsSense.filter(isAsked).map((operation) => ({ operation, body: bodies.senseless })),
    ];
    for (const call of sample.some(bad, { standard: 1 })) await send(call);
    const [first] = unknown;
    if (first && prices.some(isAsked) && canPrice(target)) await priceUnknown(session, stay, first);
    if (isAsked('view-booking') || isAsked('cancel-booking')) await askUnknown(session, unknown);
    endWithout([
      ...unbound(target.bindings, ['hotel-search', 'offer-pricing', 'view-booking', 'cancel-booking']),
      prices.some(isAsked) && target.known.region === undefined && 'known.region, where hotels can be searched,',
      !mayBook(target) && 'may.books, because a faulty service may cancel something,',
    ]);
  },
});
