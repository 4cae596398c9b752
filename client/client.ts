/** The recording client: sends a call with the token it names, and writes down every exchange that took. */
import { setTimeout } from 'node:timers/promises';
import type { Limits, Target } from '../contracts/target.ts';
import type { Exchange } from '../contracts/trace.ts';
import { type Time, type TurnsOf, unsharedTurns } from '../stores/store.ts';
import { assertSensible, type Call, type Recorder } from './call.ts';
import { createExchanger, tokenSerials } from './exchanger.ts';
import { address } from './http/address.ts';
import { createTargetClock, type TargetClock } from './http/clock.ts';
import { createPatience, pace } from './http/pace.ts';
import type { PhaseClock } from './http/phase-clock.ts';
import { type Awaiting, createTransport } from './http/transport.ts';
import { limitsWith } from './limits.ts';
import { assertPermitted } from './permit.ts';
import { createRedactor } from './redaction/credentials.ts';
import { createRecording } from './redaction/recording.ts';
import type { LoginBudget } from './tokens/login-budget.ts';
import { livesForMs } from './tokens/login-result.ts';
import { createLogins, type IssuedToken } from './tokens/logins.ts';
import { createPartners, type PartnersOptions } from './tokens/partners.ts';
import { bearers, loginCall, renewal } from './tokens/renewal.ts';

export type { AnswerReading, Call, Recorder } from './call.ts';
export { defaultLimits } from './limits.ts';
export type { IssuedToken } from './tokens/logins.ts';
export { TokenUnavailable } from './tokens/token-holder.ts';

export type ClientOptions = PartnersOptions & {
  readonly baseUrl: string;
  readonly limits?: Partial<Limits> | undefined;
  /** Where the avia operations live; where they are listed, when not said. */
  readonly aviaPath?: Target['aviaPath'] | undefined;
  /** The variables of which http_proxy, https_proxy and no_proxy count. */
  readonly proxy: NodeJS.ProcessEnv | 'none';
  /** Uses the tokens to begin with, also after a refusal, and asks for no other. */
  readonly isTokenFixed?: boolean | undefined;
  /**
   * Levers move the one clock of the service, and may have done so before. Its tokens count as its time, and stay in
   * use while its Date headers agree.
   */
  readonly isClockMovable?: boolean | undefined;
  /** Bounds the logins; each client of a run has the same. */
  readonly loginBudget?: LoginBudget | undefined;
  /** How many troubles of one operation in a row make the client give up asking it; a few unless given. */
  readonly troublesMax?: number | undefined;
  readonly phases?: PhaseClock | undefined;
  /** In the user agent: an address to write to about these requests. */
  readonly contact?: string | undefined;
  /** Our clock, ms since the epoch. */
  readonly now?: (() => number) | undefined;
  /** Waits; ends early when the signal aborts. */
  readonly delay?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly awaiting?: Awaiting | undefined;
  /** Where others, too, keep the limits of the target; each process keeps them alone unless given. */
  readonly turnsOf?: TurnsOf | undefined;
};

export type Client = ReturnType<typeof createClient>;

export const untilLater = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  setTimeout(ms, undefined, { ...(signal && { signal }) }).catch(() => {});

/** Where waits are simulated, the pace waits in the same time. */
const timeOf = (now: () => number, delay: NonNullable<ClientOptions['delay']>): Time => ({
  nowMs: now,
  until: (ms, signal) => delay(Math.max(0, Math.ceil(ms - now())), signal),
});

const layersOf = (options: ClientOptions) => {
  const { proxy, signal, awaiting, phases, logger, troublesMax, now = Date.now, delay = untilLater } = options;
  const { isClockMovable, loginBudget } = options;
  const limits = limitsWith(options.limits);
  const target = address(options.baseUrl);
  const clock = createTargetClock(now);
  const redactor = createRedactor();
  const serialOf = tokenSerials(redactor);
  const baseUrl = `${target.origin}${target.prefix}`;
  const transport = createTransport({ origin: target.origin, limits, proxy, signal, awaiting, phases });
  const turns = options.turnsOf?.(baseUrl, limits) ?? unsharedTurns;
  const exchanger = createExchanger({
    address: target,
    aviaPath: options.aviaPath,
    contact: options.contact,
    transport,
    pace: pace({ ...limits, signal, ...(options.delay && { time: timeOf(now, options.delay) }) }),
    turns,
    signal,
    clock,
    recording: createRecording(redactor),
    patience: createPatience({ now, targetNowMs: clock.nowMs, delay, signal, troublesMax }),
    serialOf,
    now,
    steadyNow: options.now ?? (() => performance.now()),
    logger,
  });
  const logins = createLogins({ exchanger, clock, isClockMovable, budget: loginBudget, baseUrl: options.baseUrl });
  const partners = createPartners(options, { baseUrl, logins, redactor, serialOf, clock, now });
  const carriedBy = bearers(partners, redactor);
  const sendLogin = loginCall({ partners, logins, carriedBy, redactor });
  const sendWithToken = renewal({ exchanger, partners, carriedBy, isTokenFixed: options.isTokenFixed });
  return { clock, redactor, transport, turns, exchanger, logins, partners, sendLogin, sendWithToken };
};

export const createClient = (options: ClientOptions) => {
  const { clock, redactor, transport, turns, exchanger, logins, partners, sendLogin, sendWithToken } =
    layersOf(options);
  const { own, other } = partners;

  const forgetTokens = async (): Promise<void> => {
    await Promise.all([own.cache?.forget(), other?.cache?.forget()]);
  };

  /** The next run cannot know where the clock is, and a token shows it: that run asks for a new token. */
  const forgetTokensOfMovedClock = async (): Promise<void> => {
    const { byLeversMs, found } = clock.ahead();
    if (!options.isClockMovable || (byLeversMs === 0 && !found)) return;
    await forgetTokens();
  };

  return {
    /** After a login if it needs one. @throws TokenUnavailable, and TypeError for a call that makes no sense. */
    send: async (call: Call, recorder: Recorder): Promise<Exchange> => {
      assertSensible(call);
      assertPermitted(call);
      return call.operation === 'token' ? sendLogin(call, recorder) : sendWithToken(call, recorder);
    },
    counts: exchanger.counts,
    /** The target's clock minus ours at the last answer with a Date header, in ms; null without one. */
    clockOffsetMs: clock.offsetMs,
    /** As answers and levers show it: a token that is over by it is not used any more. */
    clock: clock as Pick<TargetClock, 'move' | 'movedMs' | 'expect' | 'span' | 'ahead'>,
    /**
     * Keeps other processes from asking for a token of our credentials, until what this resolves to is called. Each new
     * token may revoke the one before, and the other processes get the last.
     */
    holdTokens: async (): Promise<() => Promise<void>> => own.cache?.hold() ?? (async () => undefined),
    /** For another client of the same target. */
    heldTokens: () => ({ own: own.holder.held(), other: other?.holder.held() }),
    /** The last login with our own credentials that gave a token, and the token as it is. */
    lastLogin: logins.last,
    /** Goes on with the token of a login that another client has made: it may have ended the one that is held. */
    adopt: (login: IssuedToken): Promise<void> => {
      logins.adopt(login);
      return own.holder.note({ ...login, kind: 'issued', livesForMs: livesForMs(login, login.exchange) });
    },
    /** Whether it is the last token of our credentials that we know of, this run and former ones together. */
    isLastToken: async (token: string): Promise<boolean> =>
      (logins.last()?.token ?? (await own.cache?.get())?.token) === token,
    /** A text that is kept beside what was sent, such as what an exception says: without the secrets in it. */
    withoutSecrets: redactor.kept,
    forgetTokens,
    /** Waits for what is under way, which the deadline bounds. */
    close: async (): Promise<void> => {
      await forgetTokensOfMovedClock();
      await transport.close();
      await turns.rest();
    },
  };
};
