/** Faults of flights and tickets that only an unusual input shows: a large family, a day trip, the other form of a ticket number. */
import { answers, listOf } from '../altering/sold.ts';
import { ticketNotFound } from '../avia/refusals.ts';
import { fault } from '../deviation.ts';
import { fieldsIn, isFields } from '../fields.ts';
import { answer, isRefused, isSuccess, type Reply, type SandboxRequest } from '../reply.ts';
import { euro } from '../sales/money.ts';
import type { World } from '../world.ts';

const onlyExplored = true;

const journeyFaults = [
  fault('prices-the-second-child-anew', {
    onlyExplored,
    violates: ['avia-offer-price.unchanged-offer-keeps-its-price'],
    summary: 'For two children or more an offer costs more than in the search, and nothing says so.',
    touches: ['avia-offer-price'],
    rules: ({ flightPriceOf, saysPriceChanged }) => ({
      flightPriceOf: (offer, within) => {
        const price = flightPriceOf(offer, within);
        const isMeant = within.operation === 'avia-offer-price' && offer.party.children > 1;
        return isMeant ? euro(price.minor + 1_500) : price;
      },
      saysPriceChanged: (before, now, within) =>
        within.operation !== 'avia-offer-price' && saysPriceChanged(before, now, within),
    }),
  }),
  fault('tells-no-price-of-three-adults', {
    onlyExplored,
    violates: ['avia-search.offers-have-prices'],
    summary: 'A flight search for three adults or more has null for the prices.',
    reply: answers('avia-search', (body, { asked }) =>
      asked && asked.party.adults > 2
        ? { ...body, offers: listOf(body.offers).map((offer) => ({ ...offer, price: null })) }
        : body,
    ),
  }),
  fault('tells-fares-in-the-schedule-of-a-day-trip', {
    onlyExplored,
    violates: ['avia-schedule.carries-no-price'],
    summary: 'The schedule for there and back in one day tells a price of every flight.',
    reply: answers('avia-schedule', (body, { asked }) =>
      asked?.journey.return === asked?.journey.departure
        ? { ...body, flights: listOf(body.flights).map((flight) => ({ ...flight, price: euro(9_900) })) }
        : body,
    ),
  }),
];

const numberIn = (request: SandboxRequest): string | undefined => {
  const number = fieldsIn(request)?.ticketNumber;
  return typeof number === 'string' ? number : undefined;
};

const isHyphened = (number: string): boolean => number.includes('-');
const isTicketNumber = (number: string): boolean => /^(\d{13}|[a-z\d]+-\d{10,13})$/i.test(number);

/** Whether a void names its ticket in the form that the tickets of its booking do not have. */
const isInOtherForm = (request: SandboxRequest, world: World): boolean => {
  const number = numberIn(request);
  const bookingId = String(fieldsIn(request)?.bookingId);
  const [ticket] = world.rules.findsFlightBooking(bookingId, { operation: 'ticket-cancel', world })?.tickets ?? [];
  return (
    number !== undefined &&
    ticket !== undefined &&
    isTicketNumber(number) &&
    isHyphened(number) !== isHyphened(ticket.ticketNumber)
  );
};

const hasCode = ({ body }: Reply, code: string): boolean =>
  isFields(body) && isFields(body.error) && body.error.code === code;

const voidFaults = [
  fault('says-done-to-voids-of-unknown-tickets-in-the-other-form', {
    onlyExplored,
    violates: ['ticket-cancel.unknown-ticket-is-not-found'],
    summary: 'A void of an unknown ticket, in the form of numbers that is not shown, answers with an empty object.',
    reply: {
      'ticket-cancel': (reply, request, world) =>
        hasCode(reply, ticketNotFound.code) && isInOtherForm(request, world) ? answer(200, {}) : reply,
    },
  }),
  fault('tells-no-moment-of-voids-in-the-other-form', {
    onlyExplored,
    violates: ['ticket-cancel.success-is-empty-or-tells-when'],
    summary: 'A void in the form of numbers that is not shown answers success true and nothing else.',
    reply: {
      'ticket-cancel': (reply, request, world) =>
        isSuccess(reply) && !isRefused(reply) && isInOtherForm(request, world) ? answer(200, { success: true }) : reply,
    },
  }),
  fault('fails-voids-of-malformed-numbers-without-an-error', {
    onlyExplored,
    violates: ['ticket-cancel.failure-carries-an-error'],
    summary: 'A void of what is no ticket number has success false and no error.',
    reply: {
      'ticket-cancel': (reply, request) =>
        reply.status !== 401 && isRefused(reply) && !isTicketNumber(numberIn(request) ?? '0000000000000')
          ? answer(400, { success: false })
          : reply,
    },
  }),
];

export const unusualFlightFaults = [...journeyFaults, ...voidFaults];
