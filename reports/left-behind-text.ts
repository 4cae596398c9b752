/** Bookings, tickets and tokens that runs left: for a later run or for a sweep, with the way out for each. */
import {
  countsForMs,
  type Pending,
  type PendingId,
  pendingIds,
  stateOfPending,
  stillCounts,
} from '../contracts/pending.ts';
import type { Permissions } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import { oneLine } from './safe-text.ts';
import { counted } from './text-layout.ts';

/** What runs have left behind on purpose: what it is, when it is due, and the result of the last of its kind. */
export type PendingLines = {
  readonly target: string;
  /** As the person named the target. */
  readonly source: string;
  readonly open: readonly Pending[];
  readonly ended: readonly { readonly id: PendingId; readonly at: string; readonly trace: Trace }[];
  /** Those that a run under way settles. */
  readonly inUse: readonly PendingId[];
  /** Ledgers that could not be read and were moved aside. */
  readonly damaged: readonly string[];
  /** On the clock of the target, ms since the epoch. */
  readonly nowMs: number;
  readonly may: Pick<Permissions, 'obligations'>;
};

const short = (moment: string): string => moment.replace(/:\d\d(\.\d+)?Z$/, 'Z').replace('T', ' ');

const whenOf = ({ from, until }: Pending): string =>
  until === undefined ? `any time after ${short(from)}` : `from ${short(from)} to ${short(until)}`;

const stateOf = (one: Pending, { nowMs, inUse }: PendingLines): string => {
  if (inUse.includes(one.id)) return 'under way';
  const state = stateOfPending(one, nowMs);
  return state === 'waits' ? state : state.toUpperCase();
};

/** For a program: without what only the ledger may hold, such as a token or what was sent. */
export const pendingResult = (all: PendingLines): object => ({
  target: all.target,
  open: all.open.map((one) => {
    const { id, run, begunAt, from, until, mark } = one;
    return { id, state: stateOf(one, all).toLowerCase(), run, begunAt, from, until, mark };
  }),
  ended: all.ended.map(({ id, at, trace }) => ({
    id,
    at,
    isJudged: trace.stopped === undefined,
    counts: stillCounts(at, all.nowMs),
  })),
  damaged: all.damaged,
});

const waysOut: Readonly<Record<string, string>> = {
  DUE: 'the next gate run settles it: npx --no -- preflight gate --due',
  MISSED: 'the next gate run ends it; run npx --no -- preflight gate --due more often',
};

const notAllowed =
  'may.obligations does not name it any more, so no gate comes for it: npx --no -- preflight obligations --end';

const openLines = (one: Pending, all: PendingLines): string[] => {
  const state = stateOf(one, all);
  const { mark } = one;
  const what = mark === undefined ? 'a token' : `a ticket of the passenger ${mark}`;
  const isAllowed = all.may.obligations?.includes(one.id) === true;
  const way = isAllowed ? waysOut[state] : notAllowed;
  return [
    `${state.padEnd(11)}${one.id}  ${whenOf(one)}`,
    `           ${what}, left by run ${oneLine(one.run)} at ${short(one.begunAt)}`,
    ...(way === undefined ? [] : [`           ${way} --target ${all.source}`]),
  ];
};

const endedLine = ({ id, at, trace }: PendingLines['ended'][number], { nowMs }: PendingLines): string => {
  const { begunBy = '', settledBy = '' } = trace.resumed?.runs ?? {};
  const counts = Date.parse(at) + countsForMs;
  const what = trace.stopped ? oneLine(trace.stopped.reason) : `begun by run ${begunBy}, settled by run ${settledBy}`;
  const until = stillCounts(at, nowMs) ? `counts until ${short(new Date(counts).toISOString())}` : 'counts no more';
  return `${(trace.stopped ? 'not judged' : 'settled').padEnd(11)}${id}  ${short(at)}, ${until}\n           ${what}`;
};

export const pendingLines = (all: PendingLines): string => {
  const allowed = pendingIds.filter((id) => all.may.obligations?.includes(id));
  const hint =
    allowed.length > 0
      ? `may.obligations allows ${allowed.join(', ')}`
      : `may.obligations of the target file allows none: ${pendingIds.join(', ')} can be named`;
  return [
    ...all.open.flatMap((one) => openLines(one, all)),
    ...all.ended.map((one) => endedLine(one, all)),
    ...all.damaged.flatMap((file) => [
      `DAMAGED    ${file}`,
      '           this ledger could not be read: what it held is swept three days after it was due; remove the file',
    ]),
    `${counted(all.open.length, 'thing')} left behind on purpose at ${all.target}; ${hint}`,
  ].join('\n');
};

type LeftRequest = { readonly mark: string; readonly run: string; readonly begunAt: string };
type LeftFlight = LeftRequest & { readonly kind: 'flight'; readonly departure: string; readonly route: unknown };
type OpenFlight = LeftFlight & { readonly unknown: Unknown['unknown']; readonly tickets: readonly unknown[] };
type LeftHotel = LeftRequest & { readonly kind?: 'hotel' | undefined; readonly checkIn: string };

/** No operation can look up what became of it. */
type Unknown = LeftFlight & {
  readonly unknown: 'booking' | 'tickets' | null;
  readonly booking: { readonly bookingId?: unknown; readonly reference?: unknown } | null;
};

export type SweptLines = {
  readonly target: string;
  /** As the person named the target. */
  readonly source: string;
  readonly swept: readonly {
    readonly entry: LeftFlight | LeftHotel;
    readonly cancelled: number;
    readonly ticketsClosed: number;
    readonly left: string | undefined;
  }[];
  /** Each sweep lists them all, until a person has them forgotten. */
  readonly unknown: readonly Unknown[];
  readonly inUse: number;
  /** Left behind for a later run: no orphans. */
  readonly onPurpose: number;
  /** Ledgers that could not be read and were moved aside. */
  readonly damaged: readonly string[];
};

const about = ({ mark, run, begunAt, kind = 'hotel' }: LeftFlight | LeftHotel): object => {
  return { mark, run, begunAt, kind };
};

export const sweptResult = ({ target, swept, unknown, inUse, onPurpose, damaged }: SweptLines): object => ({
  target,
  swept: swept.map(({ entry, cancelled, ticketsClosed, left }) => ({
    ...about(entry),
    cancelled,
    ticketsClosed,
    left,
  })),
  unknown: unknown.map((entry) => ({ ...about(entry), unknown: entry.unknown })),
  inUse,
  onPurpose,
  damaged,
});

const departureOrCheckIn = (entry: LeftFlight | LeftHotel): string =>
  entry.kind === 'flight'
    ? `flight ${oneLine(JSON.stringify(entry.route))} on ${oneLine(entry.departure)}`
    : `check-in ${oneLine(entry.checkIn)}`;

const aboutOf = (entry: LeftFlight | LeftHotel): string =>
  `${entry.mark}  requested ${entry.begunAt} by run ${oneLine(entry.run)}, ${departureOrCheckIn(entry)}`;

const forgetting = ({ mark }: LeftRequest, source: string): string =>
  `           npx --no -- preflight sweep --target ${source} --forget ${mark}`;

const doneOf = ({ entry, cancelled, ticketsClosed }: SweptLines['swept'][number]): string => {
  const about = aboutOf(entry);
  const tickets = ticketsClosed > 0 ? `, and ${counted(ticketsClosed, 'ticket')} voided or refunded` : '';
  if (cancelled > 0 || ticketsClosed > 0) return `cancelled  ${about}${tickets}`;
  return `not there  ${about}: nothing of it is open`;
};

const lineOf = (each: SweptLines['swept'][number], source: string): string[] => {
  const { entry, left } = each;
  if (left === undefined) return [doneOf(each)];
  return [
    `LEFT OPEN  ${aboutOf(entry)}`,
    `           ${oneLine(left)}`,
    `           sweep again later, or cancel it with the partner, whose ${entry.kind === 'flight' ? 'passenger' : 'guest'} has that name, and then:`,
    forgetting(entry, source),
  ];
};

/** With all that a partner's support can find it by. */
const unknownLines = (entry: Unknown, source: string): string[] => {
  const name = entry.booking?.bookingId ?? entry.booking?.reference;
  const question =
    entry.unknown === 'tickets'
      ? `unknown whether tickets were issued${name === undefined ? '' : ` for booking ${oneLine(JSON.stringify(name))}`}`
      : 'unknown whether it was booked';
  return [
    `UNKNOWN    ${aboutOf(entry)}`,
    `           ${question}: no answer says so, and no operation can look it up`,
    `           ask the partner's support for a passenger with the last name ${entry.mark}, have it cancelled, and then,`,
    '           or to give it up:',
    forgetting(entry, source),
  ];
};

const closing = ({ target, source, swept, unknown, inUse, onPurpose, damaged }: SweptLines): string => {
  const left = swept.filter((each) => each.left !== undefined).length + unknown.length + damaged.length;
  const underWay = inUse > 0 ? `; ${counted(inUse, 'booking')} of a run under way left alone` : '';
  const kept =
    onPurpose > 0
      ? `\n${counted(onPurpose, 'booking')} left behind on purpose: npx --no -- preflight obligations --target ${source}`
      : '';
  if (left > 0) return `${counted(left, 'thing')} left to clear up at ${target}${underWay}${kept}`;
  return `nothing ${onPurpose > 0 ? 'else ' : ''}that we booked is left open at ${target}${underWay}${kept}`;
};

const beganBy = (entry: OpenFlight | LeftHotel): string => {
  if (entry.kind !== 'flight') return 'create_booking';
  return entry.unknown === 'tickets' || entry.tickets.length > 0 ? 'pnr_create and its tickets' : 'pnr_create';
};

/** What a run that was given up has begun and not closed, and how it is ended. */
export const mayBeOpenLines = (entries: readonly (OpenFlight | LeftHotel)[], source: string): readonly string[] => [
  ...entries.map(
    (entry) =>
      `may be open: ${beganBy(entry)} of the ${entry.kind === 'flight' ? 'passenger' : 'guest'} ${entry.mark}, ${departureOrCheckIn(entry)}`,
  ),
  ...(entries.length > 0 ? [`end it with npx --no -- preflight sweep --target ${oneLine(source)}`] : []),
];

/** What a person has said to have settled, or gave up. */
export const forgottenLine = (entry: LeftFlight | LeftHotel): string =>
  `forgotten  ${aboutOf(entry)}: no sweep looks for it any more, and the ledger keeps this`;

export const sweptLines = (all: SweptLines): string =>
  [
    ...all.swept.flatMap((each) => lineOf(each, all.source)),
    ...all.unknown.flatMap((each) => unknownLines(each, all.source)),
    ...all.damaged.flatMap((file) => [
      `DAMAGED    ${file}`,
      '           this ledger could not be read and was set aside, so no run books: look with the partner for',
      '           bookings whose guests have a name that begins with the letters Pfq, cancel them, and remove the file',
    ]),
    closing(all),
  ].join('\n');
