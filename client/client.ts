/** The recording client: sends a call with the token it names, and writes down every exchange that took. */
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { operations } from '../contracts/operations.ts';
import type { Credentials, Limits, Target } from '../contracts/target.ts';
import type { Exchange } from '../contracts/trace.ts';
import { address } from './address.ts';
import { badToken } from './bad-token.ts';
import type { Call, Recorder, Wrongness } from './call.ts';
import { createTargetClock, type TargetClock } from './clock.ts';
import { type CredentialCache, credentialCache } from './credential-cache.ts';
import { type Carried, type Counts, createExchanger, type Exchanged } from './exchanger.ts';
import { issueMoment } from './issue-moment.ts';
import { limitsWith } from './limits.ts';
import { loginResult } from './login-result.ts';
import { pace } from './pace.ts';
import { createPatience } from './patience.ts';
import { assertPermitted } from './permit.ts';
import { createRecording } from './recording.ts';
import { createRedactor } from './redaction.ts';
import type { TokenCache } from './token-cache.ts';
import { type CacheEntry, createTokenHolder, type LoginResult, type TokenHolder } from './token-holder.ts';
import { TokenUnavailable } from './token-unavailable.ts';
import { createTransport } from './transport.ts';
import { loginBody, type OwnWrongness } from './wrong-login.ts';

export type { Call, Reading, Recorder } from './call.ts';
export { defaultLimits } from './limits.ts';
export { TokenUnavailable } from './token-unavailable.ts';

/** What a client holds of its partners. */
export type HeldTokens = { readonly own: string | undefined; readonly other: string | undefined };

/** A login, and the token that it gave. */
export type IssuedToken = {
  readonly exchange: Exchange;
  readonly token: string;
  readonly expiresAt: string | undefined;
};

export type ClientOptions = {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly otherPartner?: Credentials | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Where the avia operations live; where they are listed, when not said. */
  readonly aviaPath?: Target['aviaPath'] | undefined;
  /** `environment`: http_proxy, https_proxy and no_proxy count. */
  readonly proxy: 'environment' | 'none';
  readonly tokenCache?: TokenCache | undefined;
  /** Tokens to begin with instead of asking for others. */
  readonly tokens?: HeldTokens | undefined;
  /** Uses the tokens to begin with whatever comes of it, and asks for no other. */
  readonly isTokenFixed?: boolean | undefined;
  /** Levers move the one clock of the service, and may have done so before: its tokens are heard, and kept while its Date headers tell its time. */
  readonly isClockMovable?: boolean | undefined;
  /** How many troubles of one operation in a row make the client give up asking it; a few unless given. */
  readonly troublesMax?: number | undefined;
  readonly logger?: Logger | undefined;
  /** Our clock, ms since the epoch. */
  readonly now?: (() => number) | undefined;
  /** Waits; ends early when the signal aborts. */
  readonly delay?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  readonly signal?: AbortSignal | undefined;
};

export type Client = {
  /**
   * Sends the call, after a login if it needs one, and gives back the call's own exchange. Whatever the service does is
   * in the record: throws TokenUnavailable, and TypeError for a call that makes no sense.
   */
  send(call: Call, recorder: Recorder): Promise<Exchange>;
  counts(): Counts;
  /** The target's clock minus ours at the last answer with a Date header, in ms; null when it never told. */
  clockOffsetMs(): number | null;
  /** The clock of the target as its answers and the levers tell: a token that is over by it is not used any more. */
  readonly clock: Pick<TargetClock, 'move' | 'span' | 'ahead'>;
  /**
   * Keeps other processes from asking for a token of our own credentials, until what this resolves to is called: each
   * new token may revoke the one before, and they get the last.
   */
  holdTokens(): Promise<() => Promise<void>>;
  /** For another client of the same target. */
  heldTokens(): HeldTokens;
  /** The last login with credentials of our own that gave a token, and the token as it is. */
  lastLogin(): IssuedToken | undefined;
  /** Goes on with the token of a login that another client has made: it may have ended the one that is held. */
  adopt(login: IssuedToken): Promise<void>;
  /** Whether it is the last token of our own that we know of, this run and former ones together. */
  isLastToken(token: string): Promise<boolean>;
  /** A text that is kept beside what was sent, such as what an exception says: without the secrets in it. */
  withoutSecrets(text: string): string;
  /** Waits for what is under way, which the deadline bounds. */
  close(): Promise<void>;
};

const assertSensible = ({ operation, headers = {}, body, login, bearer, garbage }: Call): void => {
  const wrong = (text: string) => new TypeError(`call of ${operation}: ${text}`);
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')) {
    throw wrong('a call names its bearer, and has no Authorization header');
  }
  if (operation === 'token' && body !== undefined) throw wrong('the token operation takes a login, and no body');
  if (operation !== 'token' && login !== undefined) throw wrong('only the token operation takes a login');
  if (bearer === 'garbage' && garbage === undefined) throw wrong('the bearer garbage needs the text to send');
};

/** Waits in real time. */
export const untilLater = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  setTimeout(ms, undefined, { ...(signal && { signal }) }).catch(() => {});

export const createClient = (options: ClientOptions): Client => {
  const { credentials, otherPartner, logger, signal, now = Date.now, delay = untilLater } = options;
  const limits = limitsWith(options.limits);
  const target = address(options.baseUrl);
  const clock = createTargetClock(now);
  const redactor = createRedactor();
  const transport = createTransport({ limits, proxy: options.proxy, signal });
  const serials = new Map<string, number>();
  let lastLogin: IssuedToken | undefined;

  const noteLogin = (partner: Call['login'], exchange: Exchange, result: LoginResult): LoginResult => {
    if (partner !== 'own' || result.kind !== 'issued') return result;
    lastLogin = { ...result, exchange };
    const issue = options.isClockMovable ? issueMoment(result.token, result.expiresAt) : undefined;
    if (issue) clock.hear(issue);
    return result;
  };

  const serialOf = (token: string): number => {
    const serial = serials.get(token) ?? serials.size + 1;
    serials.set(token, serial);
    redactor.remember(token);
    return serial;
  };

  const exchanger = createExchanger({
    address: target,
    aviaPath: options.aviaPath,
    transport,
    pace: pace({ ...limits, signal }),
    clock,
    recording: createRecording(redactor),
    patience: createPatience({ now, targetNowMs: clock.nowMs, delay, signal, troublesMax: options.troublesMax }),
    serialOf,
    now,
    logger,
  });

  const nothingCarried: Carried = { bearer: 'missing', text: undefined, serial: 0 };

  const cacheEntry = ({ clientId, clientSecret }: Credentials): CredentialCache | undefined =>
    options.tokenCache &&
    credentialCache(
      options.tokenCache,
      { baseUrl: `${target.origin}${target.prefix}`, clientId, clientSecret },
      logger,
    );

  const holderOf = (partner: 'own' | 'other', owner: Credentials, cache: CacheEntry | undefined): TokenHolder => {
    const { clientId, clientSecret } = owner;
    // Together they are what HTTP Basic carries.
    for (const secret of [clientId, clientSecret, `${clientId}:${clientSecret}`]) redactor.remember(secret);
    const login = async (recorder: Recorder) => {
      const order = { operation: 'token', login: partner, body: loginBody(partner, owner) } as const;
      const { exchange, content } = await exchanger.exchange({ ...order, carried: nothingCarried }, recorder);
      return noteLogin(partner, exchange, loginResult(exchange, content));
    };
    const initial = options.tokens?.[partner];
    return createTokenHolder({ login, serialOf, targetNowMs: () => clock.span().to, cache, initial });
  };

  const ownCache = cacheEntry(credentials);
  const own = holderOf('own', credentials, ownCache);
  const otherCache = otherPartner && cacheEntry(otherPartner);
  const other = otherPartner && holderOf('other', otherPartner, otherCache);

  /** The next run cannot know where the clock is, and a token tells it: it asks for one of its own. */
  const forgetTokensOfMovedClock = async (): Promise<void> => {
    const { byLeversMs, found } = clock.ahead();
    if (!options.isClockMovable || (byLeversMs === 0 && !found)) return;
    await Promise.all([ownCache?.forget(), otherCache?.forget()]);
  };

  const otherOrNeeded = <T>(value: T | undefined): T => {
    if (value !== undefined) return value;
    throw new TokenUnavailable('needs', 'needs otherPartner: the credentials of a second partner');
  };

  /** What the call's bearer stands for, with a login before it if need be. */
  const carriedBy = async (call: Call, recorder: Recorder): Promise<Carried> => {
    const bearer = call.bearer ?? (call.operation === 'token' ? 'missing' : 'own');
    switch (bearer) {
      case 'missing':
        return nothingCarried;
      case 'empty':
        return { bearer, text: '', serial: 0 };
      case 'garbage':
        return { bearer, text: call.garbage, serial: 0 };
      case 'own':
      case 'other':
      case 'expired': {
        const holder = bearer === 'other' ? otherOrNeeded(other) : own;
        const held = await (bearer === 'expired' ? holder.asIs(recorder) : holder.current(recorder));
        return { bearer, text: held.token, serial: held.serial };
      }
      default: {
        const { token, serial } = await own.current(recorder);
        const text = badToken(token, bearer);
        redactor.remember(text);
        return { bearer, text, serial };
      }
    }
  };

  const ownWrongness = (wrongness: Wrongness | undefined, owner: Credentials): OwnWrongness | undefined => {
    if (wrongness?.kind === 'of-other-partner')
      return { kind: 'random', text: otherOrNeeded(otherPartner).clientSecret };
    return wrongness?.kind === 'client-id' ? { kind: 'random', text: owner.clientId } : wrongness;
  };

  const sendLogin = async (call: Call, recorder: Recorder): Promise<Exchange> => {
    const { login = 'own', wrongness } = call;
    const owner = login === 'other' ? otherOrNeeded(otherPartner) : credentials;
    const holder = login === 'own' ? own : login === 'other' ? other : undefined;
    holder?.assertMayLogIn();
    const carried = await carriedBy(call, recorder);
    const body = loginBody(login, owner, ownWrongness(wrongness, owner));
    // A wrong value made out of the right one tells most of it; a drawn one tells nothing and may be any word.
    if (wrongness?.kind !== 'random') {
      const texts = Object.values(body).filter((value) => typeof value === 'string');
      // What a service repeats may have lost its last character on the way, where that was of no alphabet it knows.
      for (const text of [...texts, owner.clientSecret.slice(0, -1)]) redactor.remember(text);
    }
    const { exchange, content } = await exchanger.exchange({ ...call, login, body, carried }, recorder);
    await holder?.note(noteLogin(login, exchange, loginResult(exchange, content)));
    return exchange;
  };

  /**
   * Sends once more with another token after a 401, for somebody else may lawfully have revoked ours. What has an effect
   * is never sent again: a faulty service can have done it all the same.
   */
  const sentAgain = async (call: Call, carried: Carried, recorder: Recorder): Promise<Exchanged | undefined> => {
    const { bearer, text = '', serial } = carried;
    const holder = bearer === 'own' ? own : bearer === 'other' ? other : undefined;
    if (!holder || options.isTokenFixed) return undefined;
    try {
      if (!holder.mayRenew()) return undefined;
      const mayRepeat = operations[call.operation].effect === 'reads';
      // The same token first: one that was revoked does not come back, so an answer now tells that it was not.
      const repeated = mayRepeat ? await exchanger.exchange({ ...call, carried }, recorder) : undefined;
      if (repeated && repeated.exchange.response?.status !== 401) return repeated;
      const held = await holder.instead({ token: text, serial }, recorder);
      if (!held || !mayRepeat) return undefined;
      return await exchanger.exchange(
        { ...call, carried: { bearer, text: held.token, serial: held.serial } },
        recorder,
      );
    } catch (error) {
      // The call has its answer, the 401; that no other token is to be had shows in the record of the login.
      if (error instanceof TokenUnavailable) return undefined;
      throw error;
    }
  };

  const send: Client['send'] = async (call, recorder) => {
    assertSensible(call);
    assertPermitted(call);
    if (call.operation === 'token') return sendLogin(call, recorder);
    const carried = await carriedBy(call, recorder);
    const { exchange } = await exchanger.exchange({ ...call, carried }, recorder);
    if (exchange.response?.status !== 401) return exchange;
    return (await sentAgain(call, carried, recorder))?.exchange ?? exchange;
  };

  return {
    send,
    counts: exchanger.counts,
    clockOffsetMs: clock.offsetMs,
    clock,
    holdTokens: async () => ownCache?.hold() ?? (async () => undefined),
    heldTokens: () => ({ own: own.held(), other: other?.held() }),
    lastLogin: () => lastLogin,
    adopt: (login) => {
      lastLogin = login;
      return own.note({ ...login, kind: 'issued' });
    },
    isLastToken: async (token) => (lastLogin?.token ?? (await ownCache?.get())?.token) === token,
    // By lines, because a text as long as a stack would be replaced as a whole.
    withoutSecrets: (text) => text.split('\n').map(redactor.kept).join('\n'),
    close: async () => {
      await forgetTokensOfMovedClock();
      await transport.close();
    },
  };
};
