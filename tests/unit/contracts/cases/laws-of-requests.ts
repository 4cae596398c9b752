/** Literal traces for the laws of requests: what must be there, and is not. */

import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import type { Body } from '../booking-trace.ts';
import * as hotel from '../booking-trace.ts';
import * as avia from '../flight-trace.ts';
import { bookingId, ofBooking, ofTicket, ticketNumber } from '../flight-trace.ts';
import { type Answer, answer, empty, ok, refusal, type Step, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases, succeeds } from './clause-cases.ts';

const refused = refusal(400, 'INVALID');
const one = (step: Step): Trace => traceOf([step]);

const offered = ok({ offers: [{ offerId: 'o-1' }] });
const priced = (came: Answer, intent: Body): Step =>
  hotel.asking('offer-pricing', came, { searchId: 's-1', ...intent }, { offers: [{ at: ['offers', 0] }] });
const pricedHotel = (came: Answer, intent: Body): Step =>
  hotel.asking('hotel-pricing', came, { searchId: 's-1', ...intent }, { offers: [] });
const ofNoOffer: Body = { offer: {}, lacks: 'offer' };

const ruled = (came: Answer, intent: Body): Step =>
  avia.fareRules(came, { intent: { searchId: 's-1', ...intent }, reported: {} });

const booked = (came: Answer, intent: Body): Step => hotel.asking('create-booking', came, intent);
const flown = (came: Answer, intent: Body): Step => avia.create(came, { intent });
const exchanged = (came: Answer, intent: Body = {}): Step =>
  avia.exchange(came, { intent: { ...ofTicket(ticketNumber), ...intent } });

/** Of a ticket, without its booking. */
const looked = (came: Answer, booking: Body, number = ticketNumber): Step =>
  avia.info(came, { intent: { booking, ticket: { ticketNumber: number }, lacks: 'booking' } });
const [leftOut, emptied] = [{}, { bookingId: '' }];
const alike = (exchange: number, part: string, trace: Trace, where = 'response.status') =>
  breaks(where, `a refusal, as where ${part} was left out (exchange ${exchange})`, '200', trace);
const ofSearch = (came: Answer, searchId: Body): Step =>
  avia.fareRules(came, { intent: { offer: { reference: 'o-1' }, lacks: 'searchId', ...searchId }, reported: {} });

const pricedRooms = (...prices: Json[]): Step =>
  hotel.asking('hotel-pricing', ok({ offers: prices.map((room, i) => ({ offerId: `o-${i}`, room })) }), {
    searchId: 's-1',
  });
const foundRooms = (...rooms: Json[]): Step =>
  hotel.asking('hotel-search', ok({ offers: rooms.map((room, i) => ({ offerId: `o-${i}`, room })) }), {});
const leg = (step: typeof avia.search, ...from: Json[]): Step =>
  step(ok({ offers: [{ legs: from.map((each) => ({ from: each })) }] }), {
    reported: { flightOffers: [{ at: ['offers', 0], reference: 'o-1' }] },
  });
const leftEmpty = (where: string, expected: string, trace: Trace) => breaks(where, expected, 'null', trace);

const gone = (body: Body): Answer => answer(404, body);
const noView = (body: Body): Step => hotel.view(gone(body));
const plain = { error: { code: 'NO', message: 'No.' } };

export const requestLawCases = {
  'json.no-null-among-values': {
    passes: {
      'empty for one in both': traceOf([foundRooms('a', 'b', null), pricedRooms('a', 'b', null)]),
      'never shown by this operation': traceOf([foundRooms('a', 'b'), pricedRooms(null, null)]),
    },
    fails: {
      'an offer': leftEmpty(
        'response.body.offers[2].room',
        '"c", as hotel-search says of it (exchange 0)',
        traceOf([foundRooms('a', 'b', 'c'), pricedRooms('a', 'b', null)]),
      ),
      'one leg of two': leftEmpty(
        'response.body.offers[0].legs[0].from',
        '"HEL", as avia-search says of it (exchange 0)',
        traceOf([leg(avia.search, 'HEL', 'FCO'), leg(avia.offerPrice, null, 'FCO')]),
      ),
    },
    nothing: { 'a refusal': one(hotel.view(refusal(404, 'NO'))) },
  },
  'refusal.has-one-form': {
    passes: {
      alike: traceOf([noView(plain), noView(plain), noView({ ...plain, more: 1 })]),
      'none that is usual': traceOf([
        noView(plain),
        noView(plain),
        noView(plain),
        noView({ ...plain, success: false }),
        noView({ ...plain, success: false }),
      ]),
    },
    fails: {
      'success beside one': breaks(
        'response.body',
        'success: nothing, error: code: string, message: string; as in exchange 0',
        'success: boolean, error: code: string, message: string',
        traceOf([noView(plain), noView(plain), noView({ ...plain, success: false })]),
      ),
    },
    nothing: { 'no request': traceOf([]) },
    unshown: {
      'of what reads bodies': one(hotel.view(answer(400, { errors: [] }))),
      'two alone': traceOf([noView(plain), noView(plain)]),
    },
  },
  'hotel-flow.incomplete-request-is-not-served': {
    passes: {
      'a refusal': one(priced(refused, ofNoOffer)),
      'no offer': one(pricedHotel(ok({ offers: [] }), { hotelId: null, lacks: 'hotelId' })),
    },
    fails: { 'a price': succeeds(one(priced(offered, ofNoOffer))) },
    nothing: { 'another operation': one(hotel.view(refusal(404, 'NO'))) },
    unshown: {
      'a service that names no offer': one(priced(offered, { offer: {} })),
      'without a search alone': one(priced(offered, { searchId: '', offer: { offerId: 'o-1' }, lacks: 'searchId' })),
      'lack of rights': one(priced(empty(403), ofNoOffer)),
    },
  },
  'avia-flow.incomplete-request-is-not-served': {
    passes: { 'a refusal': one(ruled(refused, ofNoOffer)) },
    fails: { rules: succeeds(one(ruled(ok({ rules: 'None.' }), { offer: { reference: null }, lacks: 'offer' }))) },
    nothing: { 'another operation': one(hotel.view(refusal(404, 'NO'))) },
    unshown: { 'lack of rights': one(ruled(empty(403), ofNoOffer)) },
  },
  'create-booking.incomplete-request-is-refused': {
    passes: { 'a refusal': one(booked(refused, { guests: [], lacks: 'guests' })) },
    fails: {
      'without guests': succeeds(one(booked(ok({ bookingId: 'b-1' }), { guests: [], lacks: 'guests' }))),
      'without contact data': succeeds(one(booked(ok({ bookingId: 'b-1' }), { contact: null, lacks: 'contact' }))),
    },
    nothing: { 'another operation': one(hotel.view(refusal(404, 'NO'))) },
    unshown: { 'without a search alone': one(booked(ok({}), { lacks: 'searchId' })) },
  },
  'pnr-create.incomplete-request-is-refused': {
    passes: { 'a refusal': one(flown(refused, { passengers: [], lacks: 'passengers' })) },
    fails: { 'without an offer': succeeds(one(flown(avia.made(), { offer: {}, lacks: 'offer' }))) },
    nothing: { 'another operation': one(hotel.view(refusal(404, 'NO'))) },
    unshown: { 'without contact data, of which nothing is said': one(flown(avia.made(), { lacks: 'contact' })) },
  },
  'ticket-exchange.exchange-without-an-id-is-refused': {
    passes: { 'a refusal': one(exchanged(refused, { lacks: 'exchangeId' })) },
    fails: { 'of null': succeeds(one(exchanged(ok({}), { exchangeId: null, lacks: 'exchangeId' }))) },
    nothing: { 'another operation': one(hotel.view(refusal(404, 'NO'))) },
    unshown: {
      'by what else the service names it': one(exchanged(ok({}))),
      'lack of rights': one(exchanged(empty(403), { lacks: 'exchangeId' })),
    },
  },
  'refusal.lack-is-refused-alike': {
    passes: { 'each of them': traceOf([looked(refused, leftOut), looked(refused, emptied)]) },
    fails: {
      'an empty text': alike(0, 'booking', traceOf([looked(refused, leftOut), looked(ok({ a: 1 }), emptied)])),
      'the second time': alike(0, 'booking', traceOf([looked(refused, leftOut), looked(ok({ a: 1 }), leftOut)])),
      'no search': alike(0, 'searchId', traceOf([ofSearch(refused, {}), ofSearch(ok({ a: 1 }), { searchId: null })])),
    },
    nothing: { 'no request': traceOf([]) },
    unshown: {
      'whole requests': traceOf([avia.look(true)]),
      'a service that needs it not': traceOf([looked(ok({ a: 1 }), leftOut), looked(refused, emptied)]),
      'another ticket': traceOf([looked(refused, leftOut, avia.secondNumber), looked(ok({ a: 1 }), emptied)]),
      'something done between': traceOf([
        looked(refused, leftOut),
        avia.cancel(ok({}), { intent: ofBooking(bookingId) }),
        looked(ok({ a: 1 }), emptied),
      ]),
      'an offer that is gone': traceOf([
        ofSearch(refusal(409, 'GONE'), {}),
        ofSearch(ok({ a: 1 }), { searchId: null }),
      ]),
    },
  },
} as const satisfies Readonly<Record<string, ClauseCases>>;
