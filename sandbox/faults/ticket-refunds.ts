/** Faults of refunding tickets: what a calculation tells, how much comes back, and the ticket afterwards. */
import { answers, type Met, refusals, without } from '../altering/sold.ts';
import type { CanonicalRefund, FlightReplies } from '../avia/canonical.ts';
import { invalidTicketState, notRefundable } from '../avia/refusals.ts';
import type { FlightRules, TicketOf } from '../avia/rules.ts';
import { fault } from '../deviation.ts';
import { answer } from '../reply.ts';
import { euro } from '../sales/money.ts';
import { hasStatus, hoursOld } from './void-parts.ts';

type Calculation = 'ticket-refund-calculation';

const calculates = (bend: (refund: CanonicalRefund, met: Met<Calculation>) => unknown) =>
  answers('ticket-refund-calculation', (body: FlightReplies[Calculation], met) => ({
    ...body,
    refund: bend(body.refund, met),
  }));

const isLate = ({ asked, world }: Met<Calculation>): boolean => {
  const booking = world.flights.pnrs.find(asked?.bookingId.toLowerCase() ?? '');
  const [ticket] = booking?.tickets ?? [];
  return booking !== undefined && ticket !== undefined && hoursOld({ booking, ticket }, world) >= 24;
};

const toldFaults = [
  fault('tells-no-amount-of-a-refund', {
    violates: ['ticket-refund-calculation.amount-penalties-and-taxes-are-told'],
    summary: 'The calculation of a refund tells penalty and taxes, and not what is given back.',
    reply: calculates((refund) => without('amount', refund)),
  }),
  fault('tells-no-penalty-of-a-refund', {
    violates: ['ticket-refund-calculation.amount-penalties-and-taxes-are-told'],
    summary: 'The calculation of a refund tells no penalty.',
    reply: calculates((refund) => without('penalty', refund)),
  }),
  fault('tells-no-taxes-of-a-refund-after-the-void-window', {
    violates: ['ticket-refund-calculation.amount-penalties-and-taxes-are-told'],
    summary: 'The calculation of a refund tells no taxes once the ticket can no longer be voided.',
    reply: calculates((refund, met) => (isLate(met) ? without('taxes', refund) : refund)),
  }),
];

type RefusesRefund = FlightRules['refundRefusalOf'];

const refusing = (refusalOf: (before: RefusesRefund) => RefusesRefund) => ({
  touches: ['ticket-refund'] as const,
  rules: ({ refundRefusalOf }: FlightRules) => ({ refundRefusalOf: refusalOf(refundRefusalOf) }),
});

const orderFaults = [
  fault('refunds-what-nobody-calculated', {
    violates: ['ticket-refund.uncalculated-refund-is-refused'],
    summary: 'A ticket is refunded though nobody had its refund calculated.',
    touches: ['ticket-refund'],
    rules: { needsRefundCalculation: false },
  }),
];

const workFaults = [
  fault('refuses-every-refund', {
    violates: ['ticket-refund.works-after-a-calculation'],
    summary: 'A refund is calculated, and then the fare gives nothing back.',
    ...refusing(
      (before) => (subject, within) =>
        before(subject, within) ?? (within.operation === 'ticket-refund' ? notRefundable : undefined),
    ),
  }),
  fault('refuses-refunds-of-tickets-that-can-be-voided', {
    violates: ['ticket-refund.works-after-a-calculation'],
    summary: 'A refund that was calculated is refused while the ticket can be voided.',
    ...refusing(
      (before) => (subject, within) =>
        before(subject, within) ??
        (within.operation === 'ticket-refund' && hoursOld(subject, within.world) < 24
          ? invalidTicketState('Void the ticket instead.')
          : undefined),
    ),
  }),
];

/** Gives something else back, where it is performed or in both operations. */
const gives = (
  operations: readonly ('ticket-refund-calculation' | 'ticket-refund')[],
  amountOf: (refund: CanonicalRefund, subject: TicketOf) => number,
) => ({
  touches: operations,
  rules: ({ flightRefundOf }: FlightRules): Partial<FlightRules> => ({
    flightRefundOf: (subject, within) => {
      const refund = flightRefundOf(subject, within);
      const isMeant = (operations as readonly string[]).includes(within.operation);
      return isMeant ? { ...refund, amount: euro(amountOf(refund, subject)) } : refund;
    },
  }),
});

const performed = ['ticket-refund'] as const;
const both = ['ticket-refund-calculation', 'ticket-refund'] as const;

const paid = ({ ticket: { fare } }: TicketOf): number => fare.base + fare.taxes;

const amountFaults = [
  fault('refunds-a-cent-less-than-calculated', {
    violates: ['ticket-refund.amount-is-the-calculated-one'],
    summary: 'A refund gives back a cent less than was calculated.',
    ...gives(performed, ({ amount }) => amount.minor - 1),
  }),
  fault('tells-another-penalty-with-a-refund', {
    violates: ['ticket-refund.amount-is-the-calculated-one'],
    summary: 'A refund tells a penalty that is a cent more than was calculated.',
    touches: performed,
    rules: ({ flightRefundOf }: FlightRules): Partial<FlightRules> => ({
      flightRefundOf: (subject, within) => {
        const refund = flightRefundOf(subject, within);
        if (within.operation !== 'ticket-refund') return refund;
        return { ...refund, penalty: euro((refund.penalty?.minor ?? 0) + 1) };
      },
    }),
  }),
  fault('refunds-no-taxes', {
    violates: ['ticket-refund.amount-is-the-calculated-one'],
    summary: 'A refund gives back what was calculated without the taxes.',
    ...gives(performed, ({ amount, taxes }) => amount.minor - taxes.minor),
  }),
  fault('refunds-the-second-passenger-a-euro-less', {
    violates: ['ticket-refund.amount-is-the-calculated-one'],
    summary: 'A refund of the ticket of the second passenger gives back a euro less than was calculated.',
    ...gives(performed, ({ amount }, { ticket }) => amount.minor - (ticket.passenger > 0 ? 100 : 0)),
  }),
  fault('refunds-twice-what-was-paid', {
    violates: ['ticket-refund.no-more-than-was-paid'],
    summary: 'A refund is calculated and performed with twice the price of the ticket.',
    ...gives(both, (_, subject) => 2 * paid(subject)),
  }),
  fault('refunds-a-cent-more-than-was-paid', {
    violates: ['ticket-refund.no-more-than-was-paid'],
    summary: 'A refund is calculated and performed with a cent more than the price of the ticket.',
    ...gives(both, (_, subject) => paid(subject) + 1),
  }),
  fault('refunds-one-ticket-with-the-price-of-all', {
    violates: ['ticket-refund.no-more-than-was-paid'],
    summary: 'A refund of one of two tickets is calculated and performed with the price of the whole booking.',
    ...gives(both, ({ amount }, { booking }) => (booking.tickets.length > 1 ? booking.price.minor : amount.minor)),
  }),
];

const againFaults = [
  fault('keeps-refunded-tickets-open', {
    violates: [
      'ticket-refund.refunded-ticket-is-not-open',
      'ticket-refund.refunded-ticket-is-not-refunded-again',
      'ticket-cancel.ended-ticket-is-refused',
    ],
    summary: 'A refund gives the money back, and the ticket stays open.',
    touches: ['ticket-refund'],
    rules: { closesRefunded: () => false },
  }),
  fault('shows-refunded-tickets-as-open', {
    violates: ['ticket-refund.refunded-ticket-is-not-open'],
    summary: 'A refunded ticket is shown with open coupons, though it is not refunded again.',
    touches: ['ticket-info'],
    rules: ({ couponStatusOf }: FlightRules) => ({
      couponStatusOf: (coupon, ticket, within) => {
        const status = couponStatusOf(coupon, ticket, within);
        return status === 'refunded' ? 'open' : status;
      },
    }),
  }),
  fault('refunds-a-second-time', {
    violates: ['ticket-refund.refunded-ticket-is-not-refunded-again'],
    summary: 'A refunded ticket is refunded once more.',
    ...refusing(
      (before) => (subject, within) => (hasStatus(subject, 'refunded') ? undefined : before(subject, within)),
    ),
  }),
  fault('answers-second-refunds-with-nothing-to-pay', {
    violates: ['ticket-refund.refunded-ticket-is-not-refunded-again'],
    summary: 'A second refund answers with success, and amounts of zero.',
    reply: refusals('ticket-refund', (reply, { asked, world }) => {
      const booking = world.flights.pnrs.find(asked?.bookingId.toLowerCase() ?? '');
      const isRefunded = booking?.tickets.some((ticket) => hasStatus({ booking, ticket }, 'refunded'));
      const nothing = { amount: euro(0), penalty: euro(0), taxes: euro(0) };
      return isRefunded ? answer(200, { refund: nothing }) : reply;
    }),
  }),
];

export const ticketRefundFaults = [...toldFaults, ...orderFaults, ...workFaults, ...amountFaults, ...againFaults];
