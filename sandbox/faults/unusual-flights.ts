/** Faults of flights and tickets that only an unusual input shows: a large family, a day trip, the other form of a ticket number. */
import { answers, listOf } from '../altering/sold.ts';
import { ticketNotFound } from '../avia/refusals.ts';
import { exploredFaultsOf } from '../deviation.ts';
import { fieldsIn, isFields } from '../fields.ts';
import { answer, isRefused, isSuccess, type Reply, type SandboxRequest } from '../reply.ts';
import { euro } from '../sales/money.ts';
import type { World } from '../world.ts';

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

export const unusualFlightFaults = [
  ...exploredFaultsOf('avia-offer-price.unchanged-offer-keeps-its-price', {
    'prices-the-second-child-anew': {
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
    },
  }),
  ...exploredFaultsOf('avia-search.offers-have-prices', {
    'tells-no-price-of-three-adults': answers('avia-search', (body, { asked }) =>
      asked && asked.party.adults > 2
        ? { ...body, offers: listOf(body.offers).map((offer) => ({ ...offer, price: null })) }
        : body,
    ),
  }),
  ...exploredFaultsOf('avia-schedule.carries-no-price', {
    'tells-fares-in-the-schedule-of-a-day-trip': answers('avia-schedule', (body, { asked }) =>
      asked?.journey.return === asked?.journey.departure
        ? { ...body, flights: listOf(body.flights).map((flight) => ({ ...flight, price: euro(9_900) })) }
        : body,
    ),
  }),
  ...exploredFaultsOf('ticket-cancel.unknown-ticket-is-not-found', {
    'says-done-to-voids-of-unknown-tickets-in-the-other-form': {
      'ticket-cancel': (reply, request, world) =>
        hasCode(reply, ticketNotFound.code) && isInOtherForm(request, world) ? answer(200, {}) : reply,
    },
  }),
  ...exploredFaultsOf('ticket-cancel.success-is-empty-or-tells-when', {
    'tells-no-moment-of-voids-in-the-other-form': {
      'ticket-cancel': (reply, request, world) =>
        isSuccess(reply) && !isRefused(reply) && isInOtherForm(request, world) ? answer(200, { success: true }) : reply,
    },
  }),
  ...exploredFaultsOf('ticket-cancel.failure-carries-an-error', {
    'fails-voids-of-malformed-numbers-without-an-error': {
      'ticket-cancel': (reply, request) =>
        reply.status !== 401 && isRefused(reply) && !isTicketNumber(numberIn(request) ?? '0000000000000')
          ? answer(400, { success: false })
          : reply,
    },
  }),
];
