/** Puts a session together: what asks, what has an effect, and the levers. */

import { type Client, untilLater } from '../client/client.ts';
import { type Ledger, ledgerWithin } from '../client/ledgers/booking-ledger.ts';
import type { FlightEntry } from '../client/ledgers/ledger-state.ts';
import type { Intents } from '../contracts/intents.ts';
import { knownFacts } from '../contracts/known-facts.ts';
import { operations } from '../contracts/operations.ts';
import type { OpenWorld } from '../contracts/target.ts';
import type { Attempt, Trace } from '../contracts/trace.ts';
import { sampleOf } from '../generators/sample.ts';
import { asking } from './asking.ts';
import { BindingBroke, CannotSay } from './bound-call.ts';
import { flightEffects } from './effects/book-flights.ts';
import { stayEffects } from './effects/book-stays.ts';
import type { EffectParts, Kept } from './effects/effect-parts.ts';
import { heldFlights, resumedFlight } from './effects/held-flights.ts';
import { ticketEffects } from './effects/issue-tickets.ts';
import { inWorld, leversOf } from './levers.ts';
import type { Leaving } from './obligations.ts';
import type { RunParts } from './run-options.ts';
import type { Session } from './session.ts';
import { stop } from './stop.ts';

/** What one story adds to its run. */
export type Story = {
  readonly trace: Trace;
  readonly attempts: Attempt[];
  /** How many requests it may send. */
  readonly requestsMax: number;
  /** What a former run has left behind, and this story goes on with. */
  readonly resumed?: FlightEntry | undefined;
  /** Keeps what is left behind on purpose. */
  readonly leave: (leaving: Leaving) => void;
  /** Ends what is left open at a place. */
  readonly cleanUp: (kept: Kept, place: Place) => Promise<void>;
};

/** Where a story goes on: the target itself, or a world of its own. */
export type Place = {
  readonly baseUrl: string;
  readonly client: Client;
  readonly ledger: Ledger;
  readonly world?: OpenWorld;
};

/** What sends, and what it teaches. */
const sending = ({ options: { target } }: RunParts, { trace, requestsMax }: Story, { client }: Place) => {
  const known = knownFacts();
  const send: Session['send'] = async (call) => {
    if (trace.exchanges.length >= requestsMax) stop('needs', `needs more than ${requestsMax} requests`);
    return client.send(call, trace);
  };
  return { send, known, ...asking({ target, send, known }) };
};

/** What has an effect, and what reads tell of it. */
const effectsOf = (parts: EffectParts, { resumed }: Story) => {
  const held = heldFlights(parts);
  const flight = resumed && resumedFlight(resumed, parts.endsBy);
  if (flight) {
    held.add(flight);
    parts.marks.add(flight.intended.mark);
  }
  const { saw: sawTicket, ...tickets } = ticketEffects(parts, held);
  const { saw: sawFlight, ...flights } = flightEffects(parts, held);
  const ask: Session['ask'] = async (operation, intent, callOptions) => {
    if (operations[operation].effect !== 'reads') {
      throw new TypeError(`${operation} has an effect: a flow asks for it by session.book, session.cancel or the like`);
    }
    const asked = await parts.ask(operation, intent, callOptions);
    if (operation === 'ticket-info') await sawTicket(intent as Intents['ticket-info'], asked, callOptions);
    if (operation === 'pnr-retrieve') {
      await sawFlight((intent as Intents['pnr-retrieve']).booking, asked, callOptions);
    }
    return asked;
  };
  return { held, effects: { ask, ...stayEffects(parts), ...flights, ...tickets } };
};

/** A session at a place, and what must be cleaned up after it. */
export const openSession = (
  run: RunParts,
  story: Story,
  place: Place,
): { readonly session: Session; readonly kept: Kept } => {
  const { target, seed, depth = 'full', transport, operations: looksAt } = run.options;
  const { delay = untilLater, signal } = transport;
  const { trace } = story;
  const { send, sent, ask, known } = sending(run, story, place);
  const kept: Kept = {
    marks: new Set(),
    tally: { requested: 0, cancelled: 0, ticketsRequested: 0, ticketsClosed: 0, begun: 0, ended: 0 },
  };
  const pause: Session['pause'] = (ms) => delay(ms, signal);
  const service = { target, ask, send: sent, pause, targetNow: place.client.clock.span };
  const { attempts } = story;
  const { held, effects } = effectsOf({ ...run.account, ledger: place.ledger, ...service, ...kept, attempts }, story);

  const session: Session = {
    target,
    sample: sampleOf(depth, seed),
    isAsked: (operation) => looksAt?.includes(operation) ?? true,
    send,
    ...effects,
    wrong: async ({ clauses, ...unlike }, asking) => {
      try {
        return await asking(unlike);
      } catch (thrown) {
        if (!(thrown instanceof CannotSay || thrown instanceof BindingBroke)) throw thrown;
        trace.unsaid = [...new Set([...(trace.unsaid ?? []), ...clauses])];
        return undefined;
      }
    },
    ...leversOf({
      target,
      signal,
      client: place.client,
      ledger: run.clock,
      now: run.account.now,
      world: place.world,
      trace,
    }),
    knownOffer: known.offer,
    pause,
    drop: () => {
      trace.dropped = (trace.dropped ?? 0) + 1;
    },
    takesExtraToken: run.takesExtraToken,
    lastLogin: run.client.lastLogin,
    leaveBehind: ({ booking, ...leaving }) => {
      const mark = booking && held.find(booking)?.intended.mark;
      story.leave({ ...leaving, ...(mark !== undefined && { mark }) });
    },
    inOwnWorld: async (rest) => {
      const { openWorld } = target.levers;
      if (!openWorld) return rest(session);
      await inWorld({ target, signal, clientFor: run.clientFor }, openWorld, async (world, client) => {
        const ledger = ledgerWithin(place.ledger, run.account.now);
        const there: Place = { baseUrl: world.baseUrl, client, ledger, world };
        const own = openSession(run, story, there);
        await rest(own.session).finally(() => story.cleanUp(own.kept, there));
      });
    },
  };
  return { session, kept };
};
