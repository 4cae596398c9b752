/** Stories of tickets: voided in time and too late, exchanged, refunded, used (parts 3, 4.4 and 8), told by a lawful service. */
import fc from 'fast-check';
import type { Json } from '../../contracts/json.ts';
import type { Bearer } from '../../contracts/trace.ts';
import { anyRefusal, nothing } from './flights.ts';
import { cents, currency, euros } from './hotels.ts';
import { type Answer, beginning, type Fields, ok, type Telling } from './telling.ts';
import { wire } from './wire.ts';

const hourMs = 3_600_000;

/** Both documented forms. */
const ticketNumbers = fc
  .uniqueArray(fc.integer({ min: 1_000_000_000, max: 9_999_999_999 }), { minLength: 4, maxLength: 4 })
  .chain((serials) =>
    fc.boolean().map((hasHyphen) => serials.map((serial) => (hasHyphen ? `AB-${serial}` : `555${serial}`))),
  );

const sale = fc.record({
  drawn: wire,
  ids: fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 2 }),
  numbers: ticketNumbers,
  of: currency,
  price: cents,
  windowMs: fc.constantFrom(2 * hourMs, 24 * hourMs, 30 * hourMs),
  byLever: fc.boolean(),
  isEmpty: fc.boolean(),
  coupons: fc.constantFrom<Json[][]>(['OPEN'], ['O', 'O'], [{ status: 'ok' }], [null, 'open']),
  isIssueTold: fc.boolean(),
  no: anyRefusal,
  /** To another partner who has something calculated. */
  toAnother: fc.oneof(anyRefusal, fc.constantFrom(...nothing)),
  /** Of a void of what has ended already. */
  ended: fc.constantFrom(
    'INVALID_TICKET_STATE',
    'TICKET_USED',
    'VOID_TIME_EXPIRED',
    'TICKET_NOT_FOUND',
    'BOOKING_NOT_FOUND',
    'ACCESS_DENIED',
  ),
  /** Whether an exchange tells of the old ticket beside the new one. */
  isOldTold: fc.boolean(),
});
type Sale = typeof sale extends fc.Arbitrary<infer T> ? T : never;

/** That of the booking, and one that no booking has. */
const idsOf = ({ ids: [id = '', strangeId = ''] }: Sale) => ({ id, strangeId });

/** The steps of one sale; `number` is always one of its tickets. */
const selling = (drawn: Sale, rest: Parameters<typeof beginning>[1] = {}) => {
  const { of, price, coupons, isIssueTold, isEmpty } = drawn;
  const { id } = idsOf(drawn);
  const telling = beginning(drawn.drawn, { voidWindowMs: drawn.windowMs, ...rest });
  const cost = euros(price, of);
  let issuedAt = '';
  const about = (number: string) => ({ booking: { bookingId: id }, ticket: { ticketNumber: number } });
  const ticketOf = (number: string, isOpen: boolean): Fields => ({
    ticketNumber: number,
    isOpen,
    cost,
    coupons: isOpen ? coupons : [],
    ...(isIssueTold && { issuedAt }),
  });
  return {
    ...telling,
    cost,
    about,
    ticketOf,
    pass: (ms: number): void => (drawn.byLever ? telling.advance(ms) : telling.wait(ms)),
    issue: (...numbers: readonly string[]): void => {
      telling.ask(
        'pnr-create',
        { intent: { searchId: 's-1', offer: {} } },
        ok({ bookingId: id, isActive: true, cost }),
      );
      issuedAt = new Date(telling.now()).toISOString();
      const tickets = numbers.map((number) => ticketOf(number, true));
      telling.ask('ticket-issue', { intent: { booking: { bookingId: id } } }, ok({ tickets }));
    },
    look: (number: string, isOpen: boolean): number =>
      telling.ask('ticket-info', { intent: about(number) }, ok({ tickets: [ticketOf(number, isOpen)] })),
    annul: (ticketNumber: string, answer: Answer, bookingId = id, bearer: Bearer = 'own'): number =>
      telling.ask('ticket-cancel', { bearer, body: { bookingId, ticketNumber } }, answer),
    /** For its owner, and for the other partner, who is told nothing. */
    calculate: (
      operation: 'ticket-refund-calculation' | 'ticket-exchange-calculation',
      intent: Json,
      answer: Answer,
    ): void => {
      telling.ask(operation, { intent }, answer);
      telling.ask(operation, { intent, bearer: 'other' }, drawn.toAnother);
    },
    /** Both shapes of a success. */
    annulled: (): Answer => (isEmpty ? ok({}) : ok({ success: true, voidedAt: new Date(telling.now()).toISOString() })),
  };
};

const failed = (isTold: boolean, code: string): Answer => {
  const error = { code, message: 'Нет.' };
  return { status: isTold ? 200 : 409, body: isTold ? { success: false, error } : { error } };
};

export const voidedTickets: fc.Arbitrary<Telling> = sale.map((drawn): Telling => {
  const { numbers, isEmpty, no } = drawn;
  const { id, strangeId } = idsOf(drawn);
  const [one = '', two = '', , unknown = ''] = numbers;
  const telling = selling(drawn);
  telling.issue(one, two);
  telling.look(one, true);
  telling.ask('ticket-info', { intent: telling.about(one), bearer: 'other' }, no);
  telling.annul(one, failed(!isEmpty, 'ACCESS_DENIED'), undefined, 'other');
  telling.annul(unknown, failed(!isEmpty, 'TICKET_NOT_FOUND'));
  telling.annul(one, failed(!isEmpty, 'BOOKING_NOT_FOUND'), strangeId);
  for (const body of [{}, { bookingId: id, ticketNumber: null }, { ticketNumber: one }]) {
    telling.ask('ticket-cancel', { body }, isEmpty ? no : failed(true, 'VALIDATION'));
  }
  telling.look(one, true);
  telling.annul(one, telling.annulled());
  telling.look(one, false);
  telling.annul(one, failed(!isEmpty, 'INVALID_TICKET_STATE'));
  telling.annul(two, telling.annulled());
  telling.look(two, false);
  return telling.end();
});

const notInTime: readonly Answer[] = [failed(true, 'VOID_TIME_EXPIRED'), failed(false, 'VOID_TIME_EXPIRED')];

/** Too late for a void, and refunded instead. */
export const refundedTickets: fc.Arbitrary<Telling> = fc
  .tuple(sale, fc.constantFrom(...notInTime), fc.boolean())
  .map(([drawn, late, isLate]): Telling => {
    const { numbers, price, of, no, windowMs, ended, isEmpty } = drawn;
    const telling = selling(drawn);
    const [one = '', two = ''] = numbers;
    telling.issue(one, two);
    if (isLate) telling.pass(windowMs + hourMs);
    for (const number of [one, two]) {
      telling.look(number, true);
      if (isLate) telling.annul(number, late);
      telling.look(number, true);
      const penalty = Math.floor(price / 4);
      const reported = {
        amount: euros(price - penalty, of),
        penalty: euros(penalty, of),
        taxes: euros(Math.floor(price / 10), of),
      };
      telling.ask('ticket-refund', { intent: telling.about(number) }, no);
      telling.calculate('ticket-refund-calculation', telling.about(number), ok(reported));
      telling.ask('ticket-refund', { intent: telling.about(number) }, ok(reported));
      telling.look(number, false);
      telling.ask('ticket-refund', { intent: telling.about(number) }, no);
      telling.annul(number, failed(!isEmpty, ended));
    }
    return telling.end();
  });

export const exchangedTickets: fc.Arbitrary<Telling> = sale.map((drawn): Telling => {
  const { numbers, price, of, no, ended, isEmpty, isOldTold } = drawn;
  const telling = selling(drawn);
  const [one = '', two = '', third = '', fourth = ''] = numbers;
  telling.issue(one, two);
  for (const [number, next] of [
    [one, third],
    [two, fourth],
  ] as const) {
    const reported = { penalty: euros(0, of), surcharge: euros(Math.floor(price / 3), of) };
    const exchangeId = `e-${number}`;
    const offers = [{ price: euros(price, of) }];
    telling.calculate('ticket-exchange-calculation', telling.about(number), ok({ ...reported, exchangeId, offers }));
    telling.ask('ticket-exchange', { intent: { ...telling.about(number), exchangeId: 'e-none' } }, no);
    telling.ask(
      'ticket-exchange',
      { intent: { ...telling.about(number), exchangeId } },
      ok({
        ...reported,
        tickets: [...(isOldTold ? [telling.ticketOf(number, false)] : []), telling.ticketOf(next, true)],
      }),
    );
    telling.look(number, false);
    telling.annul(number, failed(!isEmpty, ended));
    telling.look(next, true);
  }
  return telling.end();
});

/** Tickets that the target file names: with a used coupon, and without rights. */
export const namedTickets: fc.Arbitrary<Telling> = fc
  .tuple(sale, fc.constantFrom('TICKET_USED', 'INVALID_TICKET_STATE'), fc.boolean())
  .map(([drawn, code, isTold]): Telling => {
    const { numbers } = drawn;
    const { id, strangeId } = idsOf(drawn);
    const [used = '', shut = ''] = numbers;
    const usedCoupons = [{ beforeExchange: 0, bookingId: id, ticketNumber: used }];
    const telling = selling(drawn, { usedCoupons, withoutRights: [{ bookingId: strangeId, ticketNumber: shut }] });
    telling.look(used, true);
    telling.annul(used, failed(isTold, code));
    telling.look(shut, true);
    telling.annul(shut, failed(isTold, 'ACCESS_DENIED'), strangeId);
    return telling.end();
  });
