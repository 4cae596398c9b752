/** Finds the tokens of a trace and reads what they say of their time. */

import { type Unshown, unshown } from '../check.ts';
import { dayMs } from '../durations.ts';
import { claimsOf } from '../jwt.ts';
import { succeeded } from '../outcome.ts';
import { clocksApartMs, field, isClockGuessed, passedMs, targetTimeOf } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';

/** The text of the token an answer carries; undefined when it carries none. */
export const tokenTextOf = ({ response }: Exchange): string | undefined => {
  const token = field(response?.body, 'token');
  return typeof token === 'string' ? token : undefined;
};

export const tokenIssued = (trace: Trace, serial: number): Exchange | undefined =>
  trace.exchanges.find(
    (exchange) =>
      exchange.operation === 'token' && serial > 0 && exchange.tokenSerial === serial && tokenTextOf(exchange),
  );

/** A calendar date of ISO 8601 with a time in UTC; a time without a designator is local time by the standard. */
const isoUtc = /^\d{4}(-\d\d-\d\d|\d{4})[Tt]\d\d(:\d\d(:\d\d([.,]\d+)?)?|\d\d(\d\d([.,]\d+)?)?)?([Zz]|[+-]00(:?00)?)$/;

const basicForm = /^(\d{4})-?(\d\d)-?(\d\d)[Tt](\d\d)(?::?(\d\d))?(?::?(\d\d))?(?:[.,](\d+))?/;

/** The moment an ISO 8601 text in UTC names, in ms since the epoch; undefined when it is no such text. */
export const isoUtcMoment = (text: string): number | undefined => {
  const parts = isoUtc.test(text) ? basicForm.exec(text) : null;
  if (!parts) return undefined;
  const [, year, month, day, hour, minute = '00', second = '00', fraction = '0'] = parts;
  // Date.parse takes 30 February for 2 March.
  const dayCount = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (Number(day) > dayCount) return undefined;
  const moment = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second === '60' ? '59' : second}Z`);
  return Number.isNaN(moment) ? undefined : moment + Math.floor(Number(`0.${fraction}`) * 1000);
};

/** The moment at which the token of an answer expires, in ms since the epoch, by its expiresAt. */
export const expiryOf = ({ response }: Exchange): number | undefined => {
  const expiresAt = field(response?.body, 'expiresAt');
  return typeof expiresAt === 'string' ? isoUtcMoment(expiresAt) : undefined;
};

/** Clocks differ: so long after its end a token may lawfully be accepted. */
export const graceMs = 10 * 60_000;

/**
 * When the token of a login ends, at the earliest and at the latest, in ms after it was issued. Three lifetimes count:
 * a day (part 5), its expiresAt after its iat claim, and its expiresAt after the likely time of its issue. The result
 * may differ by as much as clocks of the service disagree. It is not a number without expiresAt.
 */
export const endOf = (trace: Trace, issued: Exchange): { readonly earliest: number; readonly latest: number } => {
  const expiry = expiryOf(issued) ?? Number.NaN;
  const { iat } = claimsOf(tokenTextOf(issued) ?? '');
  const lives = [dayMs, expiry - targetTimeOf(trace, issued), ...(iat === undefined ? [] : [expiry - iat * 1000])];
  const apartMs = clocksApartMs(trace);
  return { earliest: Math.min(...lives) - apartMs, latest: Math.max(...lives) + apartMs };
};

/** Whether a request was sent when its token may have been over: then its refusal may be about that. */
export const isTokenOver = (trace: Trace, exchange: Exchange): boolean => {
  const issued = tokenIssued(trace, exchange.tokenSerial);
  return issued !== undefined && passedMs(trace, issued, exchange) >= endOf(trace, issued).earliest;
};

/** Whether a request was sent so long after the end of its token that clocks do not explain its acceptance. */
export const isLongOver = (trace: Trace, exchange: Exchange): boolean => {
  const issued = tokenIssued(trace, exchange.tokenSerial);
  return issued !== undefined && passedMs(trace, issued, exchange) >= endOf(trace, issued).latest + graceMs;
};

/** What serves although its end has passed, on a clock that only its own expiresAt reports: that may be wrong. */
export const perhapsNotOver = (trace: Trace, exchange: Exchange): Unshown | undefined =>
  exchange.bearer === 'expired' && isClockGuessed(trace) && succeeded(exchange)
    ? unshown('the clock was moved before the run, and only the expiresAt of the token tells how far')
    : undefined;
