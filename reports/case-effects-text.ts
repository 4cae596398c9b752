/** What sending a case again does to a service and may cost, in words, before anything is sent. */
import { counted } from './counted.ts';
import { oneLine } from './one-line.ts';

export type CaseEffects = {
  /** In one attempt. */
  readonly requests: number;
  readonly stays: number;
  readonly flights: number;
  readonly tickets: number;
  readonly wrongLogins: number;
  /** What the offers cost that were booked then, by currency; empty where nothing told. */
  readonly costs: ReadonlyMap<string, number>;
  /** How far the clock of the service, or of a world of its own, is moved. */
  readonly movedMs: number;
};

const booked = ({ stays, flights }: Pick<CaseEffects, 'stays' | 'flights'>): string =>
  [stays > 0 && counted(stays, 'stay'), flights > 0 && counted(flights, 'flight')].filter(Boolean).join(' and ');

const amounts = (costs: ReadonlyMap<string, number>): string =>
  [...costs].map(([currency, amount]) => `${amount.toFixed(2)} ${oneLine(currency, 8)}`.trim()).join(' and ');

/** How it ends, and what that may cost. */
const endOf = ({ flights, tickets }: Pick<CaseEffects, 'flights' | 'tickets'>): string => {
  if (tickets > 0)
    return 'tickets are voided and bookings cancelled again; refunding one that can not be voided may cost a penalty';
  if (flights > 0) return 'all of it is cancelled again, which may cost a penalty by the rules of the fare';
  return 'all of it is cancelled again, free of charge';
};

/** A line each; of a case that only reads, the first alone. */
export const caseEffectsLines = (effects: CaseEffects, attempts: number, isAtMost = false): string[] => {
  const { requests, stays, flights, tickets, wrongLogins, costs, movedMs } = effects;
  const times = attempts > 1 ? `, ${isAtMost ? 'up to ' : ''}${attempts} times` : '';
  const what = [
    stays + flights > 0 &&
      `books ${booked(effects)}${costs.size > 0 ? ` (${amounts(costs)} by the prices of then)` : ''}`,
    tickets > 0 && `requests ${counted(tickets, 'ticket')}`,
  ].filter((each) => each !== false);
  return [
    `sends ${counted(requests, 'request')} at least${times}`,
    ...(what.length > 0 ? [`${what.join(', ')}${times}: ${endOf(effects)}`] : []),
    ...(wrongLogins > 0
      ? [`sends ${counted(wrongLogins * attempts, 'wrong login')}: too many of them may block the partner`]
      : []),
    ...(movedMs > 0
      ? [
          `moves the clock of the service, or of a world of its own, by ${(movedMs / 3_600_000).toFixed(1)} hours${times}`,
        ]
      : []),
  ];
};

/** What a run of flows may do at the most; undefined where it only reads. */
export const runEffectsLine = ({
  bookings,
  tickets,
}: {
  readonly bookings: number;
  readonly tickets: number;
}): string | undefined => {
  if (bookings + tickets === 0) return undefined;
  const what = [
    bookings > 0 && `books ${counted(bookings, 'stay or flight').replace('stay or flights', 'stays or flights')}`,
    tickets > 0 && `requests ${counted(tickets, 'ticket')}`,
  ].filter((each) => each !== false);
  return `${what.join(' and ')} at the most: ${endOf({ flights: 1, tickets })}`;
};
