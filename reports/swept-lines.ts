/** What a sweep did, one line for each booking it was about, and a way out for each that is left. */
import { counted } from './counted.ts';
import { oneLine } from './one-line.ts';

export type SweptLines = {
  readonly target: string;
  /** As the person named the target. */
  readonly source: string;
  readonly swept: readonly {
    readonly entry: { readonly mark: string; readonly run: string; readonly begunAt: string; readonly checkIn: string };
    readonly cancelled: number;
    readonly left: string | undefined;
  }[];
  /** Entries of runs under way. */
  readonly inUse: number;
  /** Ledgers that could not be read and were moved aside. */
  readonly damaged: readonly string[];
};

const lineOf = ({ entry, cancelled, left }: SweptLines['swept'][number], source: string): string[] => {
  const about = `${entry.mark}  requested ${entry.begunAt} by run ${oneLine(entry.run)}, check-in ${oneLine(entry.checkIn)}`;
  if (left === undefined) {
    return [cancelled > 0 ? `cancelled  ${about}` : `not there  ${about}: nothing of it is open`];
  }
  return [
    `LEFT OPEN  ${about}`,
    `           ${oneLine(left)}`,
    '           sweep again later, or cancel it with the partner, whose guest has that name, and then:',
    `           npx preflight sweep --target ${source} --forget ${entry.mark}`,
  ];
};

const closing = ({ target, swept, inUse, damaged }: SweptLines): string => {
  const left = swept.filter((each) => each.left !== undefined).length + damaged.length;
  const underWay = inUse > 0 ? `; ${counted(inUse, 'booking')} of a run under way left alone` : '';
  if (left > 0) return `${counted(left, 'thing')} left to clear up at ${target}${underWay}`;
  return `nothing of ours is left open at ${target}${underWay}`;
};

export const sweptLines = (all: SweptLines): string =>
  [
    ...all.swept.flatMap((each) => lineOf(each, all.source)),
    ...all.damaged.flatMap((file) => [
      `DAMAGED    ${file}`,
      '           this ledger could not be read: look with the partner for bookings whose guests have a name that',
      '           begins with the letters Pfq, cancel them, and then remove the file',
    ]),
    closing(all),
  ].join('\n');
