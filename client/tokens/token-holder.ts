/** Holds the one token of one credential: asks for it when needed, shares it, renews it in time. */
import type { Stop } from '../../contracts/trace.ts';
import type { Recorder } from '../call.ts';
import { foundTokensMax, renewalMarginMs, troubledLoginsMax } from '../limits.ts';
import { isSendableToken, type LoginResult } from './login-result.ts';
import type { TokenCache } from './token-cache.ts';
import type { SerialOf } from './token-serials.ts';

/** Without a token there is nothing to send: the one error of the service's making that a send throws. */
export class TokenUnavailable extends Error {
  /** In the words of a trace: what the target lacks, what was in the way, or that the service said no. */
  readonly because: Stop['because'];
  readonly reason: string;

  constructor(because: Stop['because'], reason: string) {
    super(reason);
    this.name = 'TokenUnavailable';
    this.because = because;
    this.reason = reason;
  }
}

/** Why nothing more can be sent with a token that was handed on. */
export const handedOnIsOver =
  'the token that was handed on has ended or was refused, and this shard asks for no other: that might end those of the other shards';

export type HeldToken = { readonly token: string; readonly serial: number };

export type TokenHolder = {
  /** The token, new if there is none or it nears its end; throws TokenUnavailable. */
  current(recorder: Recorder): Promise<HeldToken>;
  /** The token as it is, new only if there is none; throws TokenUnavailable. */
  asIs(recorder: Recorder): Promise<HeldToken>;
  /** Another token than the refused one: a new one once, then only what others put into the cache, and not for ever. */
  instead(refused: HeldToken, recorder: Recorder): Promise<HeldToken | undefined>;
  /** Whether a refused token can still be replaced by another. */
  mayRenew(): boolean;
  /** Throws TokenUnavailable when a login was refused before, or none is allowed. */
  assertMayLogIn(): void;
  /** The token as it is; undefined when there is none, or it nears its end. */
  held(): string | undefined;
  /** Takes note of a login that the caller made itself; the last token wins, for it may have revoked the others. */
  note(result: LoginResult): Promise<void>;
};

const isoMoment = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:\d\d([.,]\d+)?)?([Zz]|[+-]\d\d:?\d\d)?$/;

/** Ms since the epoch; undefined for anything but an ISO 8601 moment, which is in UTC unless it says otherwise. */
const momentOf = (text: string | undefined): number | undefined => {
  const parts = isoMoment.exec(text ?? '');
  if (!parts) return undefined;
  const ms = Date.parse(`${parts[0].replace(',', '.')}${parts[3] === undefined ? 'Z' : ''}`);
  return Number.isNaN(ms) ? undefined : ms;
};

/**
 * The moment to renew a token: some minutes before its end, or halfway when it lives for less than twice that. One that
 * was born expired is never renewed, for the next one would be no better and every request would ask for one.
 */
const renewalAt = (expiresAt: string | undefined, issuedAtMs: number): number => {
  const lifetimeMs = (momentOf(expiresAt) ?? Number.NEGATIVE_INFINITY) - issuedAtMs;
  if (lifetimeMs <= 0) return Number.POSITIVE_INFINITY;
  return issuedAtMs + lifetimeMs - Math.min(renewalMarginMs, lifetimeMs / 2);
};

export const createTokenHolder = (options: {
  readonly login: (recorder: Recorder) => Promise<LoginResult>;
  readonly serialOf: SerialOf;
  readonly targetNowMs: () => number;
  readonly cache: Pick<TokenCache, 'get' | 'put' | 'lock'> | undefined;
  /** A token to begin with, used as it is until it is refused. */
  readonly initial?: string | undefined;
  readonly mayLogIn: boolean;
}): TokenHolder => {
  const { login, serialOf, targetNowMs, cache, initial, mayLogIn } = options;
  let held: (HeldToken & { readonly renewAtMs: number }) | undefined;
  let pending: Promise<HeldToken> | undefined;
  let refusal: string | undefined;
  let troubles = 0;
  let lastTrouble = '';
  let isRenewed = false;
  let foundTokens = 0;
  let finding: Promise<HeldToken | undefined> | undefined;

  const hold = (token: string, renewAtMs: number): HeldToken => {
    held = { token, serial: serialOf(token), renewAtMs };
    return held;
  };

  if (initial !== undefined) hold(initial, Number.POSITIVE_INFINITY);

  const assertMayLogIn = (): void => {
    if (!mayLogIn) throw new TokenUnavailable('trouble', handedOnIsOver);
    if (refusal !== undefined) throw new TokenUnavailable('refused', refusal);
  };

  const take = async (token: string, expiresAt: string | undefined): Promise<HeldToken> => {
    const issuedAtMs = targetNowMs();
    const renewAtMs = renewalAt(expiresAt, issuedAtMs);
    const taken = hold(token, renewAtMs);
    // What does not tell its end would stay in the cache for ever.
    if (expiresAt !== undefined && Number.isFinite(renewAtMs)) await cache?.put({ token, expiresAt, issuedAtMs });
    return taken;
  };

  const logIn = async (recorder: Recorder): Promise<HeldToken> => {
    assertMayLogIn();
    if (troubles >= troubledLoginsMax) {
      throw new TokenUnavailable('trouble', lastTrouble);
    }
    const result = await login(recorder);
    if (result.kind === 'issued') return take(result.token, result.expiresAt);
    if (result.kind === 'refused') {
      refusal = result.reason;
      throw new TokenUnavailable('refused', result.reason);
    }
    troubles++;
    lastTrouble = result.reason;
    throw new TokenUnavailable('trouble', result.reason);
  };

  const cached = async (refused: string | undefined): Promise<HeldToken | undefined> => {
    const entry = await cache?.get();
    // One that was damaged where it lay is like none: the next login replaces it.
    const found = isSendableToken(entry?.token) ? entry : undefined;
    const renewAtMs = found ? renewalAt(found.expiresAt, found.issuedAtMs) : Number.NEGATIVE_INFINITY;
    const isUsable = found && found.token !== refused && Number.isFinite(renewAtMs) && targetNowMs() < renewAtMs;
    return isUsable ? hold(found.token, renewAtMs) : undefined;
  };

  const obtain = async (recorder: Recorder, refused: string | undefined): Promise<HeldToken> => {
    if (!cache) return logIn(recorder);
    // Whoever revoked ours may ask for yet another under the lock, so after a refusal only the one that is left counts.
    const found = refused === undefined ? await cached(refused) : undefined;
    // Looked up again under the lock: another process may have put a token there while this one waited.
    return found ?? cache.lock(async () => (await cached(refused)) ?? logIn(recorder));
  };

  /** What others asked for costs no login. */
  const foundInstead = async (refused: string): Promise<HeldToken | undefined> => {
    if (finding) return finding;
    if (!cache || foundTokens >= foundTokensMax) return undefined;
    foundTokens++;
    finding = cache
      .lock(() => cached(refused))
      .finally(() => {
        finding = undefined;
      });
    return finding;
  };

  /** Everybody who needs a token meanwhile waits for the same one. */
  const shared = (recorder: Recorder, refused?: string): Promise<HeldToken> => {
    pending ??= obtain(recorder, refused).finally(() => {
      pending = undefined;
    });
    return pending;
  };

  return {
    assertMayLogIn,
    held: () => (held && targetNowMs() < held.renewAtMs ? held.token : undefined),
    mayRenew: () => !isRenewed || pending !== undefined || (cache !== undefined && foundTokens < foundTokensMax),
    asIs: async (recorder) => held ?? shared(recorder),
    current: async (recorder) => (held && targetNowMs() < held.renewAtMs ? held : shared(recorder)),
    instead: async (refused, recorder) => {
      if (held && held.serial !== refused.serial) return held;
      if (pending) return pending;
      if (isRenewed) return foundInstead(refused.token);
      isRenewed = true;
      return shared(recorder, refused.token);
    },
    note: async (result) => {
      if (result.kind === 'issued') await take(result.token, result.expiresAt);
      if (result.kind === 'refused') refusal = result.reason;
    },
  };
};
