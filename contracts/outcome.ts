/** The one function that classifies an answer: success, refusal or trouble. */
import { isJsonObject } from './json.ts';
import type { Exchange } from './trace.ts';

export type Outcome =
  | { readonly kind: 'success' }
  | { readonly kind: 'refusal'; readonly code?: string }
  | { readonly kind: 'trouble'; readonly trouble: string };

/** Codes of part 7 that say no. INTERNAL_ERROR is not among them: it says "retry later". */
export const refusalCodes: ReadonlySet<string> = new Set([
  'AUTHENTICATION_FAILED',
  'ACCESS_DENIED',
  'VOID_TIME_EXPIRED',
  'TICKET_NOT_FOUND',
  'TICKET_USED',
  'INVALID_TICKET_STATE',
  'BOOKING_NOT_FOUND',
  'SUPPLIER_ERROR',
  'HOTEL_NOT_FOUND',
]);

const trouble = (text: string): Outcome => ({ kind: 'trouble', trouble: text });

/** Said of a body with a number that cannot be read. */
export const unreadable = (number = 'one'): string => `JSON with a number too large to be read: ${number}`;

/** The `error` of an answer's body, unless it is null or absent, which mean the same. */
export const errorOf = ({ response }: Pick<Exchange, 'response'>): unknown =>
  isJsonObject(response?.body) ? (response.body.error ?? undefined) : undefined;

/** The `code` of that error, when it is a string. */
export const errorCodeOf = (exchange: Pick<Exchange, 'response'>): string | undefined => {
  const error = errorOf(exchange);
  return isJsonObject(error) && typeof error.code === 'string' ? error.code : undefined;
};

/** Such a code names the reason; what a service writes in its place may be anything. */
const codeForm = /^[A-Za-z]\w{1,39}$/;

/** A refusal in words: its status, and its code where there is one. */
export const refusedWith = (exchange: Pick<Exchange, 'response'>): string => {
  const code = errorCodeOf(exchange) ?? '';
  return `was refused with HTTP ${exchange.response?.status}${codeForm.test(code) ? ` ${code}` : ''}`;
};

/**
 * Classifies an exchange. The order matters: a documented code is a refusal at any status, because the mapping of
 * codes to statuses is not shown; 429 and 5xx are trouble before the rest of 4xx is refusal.
 */
export const outcomeOf = (exchange: Pick<Exchange, 'response' | 'failure'>): Outcome => {
  const { response, failure } = exchange;
  if (failure) return trouble(`${failure.kind}: ${failure.message}`);
  if (!response) return trouble('no answer');
  const code = errorCodeOf(exchange);
  if (code !== undefined && refusalCodes.has(code)) return { kind: 'refusal', code };
  if (code === 'INTERNAL_ERROR') return trouble(`HTTP ${response.status} with INTERNAL_ERROR`);
  const { status } = response;
  if (status === 429 || status >= 500) return trouble(`HTTP ${status}`);
  const refuses =
    errorOf(exchange) !== undefined ||
    (isJsonObject(response.body) && response.body.success === false) ||
    status >= 400;
  if (refuses) return code === undefined ? { kind: 'refusal' } : { kind: 'refusal', code };
  if (status < 200 || status >= 300) return trouble(`HTTP ${status}, a redirect is not followed`);
  if (response.text?.looksLike === 'html') return trouble('an HTML page');
  if (response.text?.looksLike === 'truncated-json') return trouble('JSON that breaks off');
  // It may be lawful all the same, so no clause judges it.
  if (response.text?.looksLike === 'unreadable-number') return trouble(unreadable(response.text.number));
  return { kind: 'success' };
};

export const succeeded = (exchange: Pick<Exchange, 'response' | 'failure'>): boolean =>
  outcomeOf(exchange).kind === 'success';

export const isRefusal = (exchange: Pick<Exchange, 'response' | 'failure'>): boolean =>
  outcomeOf(exchange).kind === 'refusal';

export const isTroubled = (exchange: Pick<Exchange, 'response' | 'failure'>): boolean =>
  outcomeOf(exchange).kind === 'trouble';
