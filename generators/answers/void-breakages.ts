/** The ways in which tickets, and voids of them, break their clauses. */
import type { Json } from '../../contracts/json.ts';
import { type Breakage, breakage, oneAnswer, oneBody, oneStep, type Pick, type Which } from './breakage.ts';
import { type Fields, fields, inBody, inPart, leavingOut, oneEntry, oneOf, without } from './entries.ts';
import { type Answer, ok, refused, type Step } from './telling.ts';

export const of =
  (operation: Step['operation'], ...parts: readonly string[]): Which =>
  (step) =>
    step.operation === operation && step.part !== undefined && parts.includes(step.part);

export const done: readonly Answer[] = [ok({}), ok({ success: null })];

export const refusedWith = (...codes: readonly string[]): Answer[] => codes.map((code) => refused(409, code));

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

export const reopened = oneEntry('tickets', (ticket) => ({ ...ticket, isOpen: true, coupons: ['OPEN'] }));
const closed = oneEntry('tickets', (ticket) => (ticket.isOpen === true ? { ...ticket, isOpen: false } : undefined));

export const voidBreakages: readonly Breakage[] = [
  breakage(
    'ticket-cancel.unused-ticket-is-voided-inside-window',
    'refuses a void in time',
    leavingOut(['after', 'again'], oneAnswer(inPart('void'), ...refusedWith('VOID_TIME_EXPIRED', 'TICKET_USED'))),
  ),
  breakage(
    'ticket-cancel.unused-ticket-is-voided-inside-window',
    'refuses a ticket that it showed',
    leavingOut(
      ['again', 'after'],
      oneAnswer(
        (step, _, { steps }) => step === steps.find(({ part }) => part === 'void'),
        ...refusedWith('INVALID_TICKET_STATE', 'TICKET_NOT_FOUND', 'BOOKING_NOT_FOUND'),
      ),
    ),
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
      typeof body.voidedAt === 'string' ? { ...body, voidedAt: oneOf(notUtc, pick)(body.voidedAt) } : undefined,
    ),
  ),
  breakage('ticket-cancel.voided-at-is-the-moment-of-the-void', 'tells another moment', (telling, pick) =>
    telling.wire.isDated
      ? inBody(inPart('void'), (body, draw) => moved(oneOf([-3_600_000, 120_000, 86_400_000, -120_000], draw))(body))(
          telling,
          pick,
        )
      : undefined,
  ),
  breakage(
    'ticket-cancel.success-carries-no-error',
    'tells success and an error',
    leavingOut(
      ['again', 'after'],
      oneAnswer(inPart('unknown-ticket'), ok({ success: true, error: { code: 'TICKET_NOT_FOUND', message: 'No.' } })),
    ),
  ),
  breakage(
    'ticket-cancel.failure-carries-an-error',
    'fails without a message',
    inFailure((body, pick) => ({
      ...body,
      error: oneOf<Json>(
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
    'ticket-cancel.incomplete-request-is-refused',
    'voids what nobody names',
    oneAnswer(inPart('incomplete'), ...done),
  ),
  breakage(
    'ticket-cancel.unknown-booking-is-not-found',
    'says another reason',
    oneAnswer(inPart('unknown-booking'), ...refusedWith('VOID_TIME_EXPIRED', 'TICKET_USED', 'INVALID_TICKET_STATE')),
  ),
  breakage(
    'ticket-cancel.unknown-booking-is-named',
    'finds no ticket in an unknown booking',
    oneAnswer(inPart('unknown-booking'), ...refusedWith('TICKET_NOT_FOUND')),
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
        oneOf(
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
        ticketNumber: oneOf<Json>(['17', 5_550_000_000_001, 'AB 1234567890', '55500000000011', ''], draw),
      })),
    )({ ...telling, steps }, pick);
  }),
];
