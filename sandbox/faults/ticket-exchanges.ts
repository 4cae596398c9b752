/** Faults of exchanging tickets: what a calculation tells, which exchangeId works, what it costs, and both tickets afterwards. */
import { answers, refusals, without } from '../altering/sold.ts';
import type { FlightReplies } from '../avia/canonical.ts';
import type { FlightRules } from '../avia/rules.ts';
import type { StoredExchange } from '../avia/state.ts';
import { faultsOf } from '../deviation.ts';
import { answer } from '../reply.ts';
import { euro } from '../sales/money.ts';
import { shownAsOpen } from './flight-parts.ts';

type Calculated = FlightReplies['ticket-exchange-calculation'];

const calculates = (bend: (body: Calculated) => unknown) => answers('ticket-exchange-calculation', bend);

const exchanging = (rules: (before: FlightRules) => Partial<FlightRules>) => ({
  touches: ['ticket-exchange'] as const,
  rules,
});

const otherForm = (number: string): string => {
  const digits = number.slice(-10);
  return /^\d{13}$/.test(number) ? `NV-${digits}` : `421${digits}`;
};

const costs = (costsOf: (exchange: StoredExchange) => Partial<Pick<StoredExchange, 'penalty' | 'surcharge'>>) =>
  exchanging(({ exchangeChargesOf }) => ({
    exchangeChargesOf: (exchange, world) => ({ ...exchangeChargesOf(exchange, world), ...costsOf(exchange) }),
  }));

const exchangesBy = (exchangeId: string): string => `exchanges by ${exchangeId}`;

export const ticketExchangeFaults = [
  ...faultsOf('ticket-exchange-calculation.exchange-id-is-told', {
    'tells-no-exchange-id': calculates((body) => without('exchangeId', body)),
    'tells-the-exchange-id-by-another-name': calculates(({ exchangeId, ...body }) => ({ ...body, id: exchangeId })),
    'tells-an-empty-exchange-id': calculates((body) => ({ ...body, exchangeId: '' })),
  }),
  ...faultsOf('ticket-exchange-calculation.offers-surcharge-and-penalty-are-told', {
    'tells-no-penalty-of-an-exchange': calculates((body) => without('penalty', body)),
    'tells-no-surcharge-of-an-exchange': {
      summary: 'The calculation of an exchange adds the surcharge to the penalty, and does not tell it.',
      reply: calculates(({ surcharge, ...body }) => ({
        ...body,
        penalty: euro((body.penalty?.minor ?? 0) + (surcharge?.minor ?? 0)),
      })),
    },
    'tells-no-offers-of-an-exchange': calculates((body) => without('offers', body)),
  }),
  ...faultsOf('ticket-exchange.works-with-a-calculation', {
    'forgets-a-calculation-after-a-refused-exchange': {
      summary: 'Once an exchange was refused, no exchangeId that was calculated works any more.',
      ...exchanging(({ findsExchange }) => ({
        findsExchange: (exchangeId, asked) => {
          const found = findsExchange(exchangeId, asked);
          if (!found) asked.world.count('refused exchanges');
          return asked.world.counted('refused exchanges') > 0 ? undefined : found;
        },
      })),
    },
    'knows-no-exchange-id': exchanging(() => ({ findsExchange: () => undefined })),
  }),
  ...faultsOf('ticket-exchange.invented-exchange-id-is-refused', {
    'exchanges-by-invented-exchange-ids': exchanging(({ findsExchange }) => ({
      findsExchange: (exchangeId, asked) =>
        findsExchange(exchangeId, asked) ??
        asked.world.flights.exchanges.all().find(({ ticketNumber }) => ticketNumber === asked.ticket.ticketNumber),
    })),
    'answers-invented-exchange-ids-as-done': refusals('ticket-exchange', (reply, { asked, world }) =>
      asked &&
      !world.flights.exchanges.find(asked.exchangeId) &&
      Object(Object(reply.body).error).code === 'EXCHANGE_NOT_FOUND'
        ? answer(200, {
            exchangeId: asked.exchangeId,
            penalty: euro(0),
            surcharge: euro(0),
            replaced: asked.ticketNumber,
          })
        : reply,
    ),
  }),
  ...faultsOf(['ticket-exchange.old-ticket-is-not-open', 'ticket-cancel.ended-ticket-is-refused'], {
    'keeps-the-old-ticket-of-an-exchange': {
      summary: 'An exchange issues a new ticket, and the old one stays open, and can be voided.',
      ...exchanging(({ exchangeChargesOf, findsExchange }) => ({
        closesExchanged: () => false,
        // What was calculated serves once all the same.
        exchangeChargesOf: (exchange, world) => {
          world.count(exchangesBy(exchange.exchangeId));
          return exchangeChargesOf(exchange, world);
        },
        findsExchange: (exchangeId, asked) =>
          asked.world.counted(exchangesBy(exchangeId)) > 0 ? undefined : findsExchange(exchangeId, asked),
      })),
      touches: ['ticket-exchange', 'ticket-info'],
    },
  }),
  ...faultsOf('ticket-exchange.old-ticket-is-not-open', {
    'shows-exchanged-tickets-as-open': {
      summary: 'A ticket that was exchanged is shown with open coupons, though nothing more can be done with it.',
      ...shownAsOpen('exchanged'),
      touches: ['ticket-info', 'ticket-exchange'],
    },
  }),
  ...faultsOf('ticket-exchange.new-ticket-has-another-number', {
    'gives-the-new-ticket-the-old-number': exchanging(() => ({
      exchangedNumberOf: ({ ticket }) => ticket.ticketNumber,
    })),
    'gives-the-new-ticket-the-old-number-in-another-form': exchanging(() => ({
      exchangedNumberOf: ({ ticket }) => otherForm(ticket.ticketNumber),
    })),
  }),
  ...faultsOf('ticket-exchange.costs-what-was-calculated', {
    'charges-a-cent-more-penalty-than-calculated': costs(({ penalty }) => ({ penalty: euro(penalty.minor + 1) })),
    'adds-the-taxes-to-the-surcharge': {
      summary: 'The surcharge of an exchange holds the taxes of the new ticket, which the calculation left out.',
      ...costs(({ surcharge, fare }) => ({ surcharge: euro(surcharge.minor + fare.taxes) })),
    },
  }),
];
