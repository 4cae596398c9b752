/** Holds the one token of one credential: asks for it when needed, shares it, renews it in time. */
import type { Stop } from '../../contracts/trace.ts';
import type { Recorder } from '../call.ts';
import type { SerialOf } from '../exchanger.ts';
import { foundTokensMax, renewalMarginMs, troubledLoginsMax } from '../limits.ts';
import { isSendableToken, type LoginResult } from './login-result.ts';
import type { CachedToken, TokenCache } from './token-cache.ts';

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

type IssuedLogin = Extract<LoginResult, { readonly kind: 'issued' }>;

export type HeldToken = { readonly token: string; readonly serial: number };

export type TokenHolder = ReturnType<typeof createTokenHolder>;

/** Some minutes before its end, or halfway through a life shorter than twice that; never, where the end is unknown. */
const renewalAt = ({ livesForMs, heldSinceMs }: Pick<CachedToken, 'livesForMs' | 'heldSinceMs'>): number =>
  heldSinceMs + livesForMs - Math.min(renewalMarginMs, livesForMs / 2);

export const createTokenHolder = (options: {
  readonly login: (recorder: Recorder) => Promise<LoginResult>;
  readonly serialOf: SerialOf;
  readonly now: () => number;
  /** How far levers have moved that of the target: so much more has passed there. */
  readonly movedMs: () => number;
  readonly cache: Pick<TokenCache, 'get' | 'put' | 'lock'> | undefined;
  /** A token to begin with, used as it is until it is refused. */
  readonly initial?: string | undefined;
  readonly mayLogIn: boolean;
}) => {
  const { login, serialOf, now, movedMs, cache, initial, mayLogIn } = options;
  let held: (HeldToken & { readonly renewAtMs: number }) | undefined;
  let pending: Promise<HeldToken> | undefined;
  let refusal: string | undefined;
  let troubles = 0;
  let lastTrouble = '';
  let isRenewed = false;
  let foundTokens = 0;
  let finding: Promise<HeldToken | undefined> | undefined;

  const passedMs = (): number => now() + movedMs();
  const fresh = () => (held && passedMs() < held.renewAtMs ? held : undefined);

  const hold = (token: string, renewAtMs: number): HeldToken => {
    held = { token, serial: serialOf(token), renewAtMs };
    return held;
  };

  if (initial !== undefined) hold(initial, Number.POSITIVE_INFINITY);

  /** @throws TokenUnavailable when a login was refused before, or none is allowed. */
  const assertMayLogIn = (): void => {
    if (!mayLogIn) throw new TokenUnavailable('trouble', handedOnIsOver);
    if (refusal !== undefined) throw new TokenUnavailable('refused', refusal);
  };

  /** On the clock by which time passes for the target; what is kept was issued after the last lever. */
  const renewAt = (entry: CachedToken): number => renewalAt(entry) + movedMs();

  const take = async ({ token, expiresAt, livesForMs }: IssuedLogin): Promise<HeldToken> => {
    // With an unknown end it would stay in the cache for ever; one that was born expired is not asked for again.
    if (expiresAt === undefined || livesForMs === undefined) return hold(token, Number.POSITIVE_INFINITY);
    const entry = { token, expiresAt, livesForMs, heldSinceMs: now() };
    const taken = hold(token, renewAt(entry));
    await cache?.put(entry);
    return taken;
  };

  const logIn = async (recorder: Recorder): Promise<HeldToken> => {
    assertMayLogIn();
    if (troubles >= troubledLoginsMax) throw new TokenUnavailable('trouble', lastTrouble);
    const result = await login(recorder).catch((thrown: unknown) => {
      // The bound is not the cause where the login before it met trouble.
      if (!(thrown instanceof TokenUnavailable) || lastTrouble === '') throw thrown;
      throw new TokenUnavailable('trouble', lastTrouble);
    });
    if (result.kind === 'issued') {
      lastTrouble = '';
      return take(result);
    }
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
    const isUsable = found && found.token !== refused && passedMs() < renewAt(found);
    return isUsable ? hold(found.token, renewAt(found)) : undefined;
  };

  const obtain = async (recorder: Recorder, refused: string | undefined): Promise<HeldToken> => {
    if (!cache) return logIn(recorder);
    // The one that revoked ours may ask for another under the lock: after a refusal only the one left counts.
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

  /** All that need a token meanwhile wait for the same one. */
  const shared = (recorder: Recorder, refused?: string): Promise<HeldToken> => {
    pending ??= obtain(recorder, refused).finally(() => {
      pending = undefined;
    });
    return pending;
  };

  return {
    assertMayLogIn,
    /** The token as it is; undefined when there is none, or it nears its end. */
    held: () => fresh()?.token,
    /** Whether a refused token can still be replaced by another. */
    mayRenew: () => !isRenewed || pending !== undefined || (cache !== undefined && foundTokens < foundTokensMax),
    /** The token as it is, new only if there is none. @throws TokenUnavailable */
    asIs: async (recorder: Recorder): Promise<HeldToken> => held ?? shared(recorder),
    /** The token, new if there is none or it nears its end. @throws TokenUnavailable */
    current: async (recorder: Recorder): Promise<HeldToken> => fresh() ?? shared(recorder),
    /** Another than the refused one: a new one once, then only what others put into the cache, and not for ever. */
    instead: async (refused: HeldToken, recorder: Recorder): Promise<HeldToken | undefined> => {
      if (held && held.serial !== refused.serial) return held;
      if (pending) return pending;
      if (isRenewed) return foundInstead(refused.token);
      isRenewed = true;
      return shared(recorder, refused.token);
    },
    /** Takes note of a login that the caller made itself; the last token wins, for it may have revoked the others. */
    note: async (result: LoginResult): Promise<void> => {
      if (result.kind === 'issued') await take(result);
      if (result.kind === 'refused') refusal = result.reason;
      lastTrouble = result.kind === 'trouble' ? result.reason : '';
    },
  };
};
