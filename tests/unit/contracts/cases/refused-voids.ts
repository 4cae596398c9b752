/** How voids are refused, and what is said of those that are not. */
import type { Trace } from '../../../../contracts/trace.ts';
import { bookingId, flights, ticketNumber, voided } from '../flight-trace.ts';
import { type Answer, empty, ok, refusal } from '../literal-trace.ts';
import { breaks } from './clause-cases.ts';

export const no = (code: string): Answer => refusal(400, code);

export const succeeds = (wanted: string, trace: Trace) =>
  breaks('response.status', `a refusal with ${wanted}`, '200', trace);

export const says = (wanted: string, actual: string, trace: Trace) =>
  breaks('response.body.error.code', wanted, actual, trace);

/** In each way that is not lawful. */
export const refusedText = (trace: (came: Answer) => Trace, wanted: string) => ({
  succeeds: succeeds(wanted, trace(ok({}))),
  'another code': says(wanted, '"X"', trace(no('X'))),
  'no code': says(wanted, 'absent', trace(empty(400))),
});

export const named = { bookingId, ticketNumber };
/** What the target file names as a ticket that the partner has no rights to. */
export const without = (came: Answer): Trace => flights([voided(came)], { withoutRights: [named] });
