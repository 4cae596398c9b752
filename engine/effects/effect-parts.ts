/** What effects are made with. */
import type { Ledger } from '../../client/ledgers/booking-ledger.ts';
import type { Permit } from '../../client/permit.ts';
import type { Spending } from '../../contracts/spending.ts';
import type { Target } from '../../contracts/target.ts';
import type { Attempt } from '../../contracts/trace.ts';
import type { Asked, CallOptions, PermittedAsk } from '../asked.ts';
import type { BoundCall } from '../bound-call.ts';

/** What became of what one session booked. */
export type Tally = {
  requested: number;
  cancelled: number;
  ticketsRequested: number;
  ticketsClosed: number;
  /** Obligations that were left behind on purpose, and those of former runs that were ended. */
  begun: number;
  ended: number;
};

/** What one session keeps of its effects, to be cleaned up and counted. */
export type Kept = {
  /** The marks of all that was requested. */
  readonly marks: Set<string>;
  readonly tally: Tally;
};

/** In whose name a run has effects, and where it writes them down. */
export type Account = {
  readonly ledger: Ledger;
  readonly run: string;
  readonly newMark: () => string;
  /** Ours, ms since the epoch. */
  readonly now: () => number;
  /** When this run does nothing more. */
  readonly endsBy: number;
  /** Bookings that were seen to be somebody else's, so that each is viewed once. */
  readonly foreignBookings: Set<string>;
  /** What this run wanted more of, and other runs of the day have left nothing of: what to tell of each. */
  readonly usedUpByOthers: Map<Spending, string>;
};

/** The service that is asked. */
export type Service = {
  readonly target: Target;
  readonly ask: PermittedAsk;
  readonly send: (call: BoundCall, callOptions: CallOptions & { readonly permit: Permit }) => Promise<Asked>;
  readonly pause: (ms: number) => Promise<void>;
  /** The earliest and the latest that it may be there now. */
  readonly targetNow: () => { readonly from: number; readonly to: number };
};

export type EffectParts = Service & Account & Kept & { readonly attempts: Attempt[] };
