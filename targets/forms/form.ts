/** A form: the two-way codec of one value, from the words of Preflight to the spelling of a service and back. */

import { iso31661 } from 'iso-3166';
import { isJsonObject, type Json } from '../../contracts/json.ts';

export type Form<Canonical = Json> = {
  /** For a person: `DD.MM.YYYY`, `minor units`. */
  readonly id: string;
  /** Undefined for what the form cannot spell. */
  readonly write: (canonical: Canonical) => Json | undefined;
  /** Undefined for what is not spelled in this form. */
  readonly read: (spelled: Json) => Canonical | undefined;
  /** What the spelling does not hold any more; absent where reading gives back all that was written. */
  readonly loses?: string;
};

/** Without recursion into what is the same object: bodies are compared often. */
export const isSame = (one: Json | undefined, other: Json | undefined): boolean => {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((each, i) => isSame(each, other[i]))
    );
  }
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
};

/** Every value as it is, of any type. */
export const asItIs: Form = { id: 'as it is', write: (value) => value, read: (spelled) => spelled };

const cased = (id: string, change: (text: string) => string): Form => ({
  id,
  loses: 'capitals',
  write: (value) => (typeof value === 'string' ? change(value) : undefined),
  read: (spelled) => (typeof spelled === 'string' && spelled === change(spelled) ? spelled : undefined),
});

/** Of names and of other texts. */
export const textForms: readonly Form[] = [
  asItIs,
  cased('CAPITALS', (text) => text.toUpperCase()),
  cased('small letters', (text) => text.toLowerCase()),
  {
    id: 'text of a number',
    write: (value) => (typeof value === 'number' ? String(value) : undefined),
    read: (spelled) =>
      typeof spelled === 'string' && spelled.trim() !== '' && String(Number(spelled)) === spelled
        ? Number(spelled)
        : undefined,
  },
  {
    id: 'number of a text',
    write: (value) => (typeof value === 'string' && /^(0|[1-9]\d{0,14})$/.test(value) ? Number(value) : undefined),
    read: (spelled) => (typeof spelled === 'number' && Number.isSafeInteger(spelled) ? String(spelled) : undefined),
  },
  {
    id: 'list of one',
    write: (value) => [value],
    read: (spelled) => (Array.isArray(spelled) && spelled.length === 1 ? spelled[0] : undefined),
  },
];

/** Counts and durations: with a factor between two units, such as seconds and milliseconds. */
export const timesForm = (factor: number): Form => ({
  id: `times ${factor}`,
  write: (value) => (typeof value === 'number' ? Number((value * factor).toPrecision(15)) : undefined),
  read: (spelled) => (typeof spelled === 'number' ? Number((spelled / factor).toPrecision(15)) : undefined),
});

/** A learned table of a small domain. Two words of one spelling are said to be lost. */
export const tableForm = (pairs: readonly (readonly [canonical: Json, spelled: Json])[]): Form => {
  const clashes = pairs.filter(([, spelled], i) => pairs.some((other, k) => k !== i && isSame(other[1], spelled)));
  return {
    id: `table of ${pairs.length}`,
    ...(clashes.length > 0 && { loses: `which of ${clashes.map(([each]) => JSON.stringify(each)).join(', ')}` }),
    write: (value) => pairs.find(([canonical]) => isSame(canonical, value))?.[1],
    read: (spelled) => pairs.find(([, each]) => isSame(each, spelled))?.[0],
  };
};

const pairForms = (pairs: readonly (readonly [yes: Json, no: Json])[], [yes, no]: readonly [Json, Json]): Form[] =>
  pairs.map(([one, other]) => ({
    ...tableForm([
      [yes, one],
      [no, other],
    ]),
    id: `${JSON.stringify(one)} or ${JSON.stringify(other)}`,
  }));

/** True and false. */
export const booleanForms: readonly Form[] = pairForms(
  [
    [true, false],
    [1, 0],
    ['true', 'false'],
    ['1', '0'],
    ['Y', 'N'],
    ['y', 'n'],
    ['yes', 'no'],
    ['YES', 'NO'],
    ['T', 'F'],
  ],
  [true, false],
);

/** `male` and `female`. */
export const genderForms: readonly Form[] = pairForms(
  [
    ['male', 'female'],
    ['M', 'F'],
    ['m', 'f'],
    ['MALE', 'FEMALE'],
    ['Male', 'Female'],
    ['Mr', 'Ms'],
    ['MR', 'MRS'],
    ['Mr', 'Mrs'],
    [1, 2],
    [0, 1],
  ],
  ['male', 'female'],
);

/** An object with one member that varies, for what several forms agree on. */
export const inField = (key: string, form: Form): Form => ({
  ...form,
  id: `${form.id} in ${key}`,
  write: (value) => {
    const written = form.write(value);
    return written === undefined ? undefined : { [key]: written };
  },
  read: (spelled) =>
    isJsonObject(spelled) && Object.hasOwn(spelled, key) ? form.read(spelled[key] ?? null) : undefined,
});

// Countries by their codes and names (ISO 3166-1).

type IsoCountry = (typeof iso31661)[number];

const coded = (id: string, spell: (country: IsoCountry) => Json): Form<string> => {
  const bySpelling = new Map(iso31661.map((country) => [spell(country), country.alpha2]));
  const byCode = new Map(iso31661.map((country) => [country.alpha2, spell(country)]));
  return { id, write: (code) => byCode.get(code), read: (spelled) => bySpelling.get(spelled) };
};

/** Canonical is ISO 3166-1 alpha-2 in capitals. */
export const countryForms: readonly Form<string>[] = [
  coded('A2', ({ alpha2 }) => alpha2),
  coded('a2', ({ alpha2 }) => alpha2.toLowerCase()),
  coded('A3', ({ alpha3 }) => alpha3),
  coded('a3', ({ alpha3 }) => alpha3.toLowerCase()),
  coded('numeric', ({ numeric }) => Number(numeric)),
  coded('numeric text', ({ numeric }) => numeric),
  coded('name', ({ name }) => name),
  coded('NAME', ({ name }) => name.toUpperCase()),
];
