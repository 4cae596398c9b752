/** One line on what became of the bookings of a run, for whoever has to pay for those that are left. */
import type { RunRecord } from '../contracts/run-record.ts';
import type { BookingTotals } from '../contracts/trace.ts';
import { counted } from './counted.ts';
import { oneLine } from './one-line.ts';

export type BookingsLine = {
  readonly text: string;
  /** Something is left to do. */
  readonly isWarning: boolean;
};

/** As the person named it, which may be the path of a file. */
const targetOption = ({ repeat, target }: Pick<RunRecord, 'repeat' | 'target'>): string =>
  /--target (?:'[^']*'|\S+)/.exec(repeat)?.[0] ?? `--target ${target}`;

/**
 * An exchange ends one ticket and makes another, so more may be ended than were requested at first.
 *
 * @param isAllEnded Nothing is left, on purpose or not: what was not ended never was.
 */
const ticketsSaid = (
  { requested, closed, left }: NonNullable<BookingTotals['tickets']>,
  isAllEnded: boolean,
): string => {
  const all = closed === 0 ? 'none issued' : `${closed} issued and voided, exchanged or refunded again`;
  const some = `${closed} ended again${left > 0 ? `, ${left} may still be open` : ''}`;
  return `${counted(requested, 'ticket')} requested, ${isAllEnded ? all : some}`;
};

const obligationsSaid = ({ begun, ended }: NonNullable<BookingTotals['obligations']>): string =>
  [
    ...(begun > 0 ? [`${begun} left behind on purpose`] : []),
    ...(ended > 0 ? [`${ended} of former runs settled or ended`] : []),
  ].join(', ');

/** Undefined when nothing was requested. */
export const bookingsLine = (record: Pick<RunRecord, 'bookings' | 'repeat' | 'target'>): BookingsLine | undefined => {
  const { requested, cancelled, left, tickets, obligations } = record.bookings;
  if (requested === 0 && !tickets && !obligations) return undefined;
  if (requested === 0 && !tickets && left === 0 && obligations)
    return { text: obligationsSaid(obligations), isWarning: false };
  const said = `${counted(requested, 'booking')} requested`;
  const isNoneLeft = (obligations?.begun ?? 0) === 0;
  const issued = tickets ? `; ${ticketsSaid(tickets, isNoneLeft && tickets.left === 0)}` : '';
  const onPurpose = obligations ? `; ${obligationsSaid(obligations)}` : '';
  if (left === 0) {
    const all = cancelled === 0 ? 'none made' : `${cancelled} made and cancelled again`;
    return {
      text: `${said}, ${isNoneLeft ? all : `${cancelled} cancelled again`}${issued}${onPurpose}`,
      isWarning: false,
    };
  }
  const wayOut = oneLine(`npx --no -- preflight sweep ${targetOption(record)}`);
  return {
    text: `${said}, ${cancelled} cancelled again, ${left} may still be open${issued}${onPurpose}: ${wayOut}`,
    isWarning: true,
  };
};
