/** What a booking ledger does for those who book, and for those who clean up. */

import type { BookingRef } from '../../contracts/intents.ts';
import type { Spending } from '../../contracts/operations.ts';
import type { Permit } from '../permit.ts';
import type { Entry, FlightEntry, Forgotten, HotelEntry } from './ledger-state.ts';

/** How much may be spent; without `perDay`, as much in a day as runs allow. */
export type Budget = { readonly perRun: number; readonly perDay?: number | undefined };

export type BudgetLeft = { readonly ofRun: number; readonly ofDay: number };

type EndsBy = {
  /** When this process does nothing more about it, ms since the epoch. */
  readonly endsBy: number;
};

export type IntendedHotel = Omit<HotelEntry, 'owner' | 'bookings' | 'isLookedUp' | 'isRefused'> & EndsBy;
export type IntendedFlight = Pick<FlightEntry, 'kind' | 'route' | 'departure'> &
  Omit<IntendedHotel, 'kind' | 'checkIn'>;
export type Intended = IntendedHotel | IntendedFlight;

export type IntendedTickets = IntendedFlight & {
  readonly operation: 'ticket-issue' | 'ticket-exchange';
  readonly booking: BookingRef;
  readonly count: number;
};

export type FlightNews = Partial<Pick<FlightEntry, 'booking' | 'isCancelled' | 'tickets' | 'unknown'>>;

export type Ledger = {
  /** Writes the intent down and takes it off the budget; undefined, and nothing done, when that is used up. */
  begin(intended: Intended, budget: Budget): Promise<Permit | undefined>;
  /**
   * Writes down that tickets are requested, and takes them off the budget; undefined, and nothing done, when that is
   * used up. Of a booking that has no entry any more, another is made.
   */
  beginTickets(intended: IntendedTickets, budget: Budget): Promise<Permit | undefined>;
  /** Takes a request for tickets back that certainly was not sent. */
  withdrawTickets(mark: string, count: number): Promise<void>;
  /** Writes down what became known of a flight; when nothing of it is left, the entry is closed. */
  note(mark: string, news: FlightNews): Promise<void>;
  /** Writes down what there is of a flight after all: an entry that was closed is made anew. */
  reopen(intended: IntendedFlight, news: FlightNews): Promise<void>;
  /** Leaves a flight behind on purpose until then, by our clock: no clean-up and no sweep touches it before. */
  leave(mark: string, until: string): Promise<void>;
  /** Makes this process the owner of a flight that was left; undefined when it is gone, or another process owns it. */
  resume(mark: string, endsBy: number): Promise<FlightEntry | undefined>;
  /** Nothing is left behind on purpose any more: the next sweep ends it. */
  recall(): Promise<void>;
  /** A person says that an entry is not looked after any more; what was known of it is kept. */
  forget(mark: string): Promise<void>;
  forgotten(): Promise<readonly Forgotten[]>;
  /** Takes an intent back that certainly was not sent, and gives back what it cost. */
  withdraw(mark: string): Promise<void>;
  /** Writes down which bookings have to be cancelled, of those that are known so far. */
  know(mark: string, bookings: readonly BookingRef[]): Promise<void>;
  refuse(mark: string): Promise<void>;
  /** Writes down which bookings have to be cancelled, now that all are known; without any, the entry is closed. */
  settle(mark: string, bookings: readonly BookingRef[]): Promise<void>;
  /** Takes something off a budget; false when it is used up. */
  spend(what: Spending, run: string, budget: Budget & { readonly count?: number }): Promise<boolean>;
  left(what: Spending, run: string, budget: Budget): Promise<BudgetLeft>;
  /** What is not closed yet, oldest first. */
  entries(): Promise<readonly Entry[]>;
  isInUse(entry: Entry): boolean;
  /**
   * Makes this process the owner of all entries that no living process owns and something can be done about, and hands
   * them out, oldest first. What cannot be looked up stays as it is, until a person has it forgotten.
   */
  adopt(endsBy: number): Promise<readonly Entry[]>;
  /** Leaves entries to the next sweep. */
  release(marks: readonly string[]): Promise<void>;
  /** What could not be read and was moved aside; as long as it lies there, nothing begins and nothing is spent. */
  damaged(): Promise<readonly string[]>;
};
