/** How breakages find their place: a part of the story, an entry of a list, a member of an object. */
import { isJsonObject, type Json } from '../../contracts/json.ts';
import type { OperationId } from '../../contracts/operations.ts';
import { type BodyChange, type Change, inTurn, oneBody, type Pick, type Which } from './breakage.ts';
import type { Step } from './telling.ts';

export type Fields = { [key: string]: Json };

/** The members of a value; none of what is no object. */
export const fields = (value: Json | undefined): Fields => (isJsonObject(value) ? value : {});

export const oneOf = <T>(values: readonly T[], pick: Pick): T => values[pick(values.length)] as T;

type FieldsChange = (body: Fields, pick: Pick) => Fields | undefined;

export const inFields =
  (change: FieldsChange): BodyChange =>
  (body, pick) =>
    change(fields(body), pick);

/** The members of one body, changed. */
export const inBody = (which: Which, change: FieldsChange): Change => oneBody(which, inFields(change));

/** The same money, and this much more. */
export const costing = (value: Json | undefined, more: number): Json => ({
  ...fields(value),
  amount: Number(fields(value).amount) + more,
});

export const inPart =
  (...parts: readonly string[]): Which =>
  ({ part }) =>
    part !== undefined && parts.includes(part);

/** The objects of a list in a body. */
export const entries = (body: Json, list: string): Fields[] =>
  isJsonObject(body) && Array.isArray(body[list]) ? body[list].filter(isJsonObject) : [];

/** One entry of a list in a body, changed. */
export const oneEntry =
  (list: string, change: (entry: Fields, pick: Pick, all: readonly Fields[]) => Fields | undefined): BodyChange =>
  (body, pick) => {
    const all = entries(body, list);
    for (const at of inTurn([...all.keys()], pick)) {
      const entry = all[at];
      const other = entry && change(entry, pick, all);
      if (other) return { ...(body as Fields), [list]: all.map((each, i) => (i === at ? other : each)) };
    }
    return undefined;
  };

export const without = (fields: Fields, ...names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** The story without what the breakage would make untrue: what comes after must not tell that all went well. */
const keeping =
  (isKept: (step: Step) => boolean, change: Change): Change =>
  (telling, pick) =>
    change({ ...telling, steps: telling.steps.filter(isKept) }, pick);

export const leavingOut = (parts: readonly string[], change: Change): Change =>
  keeping(({ part }) => part === undefined || !parts.includes(part), change);

/** Without all requests of some operations. */
export const unasked = (operations: readonly OperationId[], change: Change): Change =>
  keeping(({ operation }) => !operations.includes(operation), change);
