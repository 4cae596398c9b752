/** The law of keys, in answers: one that names bookings names the one that was asked about (part 2.3). */
import { inBody, type Mismatch, type Opinion, shown, unshown } from '../check.ts';
import { nameAsked } from '../checks/own-bookings.ts';
import type { OperationId } from '../operations.ts';
import { succeeded } from '../outcome.ts';
import { idText, isAuthorized } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { leavesOf } from './leaves.ts';

const isIt = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** @param of Acts and calculations about one booking; looks have clauses of their own. */
export const answersNameWhatWasAsked = (...of: readonly OperationId[]) => ({
  given: ({ exchanges }: Trace): Exchange[] =>
    exchanges.filter(
      (each) =>
        of.includes(each.operation) &&
        isAuthorized(each) &&
        succeeded(each) &&
        idText(nameAsked(each).bookingId) !== undefined,
    ),
  then: (exchange: Exchange): Opinion => {
    const wanted = idText(nameAsked(exchange).bookingId) ?? '';
    const named = [...(leavesOf(exchange.response?.body ?? null) ?? [])]
      .flatMap(([, leaves]) => leaves)
      .filter(({ path }) => path.at(-1) === 'bookingId');
    if (named.length === 0) return unshown('the answer names no booking');
    // A ticket may be issued in another booking, beside the one that was asked about.
    if (named.some(({ value }) => isIt(idText(value) ?? '', wanted))) return undefined;
    return named.map(
      ({ value, path }): Mismatch => ({
        exchange,
        path: [...inBody, ...path],
        expected: `${shown(wanted)}, the booking asked about`,
        actual: shown(value),
      }),
    );
  },
});
