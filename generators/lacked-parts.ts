/** Requests that have nothing where something must be: left out, null or empty (parts 2.3, 3 and 4). */
import { isDeepStrictEqual } from 'node:util';
import { type IntentPart, intentParts } from '../contracts/checks/lacked.ts';
import { isJsonObject, type Json, type JsonObject } from '../contracts/json.ts';

export const nothings = ['absent', 'null', 'empty'] as const;

/** What a request has nothing of, and what stands in its place. */
export type LackedPart = { readonly part: IntentPart; readonly none: (typeof nothings)[number] };

const nothingLike = (value: Json, none: LackedPart['none']): Json | undefined => {
  if (none !== 'empty') return none === 'null' ? null : undefined;
  if (typeof value !== 'object' || value === null) return '';
  return Array.isArray(value) ? [] : {};
};

/** Another of the same form. People are left out, as one of them alone could be right. */
const another = (value: Json): Json => {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'string') {
    const turned = value.replace(/\d/g, (digit) => String((Number(digit) + 1) % 10));
    return turned === value ? `${value}x` : turned;
  }
  if (Array.isArray(value)) return value.some((each) => typeof each === 'object') ? [] : value.map(another);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, another(inner)]));
};

/** With something else at one place; nothing at all for undefined. What is not there stays away. */
const changedAt = (
  value: Json,
  [name, ...more]: readonly string[],
  change: (value: Json) => Json | undefined,
): Json | undefined => {
  if (name === undefined) return change(value);
  if (!isJsonObject(value) || value[name] === undefined) return value;
  const { [name]: inner, ...rest } = value;
  const made = changedAt(inner ?? null, more, change);
  return made === undefined ? rest : { ...rest, [name]: made };
};

const changed = (intent: Json, part: IntentPart, change: (value: Json) => Json | undefined): Json =>
  intentParts[part].reduce<Json>((said, member) => changedAt(said, member.split('.'), change) ?? null, intent);

/** The same about another thing, which shows where a body says the part. */
export const otherwiseMeant = (intent: Json, part: IntentPart): Json => changed(intent, part, another);

/** It says that it lacks something: an intent of a service that names nothing may lack as much. */
export const intentWithout = (intent: Json, { part, none }: LackedPart): Json => ({
  ...(changed(intent, part, (value) => nothingLike(value, none)) as JsonObject),
  lacks: part,
});

type TwoBodies = { readonly whole: Json; readonly other: Json };

/** Nothing is left of it: no member stays as it was. */
const differsWholly = (whole: Json, other: Json): boolean =>
  isJsonObject(whole) && isJsonObject(other)
    ? Object.entries(whole).every(([key, value]) => differsWholly(value, other[key] ?? null))
    : !isDeepStrictEqual(whole, other);

const emptied = ({ whole, other }: TwoBodies, none: LackedPart['none'], isInner: boolean): Json | undefined => {
  if (isDeepStrictEqual(whole, other)) return whole;
  if (isJsonObject(whole) && isJsonObject(other) && !(isInner && differsWholly(whole, other))) {
    const members: JsonObject = {};
    for (const [key, value] of Object.entries(whole)) {
      const left = emptied({ whole: value, other: other[key] ?? null }, none, true);
      if (left !== undefined) members[key] = left;
    }
    return members;
  }
  if (Array.isArray(whole) && Array.isArray(other) && whole.length === other.length && whole.length > 1)
    return whole.flatMap((each, at) => emptied({ whole: each, other: other[at] ?? null }, none, true) ?? []);
  return nothingLike(whole, none);
};

/** A body with nothing where it differs from one about another thing. */
export const bodyWithout = (bodies: TwoBodies, none: LackedPart['none']): Json => emptied(bodies, none, false) ?? {};
