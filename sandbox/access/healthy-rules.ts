/** How a healthy world lets partners in. */
import { dayMs } from '../sales/days.ts';
import { verified } from './jwt.ts';
import type { AccessRules } from './rules.ts';

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

export const healthyAccessRules: AccessRules = {
  isComplete: ({ clientId, clientSecret }) => isText(clientId) && isText(clientSecret),
  findsPartner: ({ clientId }, world) => world.partners.find((partner) => partner.clientId === clientId),
  matchesSecret: ({ clientSecret }, partner) => partner.clientSecret === clientSecret,
  lifetimeMs: dayMs,
  stampsAtMs: (world) => world.now(),
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
};
