/** The rules of access, which a deviation may replace one by one, and what they know of their world. */
import type { OperationId } from '../../contracts/operations.ts';
import type { Clock } from '../clock.ts';
import type { Counters } from '../counters.ts';
import type { Identity } from '../ids.ts';
import type { SandboxRequest } from '../reply.ts';
import type { Claims } from './jwt.ts';
import type { Partner } from './partners.ts';
import type { IssuedToken, TokenStore } from './tokens.ts';

export type AccessWorld = Identity &
  Counters &
  Pick<Clock, 'now'> & {
    /** Signs and verifies its tokens. */
    readonly key: Uint8Array;
    readonly partners: readonly Partner[];
    readonly tokens: TokenStore;
    readonly rules: AccessRules;
  };

export type Login = { readonly clientId?: unknown; readonly clientSecret?: unknown };

export type AccessRules = {
  readonly isComplete: (login: Login) => boolean;
  readonly findsPartner: (login: Login, world: AccessWorld) => Partner | undefined;
  readonly matchesSecret: (login: Login, partner: Partner) => boolean;
  /** From issue to `expiresAt`. */
  readonly lifetimeMs: number;
  /** What the clock shows by which a token is stamped. */
  readonly stampsAtMs: (world: AccessWorld) => number;
  readonly writesExpiry: (expiresAtMs: number) => unknown;
  readonly stampsClaims: (claims: Claims) => Claims;
  /** What the partner gets to see in place of the JWT; the world remembers which JWT it stands for. */
  readonly presents: (jwt: string, world: AccessWorld) => string;
  readonly reusesToken: (last: IssuedToken, world: AccessWorld) => boolean;
  readonly revokesOlderTokens: boolean;
  /** Where expiry is read: a world that stamps false or no claims must remember what it promised. */
  readonly readsExpiryFrom: 'claims' | 'memory';
  /** Whether an operation looks at the token of a request, which may have none. */
  readonly guards: (operation: OperationId, token: string | undefined) => boolean;
  /** The claims of an acceptable token; `undefined` for any other. */
  readonly acceptsToken: (token: string, world: AccessWorld, operation: OperationId) => Promise<Claims | undefined>;
  readonly writesDate: (nowMs: number, world: AccessWorld) => string | undefined;
  readonly namesHeader: (name: string) => string;
  /** Decided last of all, so that no other deviation meets compressed bytes. */
  readonly compresses: (request: SandboxRequest) => boolean;
  readonly delayMs: number;
};
