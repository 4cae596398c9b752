/** Puts a session together: what asks, what has an effect, and the levers. */
import { type Client, untilLater } from '../client/client.ts';
import { settledInTime } from '../client/in-time.ts';
import { ledgerWithin } from '../client/ledgers/booking-ledger.ts';
import type { FlightEntry, Ledger } from '../client/ledgers/ledger-state.ts';
import { endOf } from '../contracts/checks/issued-token.ts';
import type { Intents } from '../contracts/intents.ts';
import { knownFacts } from '../contracts/known-facts.ts';
import { operations } from '../contracts/operations.ts';
import { clocksApartMs, passedMs } from '../contracts/subjects.ts';
import type { OpenWorld } from '../contracts/target.ts';
import type { Attempt, Trace } from '../contracts/trace.ts';
import { sampleOf } from '../generators/sample.ts';
import { asking } from './asking.ts';
import { BindingBroke, CannotSay } from './bound-call.ts';
import { flightEffects, heldFlights, resumedFlight } from './effects/book-flights.ts';
import { stayEffects } from './effects/book-stays.ts';
import type { EffectParts, SessionEffects } from './effects/effect.ts';
import { ticketEffects } from './effects/issue-tickets.ts';
import type { RunParts } from './run-options.ts';
import { type Leaving, type Session, type SessionLevers, stop } from './session.ts';

/** What one story adds to its run. */
export type Story = {
  readonly trace: Trace;
  readonly attempts: Attempt[];
  readonly requestsMax: number;
  /** What a former run has left behind, and this story goes on with. */
  readonly resumed?: FlightEntry | undefined;
  readonly leave: (leaving: Leaving) => void;
  readonly cleanUp: (kept: SessionEffects, place: StoryPlace) => Promise<void>;
};

/** Where a story goes on: the target itself, or a separate world. */
type StoryPlace = {
  readonly baseUrl: string;
  readonly client: Client;
  readonly ledger: Ledger;
  readonly world?: OpenWorld;
};

/** A lever that fails is trouble of the environment: it stands beside the service, not in us. */
const pulling =
  (ms: number, signal: AbortSignal | undefined) =>
  <T>(lever: string, pull: () => Promise<T>): Promise<T> =>
    settledInTime({ what: 'it', ms, signal }, pull).catch((thrown: unknown) =>
      stop('trouble', `levers.${lever} failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`),
    );

/** What moves the clock of a place, and reads the time there. */
const leversOf = (
  { options, account, clock: ledger }: RunParts,
  { trace }: Story,
  { client, world }: StoryPlace,
): SessionLevers => {
  const { levers, limits } = options.target;
  const { clock, lastLogin, forgetTokens } = client;
  const pulled = pulling(limits.leverDeadlineMs, options.transport.signal);
  const aheadBefore = clock.ahead();
  const { useCoupon, advanceClock } = world ?? levers;
  return {
    targetNowMs: () => clock.span().to,
    endsIn: (login) => {
      const present = {
        ...login,
        index: trace.exchanges.length,
        sentAt: new Date(account.now()).toISOString(),
        durationMs: 0,
      };
      const { steadyMs: _, ...unsteady } = present;
      const passed = passedMs(trace, login, unsteady);
      const { found } = clock.ahead();
      const { earliest, latest } = endOf(found ? { ...trace, clockAhead: { ...aheadBefore, found } } : trace, login);
      return { earliest: earliest - passed, latest: latest - passed };
    },
    clocksApartMs: () => clocksApartMs(trace),
    recallLogin: () => {
      const login = clock.movedMs() === 0 ? lastLogin() : undefined;
      if (!login) return undefined;
      const recalled = { ...login.exchange, index: trace.exchanges.length };
      trace.exchanges.push(recalled);
      return recalled;
    },
    useCoupon: async (ticket) => {
      const use = useCoupon ?? stop('needs', 'needs levers.useCoupon in the target file');
      await pulled('useCoupon', () => use(ticket));
      trace.usedCoupons = [...(trace.usedCoupons ?? []), { beforeExchange: trace.exchanges.length, ...ticket }];
    },
    advanceClock: async (wantedMs) => {
      const ms = Math.round(wantedMs);
      const advance = advanceClock ?? stop('needs', 'needs levers.advanceClock or levers.openWorld in the target file');
      if (!world) {
        if (!(await ledger.take())) {
          stop('trouble', 'another run holds the clock lever of the target: run again when that run has ended');
        }
        // Before the pull, for the next run after one that is killed in it.
        await forgetTokens();
        await ledger.note(ms);
      }
      trace.clockAdvances.push({ beforeExchange: trace.exchanges.length, ms });
      await pulled('advanceClock', () => advance(ms));
      clock.move(ms);
    },
  };
};

const inWorld = async (
  { options: { target, transport }, clientFor }: RunParts,
  openWorld: () => Promise<OpenWorld>,
  work: (world: OpenWorld, client: Client) => Promise<void>,
): Promise<void> => {
  const { leverDeadlineMs } = target.limits;
  const pulled = pulling(leverDeadlineMs, transport.signal);
  const world = await pulled('openWorld', openWorld);
  const client = await pulled('openWorld', async () => clientFor(world.baseUrl));
  try {
    await work(world, client);
  } finally {
    await client.close();
    // After an interruption, too.
    await pulling(leverDeadlineMs, undefined)('openWorld', () => world.close());
  }
};

const sending = ({ options: { target } }: RunParts, { trace, requestsMax }: Story, { client }: StoryPlace) => {
  const known = knownFacts();
  const send: Session['send'] = async (call) => {
    if (trace.exchanges.length >= requestsMax) stop('needs', `needs more than ${requestsMax} requests`);
    return client.send(call, trace);
  };
  return { send, known, ...asking({ target, send, known }) };
};

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
  place: StoryPlace,
): { readonly session: Session; readonly kept: SessionEffects } => {
  const { target, seed, depth = 'full', transport, operations: looksAt } = run.options;
  const { delay = untilLater, signal } = transport;
  const { trace } = story;
  const { send, sent, ask, known } = sending(run, story, place);
  const kept: SessionEffects = {
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
    requestsSent: () => trace.exchanges.length,
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
    ...leversOf(run, story, place),
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
      await inWorld(run, openWorld, async (world, client) => {
        const ledger = ledgerWithin(place.ledger, run.account.now);
        const there: StoryPlace = { baseUrl: world.baseUrl, client, ledger, world };
        const own = openSession(run, story, there);
        await rest(own.session).finally(() => story.cleanUp(own.kept, there));
      });
    },
  };
  return { session, kept };
};
