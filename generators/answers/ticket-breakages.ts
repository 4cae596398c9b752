/** The ways in which tickets break their clauses. */
import { isJsonObject, type Json } from '../../contracts/json.ts';
import {
  type Breakage,
  breakage,
  everyAnswer,
  inTurn,
  oneAnswer,
  oneBody,
  oneStep,
  type Pick,
  type Story,
  type Which,
} from './breakage.ts';
import { inPart, leavingOut, oneEntry, without } from './entries.ts';
import { type Answer, ok, refused, type Step } from './telling.ts';
import { exchangeTelling, namedTelling, refundTelling, voidTelling } from './tickets.ts';

type Fields = { [key: string]: Json };

const fields = (value: Json | undefined): Fields => (isJsonObject(value) ? value : {});
const any = <T>(values: readonly T[], pick: Pick): T => values[pick(values.length)] as T;

const inBody = (which: Which, change: (body: Fields, pick: Pick) => Fields | undefined) =>
  oneBody(which, (body, pick) => change(fields(body), pick));

const of =
  (operation: Step['operation'], ...parts: readonly string[]): Which =>
  (step) =>
    step.operation === operation && step.part !== undefined && parts.includes(step.part);

const done: readonly Answer[] = [ok({}), ok({ success: null })];

const refusedWith = (...codes: readonly string[]): Answer[] => codes.map((code) => refused(409, code));

/** A step of ticket_cancel whose body says that it failed. */
const inFailure = (change: (body: Fields, pick: Pick) => Fields) =>
  oneStep('ticket-cancel', (step, pick) => {
    const { answer } = step;
    const body = fields(answer?.body);
    return answer && body.success === false
      ? { ...step, answer: { ...answer, status: 409, body: change(body, pick) } }
      : undefined;
  });

const errorOf = (body: Fields): Fields => fields(body.error);

const moved = (ms: number) => (body: Fields) =>
  typeof body.voidedAt === 'string'
    ? { ...body, voidedAt: new Date(Date.parse(body.voidedAt) + ms).toISOString() }
    : undefined;

const notUtc: readonly ((text: string) => Json)[] = [
  (text) => text.replace('Z', ''),
  (text) => text.replace('Z', '+03:00'),
  (text) => text.slice(0, 10),
  (text) => Date.parse(text),
  () => null,
];

const reopened = oneEntry('tickets', (ticket) => ({ ...ticket, isOpen: true, coupons: ['OPEN'] }));
const closed = oneEntry('tickets', (ticket) => (ticket.isOpen === true ? { ...ticket, isOpen: false } : undefined));

const costing = (value: Json | undefined, more: number): Json => ({
  ...fields(value),
  amount: Number(fields(value).amount) + more,
});

const ofVoids: readonly Breakage[] = [
  breakage(
    'ticket-cancel.unused-ticket-is-voided-inside-window',
    'refuses a void in time',
    leavingOut(['after', 'again'], oneAnswer(inPart('void'), ...refusedWith('VOID_TIME_EXPIRED', 'TICKET_USED'))),
  ),
  breakage(
    'ticket-cancel.unused-ticket-is-voided-inside-window',
    'refuses a ticket that it showed',
    (telling, pick) => {
      const [first] = telling.steps.filter(({ part }) => part === 'void');
      return oneAnswer(
        (step) => step === first,
        ...refusedWith('INVALID_TICKET_STATE', 'TICKET_NOT_FOUND', 'BOOKING_NOT_FOUND'),
      )({ ...telling, steps: telling.steps.filter(({ part }) => part !== 'again' && part !== 'after') }, pick);
    },
  ),
  breakage(
    'ticket-cancel.success-is-empty-or-tells-when',
    'answers a void with something else',
    oneAnswer(inPart('void'), ok([]), ok(null), ok({ voided: true }), ok({ success: 'true' }), ok({ success: true }), {
      status: 201,
      body: {},
    }),
  ),
  breakage(
    'ticket-cancel.success-is-empty-or-tells-when',
    'tells no moment in UTC',
    inBody(inPart('void'), (body, pick) =>
      typeof body.voidedAt === 'string' ? { ...body, voidedAt: any(notUtc, pick)(body.voidedAt) } : undefined,
    ),
  ),
  breakage('ticket-cancel.voided-at-is-the-moment-of-the-void', 'tells another moment', (telling, pick) =>
    telling.wire.isDated
      ? inBody(inPart('void'), (body, draw) => moved(any([-3_600_000, 120_000, 86_400_000, -120_000], draw))(body))(
          telling,
          pick,
        )
      : undefined,
  ),
  breakage('ticket-cancel.success-carries-no-error', 'tells success and an error', (telling, pick) => {
    const steps = telling.steps.filter(({ part }) => part !== 'again' && part !== 'after');
    return oneAnswer(inPart('unknown-booking', 'unknown-ticket'), {
      status: 200,
      body: { success: true, error: { code: 'TICKET_NOT_FOUND', message: 'No.' } },
    })({ ...telling, steps }, pick);
  }),
  breakage(
    'ticket-cancel.failure-carries-an-error',
    'fails without a message',
    inFailure((body, pick) => ({
      ...body,
      error: any<Json>(
        [without(errorOf(body), 'message'), { ...errorOf(body), message: ' ' }, { ...errorOf(body), message: 7 }],
        pick,
      ),
    })),
  ),
  breakage(
    'ticket-cancel.voided-ticket-is-not-open',
    'shows a voided ticket as open',
    oneBody(inPart('after'), reopened),
  ),
  breakage(
    'ticket-cancel.unknown-ticket-is-not-found',
    'says another reason',
    oneAnswer(
      inPart('unknown-ticket'),
      ...refusedWith('BOOKING_NOT_FOUND', 'TICKET_USED', 'INVALID_TICKET_STATE', 'ticket_not_found'),
    ),
  ),
  breakage(
    'ticket-cancel.unknown-ticket-is-not-found',
    'voids an unknown ticket',
    oneAnswer(inPart('unknown-ticket'), ...done),
  ),
  breakage(
    'ticket-cancel.unknown-booking-is-not-found',
    'says another reason',
    oneAnswer(inPart('unknown-booking'), ...refusedWith('VOID_TIME_EXPIRED', 'TICKET_USED', 'INVALID_TICKET_STATE')),
  ),
  breakage('ticket-cancel.second-void-is-refused', 'voids twice', oneAnswer(inPart('again'), ...done)),
  breakage(
    'ticket-cancel.second-void-is-refused',
    'says what is not documented',
    oneAnswer(inPart('again'), ...refusedWith('ALREADY_VOIDED', 'NO')),
  ),
  breakage(
    'ticket-cancel.other-partner-is-refused',
    'tells another partner the state',
    oneAnswer(
      of('ticket-cancel', 'foreign'),
      ...refusedWith('TICKET_USED', 'VOID_TIME_EXPIRED', 'INVALID_TICKET_STATE'),
    ),
  ),
  breakage(
    'ticket-cancel.refused-void-changes-nothing',
    'voids what it refuses',
    leavingOut(['void', 'again', 'after'], oneBody(inPart('unchanged'), closed)),
  ),
  breakage(
    'ticket-info.other-partner-sees-nothing',
    'shows a ticket to another',
    oneAnswer(of('ticket-info', 'foreign'), ok({ tickets: [{ isOpen: true }] }), ok({ coupons: 0 })),
  ),
  breakage(
    'ticket-info.answers-the-ticket-asked-for',
    'shows another ticket',
    oneBody(
      inPart('after'),
      oneEntry('tickets', (ticket) => ({ ...ticket, ticketNumber: '5550000000009' })),
    ),
  ),
  breakage(
    'ticket-info.coupon-status-is-told',
    'tells no coupon',
    oneBody(inPart('before'), (body, pick, step) =>
      oneEntry('tickets', (ticket) =>
        any(
          [
            { ...ticket, coupons: [] },
            { ...ticket, coupons: [null, ''] },
          ],
          pick,
        ),
      )(body, pick, step),
    ),
  ),
  breakage('ticket-issue.ticket-numbers-have-a-documented-form', 'numbers tickets otherwise', (telling, pick) => {
    const steps = telling.steps.slice(0, 2);
    return oneBody(
      'ticket-issue',
      oneEntry('tickets', (ticket, draw) => ({
        ...ticket,
        ticketNumber: any<Json>(['17', 5_550_000_000_001, 'AB 1234567890', '55500000000011', ''], draw),
      })),
    )({ ...telling, steps }, pick);
  }),
];

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
    inBody('ticket-refund-calculation', (body, pick) => without(body, any(['amount', 'penalty', 'taxes'], pick))),
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
      any([without(body, 'exchangeId'), { ...body, exchangeId: '' }, { ...body, exchangeId: 7 }], draw),
    )({ ...telling, steps }, pick);
  }),
  breakage(
    'ticket-exchange-calculation.offers-surcharge-and-penalty-are-told',
    'tells a part alone',
    inBody('ticket-exchange-calculation', (body, pick) => without(body, any(['offers', 'surcharge', 'penalty'], pick))),
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
      any(
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
  { name: 'voided tickets', conforming: voidTelling, breakages: ofVoids },
  { name: 'refunded tickets', conforming: refundTelling, breakages: ofRefunds },
  { name: 'exchanged tickets', conforming: exchangeTelling, breakages: ofExchanges },
  { name: 'tickets that the target names', conforming: namedTelling, breakages: ofNamed },
];
