/** The ways in which refunds, exchanges and tickets that the target names break their clauses. */
import type { Json } from '../../contracts/json.ts';
import { type Breakage, breakage, everyAnswer, inTurn, oneAnswer, oneBody, type Story } from './breakage.ts';
import { costing, type Fields, fields, inBody, inPart, leavingOut, oneOf, without } from './entries.ts';
import { ok, refused, type Step } from './telling.ts';
import { exchangeTelling, namedTelling, refundTelling, voidTelling } from './tickets.ts';
import { done, of, refusedWith, reopened, voidBreakages } from './void-breakages.ts';

const fewer = (amount: Json | undefined, name: string) => (body: Fields) => ({
  ...body,
  [name]: costing(amount, -0.02),
});

const ofRefunds: readonly Breakage[] = [
  breakage(
    'ticket-cancel.late-void-is-expired',
    'says another reason',
    oneAnswer(inPart('late'), ...refusedWith('INVALID_TICKET_STATE', 'TICKET_USED', 'TICKET_NOT_FOUND')),
  ),
  breakage('ticket-cancel.late-void-is-expired', 'voids too late', (telling, pick) =>
    oneAnswer(inPart('late'), ok({}))(
      {
        ...telling,
        steps: telling.steps.filter(({ operation, part }) => operation !== 'ticket-info' && part !== 'again'),
      },
      pick,
    ),
  ),
  breakage(
    'ticket-refund-calculation.amount-penalties-and-taxes-are-told',
    'tells a part alone',
    inBody('ticket-refund-calculation', (body, pick) => without(body, oneOf(['amount', 'penalty', 'taxes'], pick))),
  ),
  breakage(
    'ticket-refund.works-after-a-calculation',
    'refunds nothing',
    leavingOut(['after'], everyAnswer(inPart('refund'), refused(409, 'NO'), refused(200, 'INVALID_TICKET_STATE'))),
  ),
  breakage(
    'ticket-refund.amount-is-the-calculated-one',
    'gives back less',
    inBody(inPart('refund'), (body) =>
      Number(fields(body.amount).amount) > 0.05 ? fewer(body.amount, 'amount')(body) : undefined,
    ),
  ),
  breakage(
    'ticket-refund.amount-is-the-calculated-one',
    'tells another penalty',
    inBody(inPart('refund'), (body) => ({ ...body, penalty: costing(body.penalty, 0.02) })),
  ),
  breakage('ticket-refund.no-more-than-was-paid', 'gives back more than was paid', (telling, pick) => {
    const [number] = inTurn(
      telling.steps.filter(({ part }) => part === 'refund').map(({ intent }) => JSON.stringify(intent)),
      pick,
    );
    const steps = telling.steps.map((step): Step => {
      const isOfMoney = step.operation === 'ticket-refund-calculation' || step.part === 'refund';
      if (!isOfMoney || JSON.stringify(step.intent) !== number) return step;
      const body = fields(step.answer?.body);
      return {
        ...step,
        answer: ok({ ...body, amount: costing(body.amount, Number(fields(body.penalty).amount) + 0.02) }),
      };
    });
    return { ...telling, steps };
  }),
  breakage(
    'ticket-refund.refunded-ticket-is-not-open',
    'shows a refunded ticket as open',
    oneBody(inPart('after'), reopened),
  ),
  breakage(
    'ticket-refund.refunded-ticket-is-not-refunded-again',
    'refunds twice',
    oneAnswer(inPart('again'), ok({}), ok(null)),
  ),
];

const ofExchanges: readonly Breakage[] = [
  breakage('ticket-exchange-calculation.exchange-id-is-told', 'tells no exchangeId', (telling, pick) => {
    const steps = telling.steps.filter(
      ({ operation }) => operation !== 'ticket-exchange' && operation !== 'ticket-info',
    );
    return inBody('ticket-exchange-calculation', (body, draw) =>
      oneOf([without(body, 'exchangeId'), { ...body, exchangeId: '' }, { ...body, exchangeId: 7 }], draw),
    )({ ...telling, steps }, pick);
  }),
  breakage(
    'ticket-exchange-calculation.offers-surcharge-and-penalty-are-told',
    'tells a part alone',
    inBody('ticket-exchange-calculation', (body, pick) =>
      without(body, oneOf(['offers', 'surcharge', 'penalty'], pick)),
    ),
  ),
  breakage('ticket-exchange.works-with-a-calculation', 'exchanges nothing', (telling, pick) =>
    everyAnswer(
      inPart('exchange'),
      refused(409, 'NO'),
      refused(200, 'STATE'),
    )({ ...telling, steps: telling.steps.filter(({ operation }) => operation !== 'ticket-info') }, pick),
  ),
  breakage('ticket-exchange.invented-exchange-id-is-refused', 'takes any exchangeId', (telling, pick) =>
    oneAnswer(
      inPart('invented'),
      ok({}),
      ok(null),
    )({ ...telling, steps: telling.steps.filter(({ operation }) => operation !== 'ticket-info') }, pick),
  ),
  breakage(
    'ticket-exchange.old-ticket-is-not-open',
    'shows the old ticket as open',
    oneBody(inPart('after'), reopened),
  ),
  breakage('ticket-exchange.new-ticket-has-another-number', 'gives the old number again', (telling, pick) => {
    const steps = telling.steps.filter(({ operation }) => operation !== 'ticket-info');
    return inBody(inPart('exchange'), (body) => {
      const [old] = Array.isArray(body.tickets) ? body.tickets : [];
      return { ...body, tickets: [{ ...fields(old), isOpen: true }] };
    })({ ...telling, steps }, pick);
  }),
  breakage(
    'ticket-exchange.costs-what-was-calculated',
    'charges otherwise',
    inBody(inPart('exchange'), (body, pick) =>
      oneOf(
        [
          { ...body, penalty: costing(body.penalty, 0.02) },
          { ...body, surcharge: costing(body.surcharge, 0.02) },
        ],
        pick,
      ),
    ),
  ),
];

const ofNamed: readonly Breakage[] = [
  breakage(
    'ticket-cancel.used-ticket-is-refused',
    'says another reason',
    oneAnswer(of('ticket-cancel', 'used'), ...refusedWith('TICKET_NOT_FOUND', 'BOOKING_NOT_FOUND', 'NO')),
  ),
  breakage('ticket-cancel.used-ticket-is-refused', 'voids a used ticket', (telling, pick) =>
    oneAnswer(of('ticket-cancel', 'used'), ...done)(telling, pick),
  ),
  breakage(
    'ticket-cancel.lack-of-rights-is-access-denied',
    'says another reason',
    oneAnswer(of('ticket-cancel', 'shut'), ...refusedWith('FORBIDDEN', 'INVALID_TICKET_STATE')),
  ),
  breakage(
    'ticket-cancel.lack-of-rights-is-access-denied',
    'voids without rights',
    oneAnswer(of('ticket-cancel', 'shut'), ...done),
  ),
];

export const ticketStories: readonly Story[] = [
  { name: 'voided tickets', conforming: voidTelling, breakages: voidBreakages },
  { name: 'refunded tickets', conforming: refundTelling, breakages: ofRefunds },
  { name: 'exchanged tickets', conforming: exchangeTelling, breakages: ofExchanges },
  { name: 'tickets that the target names', conforming: namedTelling, breakages: ofNamed },
];
