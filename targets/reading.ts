/**
 * Aids that keep bindings short. They take what stands in an answer, and leave out what is not of the form that is
 * looked for. No answer, however strange, makes them throw.
 */
import type { Answer } from '../contracts/bindings.ts';
import type { Path } from '../contracts/check.ts';
import type { Money } from '../contracts/facts.ts';

type FoundValue = { readonly value: Answer; readonly at: Path; readonly parents: readonly Answer[] };

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldOf = ({ value, at, parents }: FoundValue, name: string): FoundValue[] =>
  isObject(value) && Object.hasOwn(value, name) ? [{ value: value[name], at: [...at, name], parents }] : [];

const elementsOf = ({ value, at, parents }: FoundValue): FoundValue[] =>
  Array.isArray(value) ? value.map((element, i) => ({ value: element, at: [...at, i], parents })) : [];

/** An object of a list is a parent of what stands in lists inside it. */
const inside = (found: FoundValue, step: string, isLast: boolean): FoundValue[] => {
  const [name = '', isList] = step.endsWith('[]') ? [step.slice(0, -2), true] : [step, false];
  const fields = name === '' ? [found] : fieldOf(found, name);
  if (!isList) return fields;
  return fields
    .flatMap(elementsOf)
    .map((element) => (isLast ? element : { ...element, parents: [...element.parents, element.value] }));
};

/**
 * What `read` makes of every object at a place, such as `hotels[].offers[]`, each with the place where it stands. The
 * objects of the lists around it come along, the outermost first.
 */
export const each = <T extends object>(
  body: Answer,
  place: string,
  read: (element: Answer, parents: readonly Answer[]) => T,
): (T & { readonly at: Path })[] => {
  const steps = place.split('.');
  const found = steps.reduce<FoundValue[]>(
    (all, step, i) => all.flatMap((one) => inside(one, step, i === steps.length - 1)),
    [{ value: body, at: [], parents: [] }],
  );
  return found
    .filter(({ value }) => isObject(value))
    .map(({ value, at, parents }) => ({ ...read(value, parents), at }));
};

/** What was read, apart by the lists in which it stands. */
export const byList = <T extends { readonly at: Path }>(read: readonly T[]): T[][] => [
  ...Map.groupBy(read, ({ at }) => JSON.stringify(at.slice(0, -1))).values(),
];

/** Text, a number, true, false or null: what may identify something. */
export const plain = (value: unknown): string | number | boolean | null | undefined =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
    ? (value as string | number | boolean | null)
    : undefined;

export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Null where there is null, else what is read. */
export const orNull = <T>(value: unknown, read: (value: unknown) => T): T | null =>
  value === null ? null : read(value);

/** The texts of a list; undefined when there is no list. */
export const texts = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((element) => typeof element === 'string') : undefined;

/** The list itself; undefined for all else. */
export const list = (value: unknown): Answer[] | undefined => (Array.isArray(value) ? value : undefined);

const decimal = /^-?\d{1,15}(\.\d{1,6})?$/;

const numberIn = (value: unknown): number | undefined => {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return typeof value === 'string' && decimal.test(value) ? Number(value) : undefined;
};

/**
 * An amount that is a number or a decimal text. Where the service counts minor units, the last argument says how many
 * of them make a major one.
 */
export const money = (value: unknown, currency?: unknown, minorPerMajor = 1): Money | undefined => {
  const amount = numberIn(value);
  if (amount === undefined) return undefined;
  return { amount: amount / minorPerMajor, ...(typeof currency === 'string' && { currency }) };
};

const decimals = 6;

/** Of amounts in one currency; undefined where one of them is none. */
export const sum = (amounts: readonly (Money | undefined)[] | undefined): Money | undefined => {
  const currencies = new Set(amounts?.map((one) => one?.currency));
  if (!amounts?.every((one) => one !== undefined) || currencies.size > 1) return undefined;
  const [currency] = currencies;
  const amount = amounts.reduce((all, one) => all + one.amount, 0);
  return { amount: Number(amount.toFixed(decimals)), ...(currency !== undefined && { currency }) };
};

const latestMs = Date.UTC(9999, 11, 31);

/** A count of seconds since 1970, or of other units, as a moment in ISO 8601. */
export const moment = (count: unknown, unitMs = 1000): string | undefined =>
  typeof count === 'number' && Math.abs(count * unitMs) <= latestMs
    ? new Date(count * unitMs).toISOString()
    : undefined;
