/** What a flow can do to a service from outside: move its clock, use a coupon, open a world of its own. */
import type { Client } from '../client/client.ts';
import { settledInTime } from '../client/in-time.ts';
import type { ClockLedger } from '../client/ledgers/clock-ledger.ts';
import { endOf } from '../contracts/checks/issued-token.ts';
import { clocksApartMs, passedMs } from '../contracts/subjects.ts';
import type { OpenWorld, Target } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import type { Session } from './session.ts';
import { stop } from './stop.ts';

/** A lever that fails is trouble of the environment: it stands beside the service, not in us. */
const pulling =
  (ms: number, signal: AbortSignal | undefined) =>
  <T>(lever: string, pull: () => Promise<T>): Promise<T> =>
    settledInTime({ what: 'it', ms, signal }, pull).catch((thrown: unknown) =>
      stop('trouble', `levers.${lever} failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`),
    );

type Parts = {
  readonly target: Target;
  /** Ends the run. */
  readonly signal: AbortSignal | undefined;
  readonly client: Pick<Client, 'clock' | 'lastLogin' | 'forgetTokens'>;
  readonly ledger: ClockLedger;
  readonly now: () => number;
  /** The world that is moved, instead of the target itself. */
  readonly world: OpenWorld | undefined;
  readonly trace: Trace;
};

export const leversOf = ({
  target: { levers, limits },
  signal,
  client: { clock, lastLogin, forgetTokens },
  ledger,
  now,
  world,
  trace,
}: Parts): Pick<Session, 'useCoupon' | 'targetNowMs' | 'advanceClock' | 'endsIn' | 'clocksApartMs' | 'recallLogin'> => {
  const pulled = pulling(limits.leverDeadlineMs, signal);
  const aheadBefore = clock.ahead();
  const { useCoupon, advanceClock } = world ?? levers;
  return {
    targetNowMs: () => clock.span().to,
    endsIn: (login) => {
      const present = { ...login, index: trace.exchanges.length, sentAt: new Date(now()).toISOString(), durationMs: 0 };
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
        // Before the pull, for whatever comes after a run that is killed in it.
        await forgetTokens();
        await ledger.note(ms);
      }
      trace.clockAdvances.push({ beforeExchange: trace.exchanges.length, ms });
      await pulled('advanceClock', () => advance(ms));
      clock.move(ms);
    },
  };
};

/**
 * Opens a world, and closes it after what is done in it.
 *
 * @param clientFor A client of the same settings for another address.
 */
export const inWorld = async (
  {
    target: { limits },
    signal,
    clientFor,
  }: Pick<Parts, 'target' | 'signal'> & { readonly clientFor: (baseUrl: string) => Client },
  openWorld: () => Promise<OpenWorld>,
  work: (world: OpenWorld, client: Client) => Promise<void>,
): Promise<void> => {
  const pulled = pulling(limits.leverDeadlineMs, signal);
  const world = await pulled('openWorld', openWorld);
  const client = await pulled('openWorld', async () => clientFor(world.baseUrl));
  try {
    await work(world, client);
  } finally {
    await client.close();
    // After an interruption, too.
    await pulling(limits.leverDeadlineMs, undefined)('openWorld', () => world.close());
  }
};
