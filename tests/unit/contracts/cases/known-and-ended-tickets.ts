/** Literal traces for the clause of voids of tickets that were exchanged or refunded. */

import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import {
  bookingId,
  exchange,
  flights,
  info,
  look,
  other,
  refund,
  secondNumber,
  ticketed,
  ticketNumber,
  voided,
} from '../flight-trace.ts';
import { type Answer, ok } from '../literal-trace.ts';
import type { ClauseCases } from './clause-cases.ts';
import { named, no, refusedText, says, succeeds, without } from './refused-voids.ts';

/** Literal traces for the clauses of voids of tickets that only a lever or the target file can name. */
const used = (came: Answer): Trace => ticketed([voided(came)], { usedCoupons: [{ beforeExchange: 2, ...named }] });
const knownUsed = (came: Answer): Trace => flights([voided(came)], { usedCoupons: [{ beforeExchange: 0, ...named }] });

/** A known ticket, of which ticket_info reports when it was issued. */
const knownSince = (issuedAt: string, came: Answer): Trace =>
  flights([info(ok({}), { reported: { tickets: [{ at: [], ticketNumber, issuedAt }] } }), voided(came)], {
    usedCoupons: [{ beforeExchange: 0, ...named }],
  });

export const knownTicketsCases = {
  'ticket-cancel.used-ticket-is-refused': {
    passes: {
      used: used(no('TICKET_USED')),
      'a wrong state': used(no('INVALID_TICKET_STATE')),
      'a known one, of which nobody knows the age': knownUsed(no('VOID_TIME_EXPIRED')),
    },
    fails: {
      ...refusedText(used, 'TICKET_USED'),
      'a known one': succeeds('TICKET_USED', knownUsed(ok({}))),
      'not found': says('TICKET_USED', '"TICKET_NOT_FOUND"', used(no('TICKET_NOT_FOUND'))),
      'a known one that is not found, though a look shows it': says(
        'TICKET_USED',
        '"BOOKING_NOT_FOUND"',
        knownSince('2026-09-01T11:00:00Z', no('BOOKING_NOT_FOUND')),
      ),
      'a known one that is new': says(
        'TICKET_USED',
        '"VOID_TIME_EXPIRED"',
        knownSince('2026-09-01T11:00:00Z', no('VOID_TIME_EXPIRED')),
      ),
    },
    nothing: {
      'not yet used': ticketed([voided(), look(false)], { usedCoupons: [{ beforeExchange: 3, ...named }] }),
      'another ticket': ticketed([voided()], {
        usedCoupons: [{ beforeExchange: 2, bookingId, ticketNumber: secondNumber }],
      }),
      'by another partner': ticketed([voided(ok({}), { sent: other })], {
        usedCoupons: [{ beforeExchange: 2, ...named }],
      }),
    },
    missed: { 'a known one that is not there': knownUsed(no('TICKET_NOT_FOUND')) },
  },
  'ticket-cancel.lack-of-rights-is-access-denied': {
    passes: { denied: without(no('ACCESS_DENIED')) },
    fails: { ...refusedText(without, 'ACCESS_DENIED') },
    nothing: {
      'a ticket of ours': ticketed([voided(no('X'))]),
      'the second partner': flights([voided(ok({}), { sent: other })], { withoutRights: [named] }),
    },
    missed: { 'no such ticket': without(no('BOOKING_NOT_FOUND')) },
  },
} satisfies Record<string, ClauseCases>;

/** Literal traces for the clause of voids of tickets that were exchanged or refunded. */
const codes = ['INVALID_TICKET_STATE', 'TICKET_USED', 'VOID_TIME_EXPIRED', 'TICKET_NOT_FOUND', 'BOOKING_NOT_FOUND'];

const refunded = (came: Answer): Trace => ticketed([refund(), voided(came)]);
/** Into a ticket of this number. */
const exchanged = (came: Answer, number: Json = secondNumber, isOpen?: boolean): Trace =>
  ticketed([
    exchange(ok({}), {
      reported: { tickets: [{ at: [], ticketNumber: number, ...(isOpen !== undefined && { isOpen }) }] },
    }),
    voided(came),
  ]);

export const endedTicketCases = {
  'ticket-cancel.ended-ticket-is-refused': {
    passes: { ...Object.fromEntries(codes.map((code) => [`refunded: ${code}`, refunded(no(code))])) },
    fails: {
      ...refusedText(refunded, 'INVALID_TICKET_STATE'),
      'exchanged, and voided': succeeds('INVALID_TICKET_STATE', exchanged(ok({}))),
      'told as not open beside the new one': succeeds('INVALID_TICKET_STATE', exchanged(ok({}), ticketNumber, false)),
    },
    nothing: {
      'before the refund': ticketed([voided(), refund()]),
      'the refund is refused': ticketed([refund(no('X')), voided()]),
      'another ticket': ticketed([refund(), voided(ok({}), { number: secondNumber })]),
      'by another partner': ticketed([refund(), voided(ok({}), { sent: other })]),
      'the new ticket has the old number': exchanged(ok({}), ticketNumber),
    },
  },
} satisfies Record<string, ClauseCases>;
