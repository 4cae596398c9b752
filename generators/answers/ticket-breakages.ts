/** The ways in which refunds, exchanges and tickets that the target names break their clauses. */
import type { Json } from '../../contracts/json.ts';
import {
  type Breakage,
  breakage,
  everyAnswer,
  inTurn,
  oneAnswer,
  oneBody,
  type Story,
  type Which,
} from './breakage.ts';
import { costing, type Fields, fields, inBody, inPart, leavingOut, oneOf, unasked, without } from './entries.ts';
import { ok, refused, type Step } from './telling.ts';
import { exchangeTelling, namedTelling, refundTelling, voidTelling } from './tickets.ts';
import { done, of, refusedWith, reopened, voidBreakages } from './void-breakages.ts';

const fewer = (amount: Json | undefined, name: string) => (body: Fields) => ({
  ...body,
  [name]: costing(amount, -0.02),
});

/** What comes too late breaks another clause as well. */
const endedInTime: Which = ({ part }, _, { steps }) => part === 'ended' && !steps.some((step) => step.part === 'late');

const voidsWhatEnded: readonly Breakage[] = [
  breakage('ticket-cancel.ended-ticket-is-refused', 'voids a ticket that has ended', oneAnswer(endedInTime, ...done)),
  breakage(
    'ticket-cancel.ended-ticket-is-refused',
    'says what is not documented',
    oneAnswer(endedInTime, ...refusedWith('NO', 'ALREADY_ENDED')),
  ),
];

const ofRefunds: readonly Breakage[] = [
  ...voidsWhatEnded,
  breakage(
    'ticket-cancel.late-void-is-expired',
    'says another reason',
    oneAnswer(inPart('late'), ...refusedWith('INVALID_TICKET_STATE', 'TICKET_USED', 'TICKET_NOT_FOUND')),
  ),
  breakage(
    'ticket-cancel.late-void-is-expired',
    'voids too late',
    unasked(['ticket-info'], leavingOut(['again'], oneAnswer(inPart('late'), ok({})))),
  ),
  breakage(
    'ticket-refund-calculation.amount-penalties-and-taxes-are-told',
    'tells a part alone',
    inBody(inPart('calculated'), (body, pick) => without(body, oneOf(['amount', 'penalty', 'taxes'], pick))),
  ),
  breakage(
    'ticket-refund-calculation.other-partner-sees-nothing',
    'calculates a refund for another',
    oneAnswer(of('ticket-refund-calculation', 'foreign'), ok({ taxes: 0 }), ok({ refund: { isPossible: false } })),
  ),
  breakage(
    'ticket-refund.works-after-a-calculation',
    'refunds nothing',
    leavingOut(
      ['after', 'ended'],
      everyAnswer(inPart('refund'), refused(409, 'NO'), refused(200, 'INVALID_TICKET_STATE')),
    ),
  ),
  breakage(
    'ticket-refund.uncalculated-refund-is-refused',
    'refunds what nobody calculated',
    leavingOut(
      ['unchanged', 'calculated', 'foreign', 'refund', 'after', 'again', 'ended'],
      oneAnswer(inPart('uncalculated'), ok({}), ok(null)),
    ),
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
      const isOfMoney = step.part === 'calculated' || step.part === 'refund';
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
  ...voidsWhatEnded,
  breakage(
    'ticket-exchange-calculation.exchange-id-is-told',
    'tells no exchangeId',
    unasked(
      ['ticket-exchange', 'ticket-info', 'ticket-cancel'],
      inBody(inPart('calculated'), (body, pick) =>
        oneOf([without(body, 'exchangeId'), { ...body, exchangeId: '' }, { ...body, exchangeId: 7 }], pick),
      ),
    ),
  ),
  breakage(
    'ticket-exchange-calculation.offers-surcharge-and-penalty-are-told',
    'tells a part alone',
    inBody(inPart('calculated'), (body, pick) => without(body, oneOf(['offers', 'surcharge', 'penalty'], pick))),
  ),
  breakage(
    'ticket-exchange-calculation.other-partner-sees-nothing',
    'calculates an exchange for another',
    oneAnswer(of('ticket-exchange-calculation', 'foreign'), ok({ exchangeId: 'e-9' }), ok({ offers: [{ seats: 0 }] })),
  ),
  breakage(
    'ticket-exchange.works-with-a-calculation',
    'exchanges nothing',
    unasked(
      ['ticket-info', 'ticket-cancel'],
      everyAnswer(inPart('exchange'), refused(409, 'NO'), refused(200, 'STATE')),
    ),
  ),
  breakage(
    'ticket-exchange.invented-exchange-id-is-refused',
    'takes any exchangeId',
    unasked(['ticket-info'], oneAnswer(inPart('invented'), ok({}), ok(null))),
  ),
  breakage(
    'ticket-exchange.old-ticket-is-not-open',
    'shows the old ticket as open',
    oneBody(inPart('after'), reopened),
  ),
  breakage(
    'ticket-exchange.new-ticket-has-another-number',
    'gives the old number again',
    unasked(
      ['ticket-info'],
      oneBody(inPart('exchange'), (body, _, { intent }) => ({
        ...fields(body),
        tickets: [{ ticketNumber: fields(fields(intent).ticket).ticketNumber ?? null, isOpen: true }],
      })),
    ),
  ),
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
