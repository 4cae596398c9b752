/** One line on what became of the bookings of a run, for whoever has to pay for those that are left. */
import type { RunRecord } from '../contracts/run-record.ts';
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

/** Undefined when nothing was requested. */
export const bookingsLine = (record: Pick<RunRecord, 'bookings' | 'repeat' | 'target'>): BookingsLine | undefined => {
  const { requested, cancelled, left } = record.bookings;
  if (requested === 0) return undefined;
  const said = `${counted(requested, 'booking')} requested`;
  if (left === 0) {
    return {
      text: `${said}, ${cancelled === 0 ? 'none made' : `${cancelled} made and cancelled again`}`,
      isWarning: false,
    };
  }
  const wayOut = oneLine(`npx preflight sweep ${targetOption(record)}`);
  return { text: `${said}, ${cancelled} cancelled again, ${left} may still be open: ${wayOut}`, isWarning: true };
};
