/** Literal traces for the clause that a refused void changes nothing. */
import type { Trace } from '../../../../contracts/trace.ts';
import {
  advanced,
  cancel,
  exchange,
  info,
  issued,
  look,
  other,
  secondId,
  secondNumber,
  ticketed,
  unknownId,
  unknownNumber,
  voided,
} from '../flight-trace.ts';
import { type Answer, dayMs, empty, ok, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';
import { named, no } from './refused-voids.ts';

const between = (came: Answer, isOpen = false): Trace =>
  ticketed([look(true), voided(came, { sent: other }), look(isOpen)]);
const changed = (trace: Trace) =>
  breaks('response.body', 'a ticket as open as before the refused void', 'not open', trace);

export const voidsInVainCases = {
  'ticket-cancel.refused-void-changes-nothing': {
    passes: {
      'as open as before': between(no('ACCESS_DENIED'), true),
      'of another ticket of the booking': ticketed([
        look(true),
        voided(no('TICKET_NOT_FOUND'), { number: unknownNumber }),
        look(true),
      ]),
    },
    fails: {
      'voided all the same': changed(between(no('ACCESS_DENIED'))),
      'by an unknown booking': changed(ticketed([look(true), voided(no('X'), { id: unknownId }), look(false)])),
      'by an unknown ticket': changed(ticketed([look(true), voided(no('X'), { number: unknownNumber }), look(false)])),
      'by a bad token': changed(
        ticketed([look(true), voided(empty(401), { sent: { bearer: 'garbage' } }), look(false)]),
      ),
    },
    nothing: {
      'no look before': ticketed([voided(no('X')), look(false)]),
      'no look after': ticketed([look(true), voided(no('X'))]),
      'the void succeeds': ticketed([look(true), voided(), look(false)]),
      'success beside an error': ticketed([
        look(true),
        voided(ok({ success: true, error: { code: 'OK', message: 'Done.' } })),
        look(false),
      ]),
      'success beside an error before': ticketed([
        look(true),
        voided(ok({ success: true, error: { code: 'OK', message: 'Done.' } })),
        voided(no('X')),
        look(false),
      ]),
      'a void of an unknown ticket that succeeds between': ticketed([
        look(true),
        voided(no('X')),
        voided(ok({}), { number: unknownNumber }),
        look(false),
      ]),
      'a void between': ticketed([look(true), voided(no('X')), voided(), look(false)]),
      'an exchange between': ticketed([look(true), voided(no('X')), exchange(), look(false)]),
      'a cancellation between': ticketed([look(true), voided(no('X')), cancel(), look(false)]),
      'a void before': ticketed([voided(), look(true), voided(no('X')), look(false)]),
      'a day between': ticketed([look(true), voided(no('X')), look(false)], advanced(4, dayMs)),
      'used between': ticketed([look(true), voided(no('X')), look(false)], {
        usedCoupons: [{ beforeExchange: 3, ...named }],
      }),
      'another booking': ticketed([look(true), voided(no('X'), { id: secondId, number: secondNumber }), look(false)]),
      'a ticket of nobody': traceOf([look(true), voided(no('X')), look(false)]),
    },
    unshown: {
      'not open before': ticketed([look(false), voided(no('X')), look(false)]),
      'not shown after': ticketed([look(true), voided(no('X')), info(no('X'))]),
      'not read by the binding': ticketed([info(issued()), voided(no('X')), info(issued())]),
    },
  },
} satisfies Record<string, ClauseCases>;
