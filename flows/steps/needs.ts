/** What a story needs to go on, and what it reports as missing at its end. */
import type { Bindings } from '../../contracts/bindings.ts';
import { orElsewhere } from '../../contracts/checks/tried.ts';
import type { Facts } from '../../contracts/facts.ts';
import type { BookingRef } from '../../contracts/intents.ts';
import { outcomeOf, refusedWith } from '../../contracts/outcome.ts';
import { isAboutRights } from '../../contracts/subjects.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { type Booked, type ReadExchange, type Session, stop } from '../../engine/session.ts';

/** Whether an exchange was refused. Trouble ends the story. */
export const isRefusedElseStop = (exchange: Exchange): boolean => {
  const outcome = outcomeOf(exchange);
  if (outcome.kind === 'trouble') stop('trouble', `${exchange.operation}: ${outcome.trouble}`);
  return outcome.kind === 'refusal';
};

/** Undefined when it was refused; trouble ends the story. */
export const factsUnlessRefused = ({ exchange, facts }: ReadExchange): Facts | undefined =>
  isRefusedElseStop(exchange) ? undefined : facts;

/** What the rest of a story builds on. A refusal ends it, too. */
export const neededFacts = (asked: ReadExchange): Facts => {
  const { operation } = asked.exchange;
  const wayOut = isAboutRights(asked.exchange) ? '' : orElsewhere(operation);
  return factsUnlessRefused(asked) ?? stop('refused', `${operation} ${refusedWith(asked.exchange)}${wayOut}`);
};

const enough = (left: number, count: number, setting: string): number =>
  left >= count
    ? left
    : stop(
        'needs',
        `needs ${count} more of ${setting} of the target file, of which ${left} are left for this run or day`,
      );

/** How many more bookings this run may request. Fewer than needed end the story before anything is sent. */
export const needBookings = async ({ target, bookingsLeft }: Session, count: number): Promise<number> => {
  if (!target.may.books) stop('needs', 'needs may.books, how many bookings may be requested, in the target file');
  return enough(await bookingsLeft(count), count, 'may.books');
};

export const needTickets = async ({ target, ticketsLeft }: Session, count: number): Promise<number> => {
  if (!target.may.tickets) stop('needs', 'needs may.tickets, how many tickets may be issued, in the target file');
  return enough(await ticketsLeft(count), count, 'may.tickets');
};

/** Ends a story about what time changes, where no time can be made to pass. */
export const needClock = ({ levers }: Session['target']): void => {
  if (!levers.openWorld && !levers.advanceClock)
    stop('needs', 'needs levers.openWorld or levers.advanceClock, or may.obligations, in the target file');
};

/** Ends a story that leaves a part of each day to other runs, where nothing but that part is left. */
export const enoughOfDay = (left: number, setting: 'may.books' | 'may.tickets'): true =>
  left > 0 || stop('needs', `needs more of ${setting}.perDay of the target file: half of a day is left to other runs`);

/** How to name a booking just made; ends the story when there is none. */
export const bookedRef = (booked: Booked): BookingRef => {
  if (booked.booking) return booked.booking;
  neededFacts(booked);
  return stop('refused', 'no answer names the booking that was made');
};

/** Some end with a comma, after which their reason is over. */
const listed = (named: readonly string[]): string =>
  named.reduce((before, each) =>
    before.endsWith(',') ? `${before.slice(0, -1)}; and ${each}` : `${before}, and ${each}`,
  );

/** Ends the story with everything that is missing, if anything is. */
export const endWithout = (missing: readonly (string | false | undefined)[]): void => {
  const named = missing.filter((each) => typeof each === 'string');
  if (named.length > 0) stop('needs', `needs ${listed(named)} in the target file`);
};

/** The bindings that a target lacks, by the names of the target file. */
export const unbound = (bindings: Bindings, operations: readonly (keyof Bindings)[]): string[] =>
  operations.filter((operation) => !bindings[operation]).map((operation) => `bindings['${operation}']`);
