/** The rules a world follows where a deviation of one reply would not do, and how a healthy world sets them. */
import type { OperationId } from '../contracts/operations.ts';
import { healthyFlightRules } from './avia/healthy-rules.ts';
import type { FlightRules } from './avia/rules.ts';
import { healthyHotelRules } from './hotels/healthy-rules.ts';
import type { HotelRules } from './hotels/rules.ts';
import { type Claims, verified } from './jwt.ts';
import type { Partner } from './partners.ts';
import type { SandboxRequest } from './reply.ts';
import type { IssuedToken } from './tokens.ts';
import type { World } from './world.ts';

export type Login = { readonly clientId?: unknown; readonly clientSecret?: unknown };

type AccessRules = {
  readonly isComplete: (login: Login) => boolean;
  readonly findsPartner: (login: Login, world: World) => Partner | undefined;
  readonly matchesSecret: (login: Login, partner: Partner) => boolean;
  /** From issue to `expiresAt`. */
  readonly lifetimeMs: number;
  readonly writesExpiry: (expiresAtMs: number) => unknown;
  readonly stampsClaims: (claims: Claims) => Claims;
  /** What the partner gets to see in place of the JWT; the world remembers which JWT it stands for. */
  readonly presents: (jwt: string, world: World) => string;
  readonly reusesToken: (last: IssuedToken, world: World) => boolean;
  readonly revokesOlderTokens: boolean;
  /** Where expiry is read: a world that stamps false or no claims must remember what it promised. */
  readonly readsExpiryFrom: 'claims' | 'memory';
  /** Whether an operation looks at the token of a request, which may have none. */
  readonly guards: (operation: OperationId, token: string | undefined) => boolean;
  /** The claims of an acceptable token; `undefined` for any other. */
  readonly acceptsToken: (token: string, world: World, operation: OperationId) => Promise<Claims | undefined>;
  readonly writesDate: (nowMs: number) => string | undefined;
  readonly namesHeader: (name: string) => string;
  /** Decided last of all, so that no other deviation meets compressed bytes. */
  readonly compresses: (request: SandboxRequest) => boolean;
  readonly delayMs: number;
};

export type Rules = AccessRules & HotelRules & FlightRules;

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

const secondMs = 1000;
const dayMs = 24 * 60 * 60 * secondMs;

export const healthyRules: Rules = {
  isComplete: ({ clientId, clientSecret }) => isText(clientId) && isText(clientSecret),
  findsPartner: ({ clientId }, world) => world.partners.find((partner) => partner.clientId === clientId),
  matchesSecret: ({ clientSecret }, partner) => partner.clientSecret === clientSecret,
  lifetimeMs: dayMs,
  writesExpiry: (expiresAtMs) => new Date(expiresAtMs).toISOString().replace('.000Z', 'Z'),
  stampsClaims: (claims) => claims,
  presents: (jwt) => jwt,
  reusesToken: () => false,
  revokesOlderTokens: false,
  readsExpiryFrom: 'claims',
  guards: (operation) => operation !== 'token',
  acceptsToken: (token, world) => verified(token, world),
  writesDate: (nowMs) => new Date(nowMs).toUTCString(),
  namesHeader: (name) => name,
  compresses: () => false,
  delayMs: 0,
  ...healthyHotelRules,
  ...healthyFlightRules,
};
