/** When a token was issued on the clock of the service that issued it, as the token itself tells. */
import { isoUtcMoment } from '../../contracts/checks/issued-token.ts';
import { claimsOf } from '../../contracts/jwt.ts';
import type { IssueMoment } from '../http/clock.ts';

const dayMs = 24 * 3_600_000;
/** A service may date iat back so that clocks which differ do no harm. */
const graceMs = 10 * 60_000;

/** Undefined without an expiresAt, and where an iat claim tells another moment: then one of the two is wrong. */
export const issueMoment = (token: string, expiresAt: string | undefined): IssueMoment | undefined => {
  const expiry = isoUtcMoment(expiresAt ?? '');
  if (expiry === undefined) return undefined;
  const ms = expiry - dayMs;
  const { iat } = claimsOf(token);
  if (iat === undefined) return { ms, isCertain: false };
  return Math.abs(iat * 1000 - ms) <= graceMs ? { ms, isCertain: true } : undefined;
};
