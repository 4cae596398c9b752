/** What a flow can do to a service from outside: move its clock, use a coupon, open a world of its own. */
import type { Client } from '../client/client.ts';
import { settledInTime } from '../client/in-time.ts';
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
  readonly client: Pick<Client, 'clock'>;
  /** The world that is moved, instead of the target itself. */
  readonly world: OpenWorld | undefined;
  readonly trace: Pick<Trace, 'exchanges' | 'clockAdvances' | 'usedCoupons'>;
};

export const leversOf = ({
  target: { levers, limits },
  signal,
  client: { clock },
  world,
  trace,
}: Parts): Pick<Session, 'useCoupon' | 'targetNowMs' | 'advanceClock'> => {
  const pulled = pulling(limits.leverDeadlineMs, signal);
  const { useCoupon, advanceClock } = world ?? levers;
  return {
    targetNowMs: () => clock.span().to,
    useCoupon: async (ticket) => {
      const use = useCoupon ?? stop('needs', 'needs levers.useCoupon in the target file');
      await pulled('useCoupon', () => use(ticket));
      trace.usedCoupons = [...(trace.usedCoupons ?? []), { beforeExchange: trace.exchanges.length, ...ticket }];
    },
    advanceClock: async (ms) => {
      const advance = advanceClock ?? stop('needs', 'needs levers.advanceClock or levers.openWorld in the target file');
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
