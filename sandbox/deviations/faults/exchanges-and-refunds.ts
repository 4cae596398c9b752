/** Faults of exchanging and refunding tickets: calculations, ids, money, and the tickets afterwards. */
import type { CanonicalRefund, FlightReplies } from '../../avia/canonical.ts';
import type { RuleContext, TicketOf } from '../../avia/rules.ts';
import type { StoredExchange } from '../../avia/state.ts';
import { faultsOf, type Rules, ruled } from '../../deviation.ts';
import { invalidTicketState, notRefundable, type Refused } from '../../refusals.ts';
import { answer, codeOf } from '../../reply.ts';
import { euro } from '../../sales.ts';
import {
  answers,
  hasStatus,
  hoursOld,
  lacking,
  type Met,
  pnrAsked,
  refusals,
  shownAsOpen,
  without,
} from '../changes.ts';

type CalculationReply = FlightReplies['ticket-exchange-calculation'];

const calculatesExchange = (bend: (body: CalculationReply) => unknown) => answers('ticket-exchange-calculation', bend);

const exchanging = (rules: Partial<Rules> | ((before: Rules) => Partial<Rules>)) => ({
  touches: ['ticket-exchange'] as const,
  rules,
});

const otherForm = (number: string): string => {
  const digits = number.slice(-10);
  return /^\d{13}$/.test(number) ? `NV-${digits}` : `421${digits}`;
};

const costs = (costsOf: (exchange: StoredExchange) => Partial<Pick<StoredExchange, 'penalty' | 'surcharge'>>) =>
  ruled(['ticket-exchange'], 'exchangeChargesOf', (before, exchange, world) => ({
    ...before(exchange, world),
    ...costsOf(exchange),
  }));

const exchangesBy = (exchangeId: string): string => `exchanges by ${exchangeId}`;

export const ticketExchangeFaults = [
  ...faultsOf('ticket-exchange-calculation.exchange-id-is-told', {
    'tells-no-exchange-id': calculatesExchange(lacking('exchangeId')),
    'tells-the-exchange-id-by-another-name': calculatesExchange(({ exchangeId, ...body }) => ({
      ...body,
      id: exchangeId,
    })),
    'tells-an-empty-exchange-id': calculatesExchange((body) => ({ ...body, exchangeId: '' })),
  }),
  ...faultsOf('ticket-exchange-calculation.offers-surcharge-and-penalty-are-told', {
    'tells-no-penalty-of-an-exchange': calculatesExchange(lacking('penalty')),
    'tells-no-surcharge-of-an-exchange': {
      summary: 'The calculation of an exchange adds the surcharge to the penalty, and does not report it.',
      reply: calculatesExchange(({ surcharge, ...body }) => ({
        ...body,
        penalty: euro((body.penalty?.minor ?? 0) + (surcharge?.minor ?? 0)),
      })),
    },
    'tells-no-offers-of-an-exchange': calculatesExchange(lacking('offers')),
  }),
  ...faultsOf('ticket-exchange.ended-ticket-is-refused', {
    'exchanges-refunded-tickets': ruled(
      ['ticket-exchange', 'ticket-refund'],
      'exchangeRefusalOf',
      (before, subject, world) => (hasStatus(subject, 'refunded') ? undefined : before(subject, world)),
    ),
  }),
  ...faultsOf('ticket-exchange.works-with-a-calculation', {
    'forgets-a-calculation-after-a-refused-exchange': {
      summary: 'Once an exchange was refused, no exchangeId that was calculated works any more.',
      ...ruled(['ticket-exchange'], 'findsExchange', (before, exchangeId, asked) => {
        const found = before(exchangeId, asked);
        if (!found) asked.world.count('refused exchanges');
        return asked.world.counted('refused exchanges') > 0 ? undefined : found;
      }),
    },
    'knows-no-exchange-id': exchanging({ findsExchange: () => undefined }),
  }),
  ...faultsOf('ticket-exchange.invented-exchange-id-is-refused', {
    'exchanges-by-invented-exchange-ids': ruled(
      ['ticket-exchange'],
      'findsExchange',
      (before, exchangeId, asked) =>
        before(exchangeId, asked) ??
        asked.world.flights.exchanges.all().find(({ ticketNumber }) => ticketNumber === asked.ticket.ticketNumber),
    ),
    'answers-invented-exchange-ids-as-done': refusals('ticket-exchange', (reply, { asked, world }) =>
      asked && !world.flights.exchanges.find(asked.exchangeId) && codeOf(reply) === 'EXCHANGE_NOT_FOUND'
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
    'gives-the-new-ticket-the-old-number': exchanging({
      exchangedNumberOf: ({ ticket }) => ticket.ticketNumber,
    }),
    'gives-the-new-ticket-the-old-number-in-another-form': exchanging({
      exchangedNumberOf: ({ ticket }) => otherForm(ticket.ticketNumber),
    }),
  }),
  ...faultsOf('ticket-exchange.costs-what-was-calculated', {
    'charges-a-cent-more-penalty-than-calculated': costs(({ penalty }) => ({ penalty: euro(penalty.minor + 1) })),
    'adds-the-taxes-to-the-surcharge': {
      summary: 'The surcharge of an exchange holds the taxes of the new ticket, which the calculation left out.',
      ...costs(({ surcharge, fare }) => ({ surcharge: euro(surcharge.minor + fare.taxes) })),
    },
  }),
];

type RefundCalculation = 'ticket-refund-calculation';

const calculatesRefund = (bend: (refund: CanonicalRefund, met: Met<RefundCalculation>) => unknown) =>
  answers('ticket-refund-calculation', (body: FlightReplies[RefundCalculation], met) => ({
    ...body,
    refund: bend(body.refund, met),
  }));

const isLate = ({ asked, world }: Met<RefundCalculation>): boolean => {
  const booking = pnrAsked(asked, world);
  const [ticket] = booking?.tickets ?? [];
  return booking !== undefined && ticket !== undefined && hoursOld({ booking, ticket }, world) >= 24;
};

/** Another refusal of a refund, or none, than a healthy world has. */
const refusing = (
  refusalOf: (healthy: Refused | undefined, subject: TicketOf, within: RuleContext) => Refused | undefined,
) =>
  ruled(['ticket-refund'], 'refundRefusalOf', (before, subject, within) =>
    refusalOf(before(subject, within), subject, within),
  );

/** Gives something else back, where it is performed or in both operations. */
const gives = (
  operations: readonly ('ticket-refund-calculation' | 'ticket-refund')[],
  amountOf: (refund: CanonicalRefund, subject: TicketOf) => number,
) =>
  ruled(operations, 'flightRefundOf', (before, subject, within) => {
    const refund = before(subject, within);
    const isMeant = (operations as readonly string[]).includes(within.operation);
    return isMeant ? { ...refund, amount: euro(amountOf(refund, subject)) } : refund;
  });

const performed = ['ticket-refund'] as const;
const both = ['ticket-refund-calculation', 'ticket-refund'] as const;

const paid = ({ ticket: { fare } }: TicketOf): number => fare.base + fare.taxes;

export const ticketRefundFaults = [
  ...faultsOf('ticket-refund-calculation.amount-penalties-and-taxes-are-told', {
    'tells-no-amount-of-a-refund': calculatesRefund(lacking('amount')),
    'tells-no-penalty-of-a-refund': calculatesRefund(lacking('penalty')),
    'tells-no-taxes-of-a-refund-after-the-void-window': calculatesRefund((refund, met) =>
      isLate(met) ? without('taxes', refund) : refund,
    ),
  }),
  ...faultsOf('ticket-refund.uncalculated-refund-is-refused', {
    'refunds-what-nobody-calculated': { touches: ['ticket-refund'], rules: { needsRefundCalculation: false } },
  }),
  ...faultsOf('ticket-refund.ended-ticket-is-refused', {
    'refunds-exchanged-tickets': {
      ...refusing((healthy, subject) => (hasStatus(subject, 'exchanged') ? undefined : healthy)),
      touches: ['ticket-exchange', 'ticket-refund'],
    },
  }),
  ...faultsOf('ticket-refund.works-after-a-calculation', {
    'refuses-every-refund': {
      summary: 'A refund is calculated, and then the fare gives nothing back.',
      ...refusing(
        (healthy, _, within) => healthy ?? (within.operation === 'ticket-refund' ? notRefundable : undefined),
      ),
    },
    'refuses-refunds-of-tickets-that-can-be-voided': refusing(
      (healthy, subject, within) =>
        healthy ??
        (within.operation === 'ticket-refund' && hoursOld(subject, within.world) < 24
          ? invalidTicketState('Void the ticket instead.')
          : undefined),
    ),
  }),
  ...faultsOf('avia-flow.each-kind-of-flight-is-served', {
    'refunds-nothing-on-ways-back': {
      summary: 'A refund of a flight there and back is calculated, and then it is not given.',
      ...refusing(
        (healthy, { booking }, within) =>
          healthy ??
          (within.operation === 'ticket-refund' && booking.offer.flights.length > 1 ? notRefundable : undefined),
      ),
    },
  }),
  ...faultsOf('ticket-refund.amount-is-the-calculated-one', {
    'refunds-a-cent-less-than-calculated': gives(performed, ({ amount }) => amount.minor - 1),
    'tells-another-penalty-with-a-refund': ruled(performed, 'flightRefundOf', (before, subject, within) => {
      const refund = before(subject, within);
      if (within.operation !== 'ticket-refund') return refund;
      return { ...refund, penalty: euro((refund.penalty?.minor ?? 0) + 1) };
    }),
    'refunds-no-taxes': gives(performed, ({ amount, taxes }) => amount.minor - taxes.minor),
    'refunds-the-second-passenger-a-euro-less': gives(
      performed,
      ({ amount }, { ticket }) => amount.minor - (ticket.passenger > 0 ? 100 : 0),
    ),
  }),
  ...faultsOf('ticket-refund.no-more-than-was-paid', {
    'refunds-twice-what-was-paid': gives(both, (_, subject) => 2 * paid(subject)),
    'refunds-a-cent-more-than-was-paid': gives(both, (_, subject) => paid(subject) + 1),
    'refunds-one-ticket-with-the-price-of-all': gives(both, ({ amount }, { booking }) =>
      booking.tickets.length > 1 ? booking.price.minor : amount.minor,
    ),
  }),
  ...faultsOf(
    [
      'ticket-refund.refunded-ticket-is-not-open',
      'ticket-refund.refunded-ticket-is-not-refunded-again',
      'ticket-cancel.ended-ticket-is-refused',
    ],
    {
      'keeps-refunded-tickets-open': { touches: ['ticket-refund'], rules: { closesRefunded: () => false } },
    },
  ),
  ...faultsOf('ticket-refund.refunded-ticket-is-not-open', {
    'shows-refunded-tickets-as-open': {
      summary: 'A refunded ticket is shown with open coupons, though it is not refunded again.',
      ...shownAsOpen('refunded'),
    },
  }),
  ...faultsOf('ticket-refund.refunded-ticket-is-not-refunded-again', {
    'refunds-a-second-time': refusing((healthy, subject) => (hasStatus(subject, 'refunded') ? undefined : healthy)),
    'answers-second-refunds-with-nothing-to-pay': refusals('ticket-refund', (reply, { asked, world }) => {
      const booking = pnrAsked(asked, world);
      const isRefunded = booking?.tickets.some((ticket) => hasStatus({ booking, ticket }, 'refunded'));
      const nothing = { amount: euro(0), penalty: euro(0), taxes: euro(0) };
      return isRefunded ? answer(200, { refund: nothing }) : reply;
    }),
  }),
];
