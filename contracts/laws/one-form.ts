/** The law of one form: the refusals of an operation have one form (parts 2.2, 4.4 and 7). */
import { inBody, type Mismatch, mismatchAt, type Opinion, unshown } from '../check.ts';
import { isJsonObject, type Json } from '../json.ts';
import { errorCodeOf, errorOf, isRefusal } from '../outcome.ts';
import { bodyOf, field, isAuthorized, isAvia, isHotel } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';

/** What stands before an operation may answer for it: a guard, a router, or what reads the form of a body. */
const elsewhere: readonly (number | undefined)[] = [400, 401, 403, 405, 415, 422];

const isSold = (exchange: Exchange): boolean => (isAvia(exchange) || isHotel(exchange)) && isAuthorized(exchange);

/** A supplier may have words of its own. */
const isOfOperation = (exchange: Exchange): boolean =>
  isSold(exchange) &&
  isRefusal(exchange) &&
  isJsonObject(bodyOf(exchange) ?? null) &&
  errorCodeOf(exchange) !== 'SUPPLIER_ERROR' &&
  !elsewhere.includes(exchange.response?.status);

const typeOf = (value: Json | undefined): string => {
  if (value === undefined || value === null) return 'nothing';
  return Array.isArray(value) ? 'a list' : typeof value;
};

/** Further members may depend on what is refused. */
const formOf = (exchange: Exchange): string => {
  const [body, error] = [bodyOf(exchange), errorOf(exchange) as Json | undefined];
  const named = ['code', 'message'].map((name) => `${name}: ${typeOf(field(error, name))}`);
  return `success: ${typeOf(field(body, 'success'))}, error: ${isJsonObject(error) ? named.join(', ') : typeOf(error)}`;
};

const refusalsMin = 3;

export const refusalsHaveOneForm = {
  given: ({ exchanges }: Trace): Exchange[] => exchanges.filter((each) => isAvia(each) || isHotel(each)),
  then: (exchange: Exchange, { exchanges }: Trace): Opinion => {
    if (!isOfOperation(exchange)) return unshown('no refusal that an operation itself decides');
    const alike = exchanges.filter((each) => each.operation === exchange.operation && isOfOperation(each));
    if (alike.length < refusalsMin) return unshown(`fewer than ${refusalsMin} refusals of the operation`);
    const [commonest, ...others] = [...Map.groupBy(alike, formOf).values()].toSorted(
      (one, other) => other.length - one.length,
    );
    const [first] = commonest ?? [];
    // Of two forms that are as frequent, none is the right one.
    if (!first || others.length === 0 || formOf(exchange) === formOf(first)) return undefined;
    if ((commonest?.length ?? 0) < 2 * others.flat().length) return unshown('no form of refusals is the usual one');
    const expected = `${formOf(first)}; as in exchange ${first.index}`;
    return [{ ...mismatchAt(exchange, [], { expected, actual: formOf(exchange) }), path: inBody } satisfies Mismatch];
  },
};
