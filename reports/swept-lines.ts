/** What a sweep did, one line for each booking it was about, and a way out for each that is left. */
import { counted } from './counted.ts';
import { oneLine } from './one-line.ts';

type Requested = { readonly mark: string; readonly run: string; readonly begunAt: string } & (
  | { readonly kind?: 'hotel' | undefined; readonly checkIn: string }
  | { readonly kind: 'flight'; readonly departure: string; readonly route: unknown }
);

export type SweptLines = {
  readonly target: string;
  /** As the person named the target. */
  readonly source: string;
  readonly swept: readonly {
    readonly entry: Requested;
    readonly cancelled: number;
    readonly ticketsClosed: number;
    readonly left: string | undefined;
    /** No operation can look up what became of it: it is told once as something to do. */
    readonly isBeyondUs: boolean;
  }[];
  /** What was told before, and is kept until its day is over. */
  readonly unknown: readonly Requested[];
  /** Entries of runs under way. */
  readonly inUse: number;
  /** Left behind for a later run: no orphans. */
  readonly onPurpose: number;
  /** Ledgers that could not be read and were moved aside. */
  readonly damaged: readonly string[];
};

const whenOf = (entry: Requested): string =>
  entry.kind === 'flight'
    ? `flight ${oneLine(JSON.stringify(entry.route))} on ${oneLine(entry.departure)}`
    : `check-in ${oneLine(entry.checkIn)}`;

const aboutOf = (entry: Requested): string =>
  `${entry.mark}  requested ${entry.begunAt} by run ${oneLine(entry.run)}, ${whenOf(entry)}`;

const forgetting = ({ mark }: Requested, source: string): string =>
  `           npx preflight sweep --target ${source} --forget ${mark}`;

const doneOf = ({ entry, cancelled, ticketsClosed }: SweptLines['swept'][number]): string => {
  const about = aboutOf(entry);
  const tickets = ticketsClosed > 0 ? `, and ${counted(ticketsClosed, 'ticket')} voided or refunded` : '';
  if (cancelled > 0 || ticketsClosed > 0) return `cancelled  ${about}${tickets}`;
  return `not there  ${about}: nothing of it is open`;
};

const lineOf = (each: SweptLines['swept'][number], source: string): string[] => {
  const { entry, left, isBeyondUs } = each;
  if (left === undefined) return [doneOf(each)];
  if (isBeyondUs) {
    return [
      `UNKNOWN    ${aboutOf(entry)}`,
      `           ${oneLine(left)}`,
      '           ask the partner for a passenger of that name; it is named here until its day is over, or until',
      forgetting(entry, source),
    ];
  }
  return [
    `LEFT OPEN  ${aboutOf(entry)}`,
    `           ${oneLine(left)}`,
    `           sweep again later, or cancel it with the partner, whose ${entry.kind === 'flight' ? 'passenger' : 'guest'} has that name, and then:`,
    forgetting(entry, source),
  ];
};

const closing = ({ target, source, swept, inUse, onPurpose, damaged }: SweptLines): string => {
  const left = swept.filter((each) => each.left !== undefined).length + damaged.length;
  const underWay = inUse > 0 ? `; ${counted(inUse, 'booking')} of a run under way left alone` : '';
  const kept =
    onPurpose > 0
      ? `\n${counted(onPurpose, 'booking')} left behind on purpose: npx preflight obligations --target ${source}`
      : '';
  if (left > 0) return `${counted(left, 'thing')} left to clear up at ${target}${underWay}${kept}`;
  return `nothing ${onPurpose > 0 ? 'else ' : ''}of ours is left open at ${target}${underWay}${kept}`;
};

export const sweptLines = (all: SweptLines): string =>
  [
    ...all.swept.flatMap((each) => lineOf(each, all.source)),
    ...all.unknown.map((each) => `unknown    ${aboutOf(each)}: told before, nobody can look it up`),
    ...all.damaged.flatMap((file) => [
      `DAMAGED    ${file}`,
      '           this ledger could not be read: look with the partner for bookings whose guests have a name that',
      '           begins with the letters Pfq, cancel them, and then remove the file',
    ]),
    closing(all),
  ].join('\n');
