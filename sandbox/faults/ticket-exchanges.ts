/** Faults of exchanging tickets: what a calculation tells, which exchangeId works, what it costs, and both tickets afterwards. */
import { answers, refusals, without } from '../altering/sold.ts';
import type { FlightReplies } from '../avia/canonical.ts';
import type { FlightRules } from '../avia/rules.ts';
import type { StoredExchange } from '../avia/state.ts';
import { fault } from '../deviation.ts';
import { answer } from '../reply.ts';
import { euro } from '../sales/money.ts';

type Calculated = FlightReplies['ticket-exchange-calculation'];

const calculates = (bend: (body: Calculated) => unknown) => answers('ticket-exchange-calculation', bend);

const toldFaults = [
  fault('tells-no-exchange-id', {
    violates: ['ticket-exchange-calculation.exchange-id-is-told'],
    summary: 'The calculation of an exchange has no exchangeId.',
    reply: calculates((body) => without('exchangeId', body)),
  }),
  fault('tells-the-exchange-id-by-another-name', {
    violates: ['ticket-exchange-calculation.exchange-id-is-told'],
    summary: 'The calculation of an exchange calls its exchangeId id.',
    reply: calculates(({ exchangeId, ...body }) => ({ ...body, id: exchangeId })),
  }),
  fault('tells-an-empty-exchange-id', {
    violates: ['ticket-exchange-calculation.exchange-id-is-told'],
    summary: 'The exchangeId of a calculation is empty.',
    reply: calculates((body) => ({ ...body, exchangeId: '' })),
  }),
  fault('tells-no-penalty-of-an-exchange', {
    violates: ['ticket-exchange-calculation.offers-surcharge-and-penalty-are-told'],
    summary: 'The calculation of an exchange tells no penalty.',
    reply: calculates((body) => without('penalty', body)),
  }),
  fault('tells-no-surcharge-of-an-exchange', {
    violates: ['ticket-exchange-calculation.offers-surcharge-and-penalty-are-told'],
    summary: 'The calculation of an exchange adds the surcharge to the penalty, and does not tell it.',
    reply: calculates(({ surcharge, ...body }) => ({
      ...body,
      penalty: euro((body.penalty?.minor ?? 0) + (surcharge?.minor ?? 0)),
    })),
  }),
  fault('tells-no-offers-of-an-exchange', {
    violates: ['ticket-exchange-calculation.offers-surcharge-and-penalty-are-told'],
    summary: 'The calculation of an exchange tells what it costs, and not for what.',
    reply: calculates((body) => without('offers', body)),
  }),
];

const exchanging = (rules: (before: FlightRules) => Partial<FlightRules>) => ({
  touches: ['ticket-exchange'] as const,
  rules,
});

const workFaults = [
  fault('knows-no-exchange-id', {
    violates: ['ticket-exchange.works-with-a-calculation'],
    summary: 'No exchangeId of a calculation is known any more.',
    ...exchanging(() => ({ findsExchange: () => undefined })),
  }),
  fault('forgets-a-calculation-after-a-refused-exchange', {
    violates: ['ticket-exchange.works-with-a-calculation'],
    summary: 'Once an exchange was refused, the exchangeId that was calculated for the ticket does not work any more.',
    ...exchanging(({ findsExchange }) => ({
      findsExchange: (exchangeId, asked) => {
        const { ticket, world } = asked;
        const name = `refused exchanges of ${ticket.ticketNumber}`;
        const found = findsExchange(exchangeId, asked);
        if (!found) world.count(name);
        return world.counted(name) > 0 ? undefined : found;
      },
    })),
  }),
];

const inventedFaults = [
  fault('exchanges-by-invented-exchange-ids', {
    violates: ['ticket-exchange.invented-exchange-id-is-refused'],
    summary: 'An exchangeId that was never told works, once something was calculated for the ticket.',
    ...exchanging(({ findsExchange }) => ({
      findsExchange: (exchangeId, asked) =>
        findsExchange(exchangeId, asked) ??
        asked.world.flights.exchanges.all().find(({ ticketNumber }) => ticketNumber === asked.ticket.ticketNumber),
    })),
  }),
  fault('answers-invented-exchange-ids-as-done', {
    violates: ['ticket-exchange.invented-exchange-id-is-refused'],
    summary: 'An exchange by an exchangeId that was never told answers with success, and does nothing.',
    reply: refusals('ticket-exchange', (reply, { asked }) =>
      asked && Object(Object(reply.body).error).code === 'EXCHANGE_NOT_FOUND'
        ? answer(200, {
            exchangeId: asked.exchangeId,
            penalty: euro(0),
            surcharge: euro(0),
            replaced: asked.ticketNumber,
          })
        : reply,
    ),
  }),
];

const otherForm = (number: string): string => {
  const digits = number.slice(-10);
  return /^\d{13}$/.test(number) ? `NV-${digits}` : `421${digits}`;
};

const ticketFaults = [
  fault('keeps-the-old-ticket-of-an-exchange', {
    violates: ['ticket-exchange.old-ticket-is-not-open', 'ticket-cancel.ended-ticket-is-refused'],
    summary: 'An exchange issues a new ticket, and the old one stays open, and can be voided.',
    ...exchanging(() => ({ closesExchanged: () => false })),
    touches: ['ticket-exchange', 'ticket-info'],
  }),
  fault('shows-exchanged-tickets-as-open', {
    violates: ['ticket-exchange.old-ticket-is-not-open'],
    summary: 'A ticket that was exchanged is shown with open coupons, though nothing more can be done with it.',
    touches: ['ticket-info', 'ticket-exchange'],
    rules: ({ couponStatusOf }: FlightRules) => ({
      couponStatusOf: (coupon, ticket, within) => {
        const status = couponStatusOf(coupon, ticket, within);
        return status === 'exchanged' ? 'open' : status;
      },
    }),
  }),
  fault('gives-the-new-ticket-the-old-number', {
    violates: ['ticket-exchange.new-ticket-has-another-number'],
    summary: 'The ticket that an exchange issues has the number of the old one.',
    ...exchanging(() => ({ exchangedNumberOf: ({ ticket }) => ticket.ticketNumber })),
  }),
  fault('gives-the-new-ticket-the-old-number-in-another-form', {
    violates: ['ticket-exchange.new-ticket-has-another-number'],
    summary: 'The ticket that an exchange issues has the number of the old one, in the other of the two forms.',
    ...exchanging(() => ({ exchangedNumberOf: ({ ticket }) => otherForm(ticket.ticketNumber) })),
  }),
];

const costs = (costsOf: (exchange: StoredExchange) => Partial<Pick<StoredExchange, 'penalty' | 'surcharge'>>) =>
  exchanging(({ exchangeChargesOf }) => ({
    exchangeChargesOf: (exchange, world) => ({ ...exchangeChargesOf(exchange, world), ...costsOf(exchange) }),
  }));

const costFaults = [
  fault('charges-a-cent-more-penalty-than-calculated', {
    violates: ['ticket-exchange.costs-what-was-calculated'],
    summary: 'The penalty of an exchange is a cent more than was calculated.',
    ...costs(({ penalty }) => ({ penalty: euro(penalty.minor + 1) })),
  }),
  fault('adds-the-taxes-to-the-surcharge', {
    violates: ['ticket-exchange.costs-what-was-calculated'],
    summary: 'The surcharge of an exchange holds the taxes of the new ticket, which the calculation left out.',
    ...costs(({ surcharge, fare }) => ({ surcharge: euro(surcharge.minor + fare.taxes) })),
  }),
];

export const ticketExchangeFaults = [...toldFaults, ...workFaults, ...inventedFaults, ...ticketFaults, ...costFaults];
