/** Literal traces for the laws of requests: what must be there, and is not. */
import type { Trace } from '../../../../contracts/trace.ts';
import type { Body } from '../booking-trace.ts';
import * as hotel from '../booking-trace.ts';
import * as avia from '../flight-trace.ts';
import { bookingId, ofBooking, ofTicket, ticketNumber } from '../flight-trace.ts';
import { type Answer, empty, ok, refusal, type Step, traceOf } from '../literal-trace.ts';
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

export const requestLawCases = {
  'hotel-flow.incomplete-request-is-not-served': {
    passes: {
      'a refusal': one(priced(refused, ofNoOffer)),
      'no offer': one(pricedHotel(ok({ offers: [] }), { hotelId: null, lacks: 'hotelId' })),
    },
    fails: { 'a price': succeeds(one(priced(offered, ofNoOffer))) },
    nothing: {
      'a service that names no offer': one(priced(offered, { offer: {} })),
      'without a search alone': one(priced(offered, { searchId: '', offer: { offerId: 'o-1' }, lacks: 'searchId' })),
      'lack of rights': one(priced(empty(403), ofNoOffer)),
    },
  },
  'avia-flow.incomplete-request-is-not-served': {
    passes: { 'a refusal': one(ruled(refused, ofNoOffer)) },
    fails: { rules: succeeds(one(ruled(ok({ rules: 'None.' }), { offer: { reference: null }, lacks: 'offer' }))) },
    nothing: { 'lack of rights': one(ruled(empty(403), ofNoOffer)) },
  },
  'create-booking.incomplete-request-is-refused': {
    passes: { 'a refusal': one(booked(refused, { guests: [], lacks: 'guests' })) },
    fails: {
      'without guests': succeeds(one(booked(ok({ bookingId: 'b-1' }), { guests: [], lacks: 'guests' }))),
      'without contact data': succeeds(one(booked(ok({ bookingId: 'b-1' }), { contact: null, lacks: 'contact' }))),
    },
    nothing: { 'without a search alone': one(booked(ok({}), { lacks: 'searchId' })) },
  },
  'pnr-create.incomplete-request-is-refused': {
    passes: { 'a refusal': one(flown(refused, { passengers: [], lacks: 'passengers' })) },
    fails: { 'without an offer': succeeds(one(flown(avia.made(), { offer: {}, lacks: 'offer' }))) },
    nothing: { 'without contact data, of which nothing is said': one(flown(avia.made(), { lacks: 'contact' })) },
  },
  'ticket-exchange.exchange-without-an-id-is-refused': {
    passes: { 'a refusal': one(exchanged(refused, { lacks: 'exchangeId' })) },
    fails: { 'of null': succeeds(one(exchanged(ok({}), { exchangeId: null, lacks: 'exchangeId' }))) },
    nothing: {
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
    nothing: { 'whole requests': traceOf([avia.look(true)]) },
    unshown: {
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
