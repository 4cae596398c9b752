/** A dialect as data, drawn from a seed: the same seed gives the same dialect within one version. */
import { digestOf } from '../world-parts.ts';
import { flightAnswers, hotelAnswers } from './answers.ts';
import { type KindId, kinds } from './forms.ts';
import { flightRequests, hotelRequests } from './requests.ts';
import { type BodyShape, cardAnswers, type ObjectShape } from './shape.ts';
import { documentedNames, lettersOf, styled, styles, synonymsOf } from './words.ts';

/** What one dialect chose where the interface leaves a choice. Plain JSON. */
export type DrawnDialect = {
  /**
   * How undocumented fields are named, by canonical name, no two alike. Of one object alone by its id and the name:
   * `offer.price`, where dots lead inside, and nothing is what encloses it.
   */
  readonly names: Readonly<Record<string, string>>;
  /** By kind of value: the form in which it is written. */
  readonly forms: Readonly<Record<KindId, string>>;
  /** By layout: which of its ways it is laid out in. */
  readonly layouts: Readonly<Record<string, string>>;
  /** Groups of fields that stand in an object of their own, and objects whose fields stand in what encloses them. */
  readonly nested: readonly string[];
  readonly lent: readonly string[];
  /** What encloses the answers of operations whose places are not shown. */
  readonly envelope: 'none' | 'data' | 'result';
  readonly absent: 'left out' | 'null';
  /** Whether answers say success beside what they answer. */
  readonly success: 'never' | 'refusals' | 'always';
  /** The status of a refusal; 0 leaves each its own. */
  readonly refusalStatus: number;
  readonly voids: 'silently' | 'reporting';
  readonly ticketNumbers: 'digits' | 'carrier';
  readonly searchIds: 'uuid' | 'short' | 'long';
  readonly exchangeIds: 'uuid' | 'short' | 'long';
  readonly offerIds: 'digits' | 'letters';
  readonly bookingIds: 'uuid' | 'number' | 'text';
};

/** What both fixed dialects have in common. */
export const usual = {
  nested: [],
  lent: [],
  envelope: 'none',
  absent: 'left out',
  refusalStatus: 0,
} as const;

/** Of each of some objects the same field. */
export const ofEach = (objects: readonly string[], fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(objects.flatMap((id) => Object.entries(fields).map(([name, place]) => [`${id}.${name}`, place])));

/** Takes one of some, by the seed and by what it is for: a new choice elsewhere changes none of the others. */
const drawing =
  (seed: number) =>
  <Choice>(what: string, among: readonly Choice[]): Choice => {
    const chosen = among[digestOf(['dialect', seed, what]).readUInt32BE(0) % among.length];
    if (chosen === undefined) throw new RangeError(`nothing to draw for ${what}`);
    return chosen;
  };

type DialectParts = {
  readonly objects: Map<string, ObjectShape>;
  readonly fields: Set<string>;
  readonly layouts: Map<string, readonly string[]>;
};

/** The shapes right inside a shape. */
const inside = (shape: BodyShape): readonly BodyShape[] => {
  if (typeof shape === 'string') return [];
  if ('listOf' in shape) return [shape.listOf];
  if ('mapOf' in shape) return [shape.mapOf];
  if ('layout' in shape) return Object.values(shape.among).map((way) => way.shape);
  return Object.values(shape.fields);
};

const look = (shape: BodyShape, found: DialectParts): void => {
  if (typeof shape !== 'string' && 'layout' in shape) found.layouts.set(shape.layout, Object.keys(shape.among));
  if (typeof shape !== 'string' && 'fields' in shape) {
    const { id, fields, groups, keeps } = shape;
    found.objects.set(`${id} ${Object.keys(fields).join(' ')}`, shape);
    const named = Object.keys(fields).filter((name) => !keeps.includes(name));
    for (const name of [...Object.keys(groups), ...named]) found.fields.add(name);
  }
  for (const one of inside(shape)) look(one, found);
};

const everything = (): DialectParts => {
  const found: DialectParts = { objects: new Map(), fields: new Set(insideValues), layouts: new Map() };
  for (const shape of [hotelRequests, hotelAnswers, flightRequests, flightAnswers, cardAnswers].flatMap((all) =>
    Object.values<BodyShape>(all),
  ))
    look(shape, found);
  return found;
};

/** Fields inside values of a kind, and of the envelope. */
const insideValues = [
  'value',
  'currency',
  'year',
  'month',
  'day',
  'key',
  'before',
  'data',
  'result',
  'meta',
  'version',
];

/** Documented: hotel_search accepts a `timeout`. */
const givenNames = { timeoutMs: 'timeout' } as const;

const namesOf = (seed: number, draw: ReturnType<typeof drawing>, fields: Iterable<string>): Record<string, string> => {
  const style = draw('style', styles);
  const isOfLetters = draw('letters', [true, false, false, false]);
  const names: Record<string, string> = { ...givenNames };
  const taken = new Set<string>([...documentedNames, ...Object.values(givenNames)].map((name) => name.toLowerCase()));
  for (const field of fields) {
    if (Object.hasOwn(givenNames, field)) continue;
    const words = isOfLetters ? [] : synonymsOf(field);
    for (let at = 0; names[field] === undefined; at += 1) {
      const word = words.length > at ? draw(`name ${field} ${at}`, words) : lettersOf(digestOf([seed, field, at]));
      const name = styled(word, style);
      if (taken.has(name.toLowerCase())) continue;
      taken.add(name.toLowerCase());
      names[field] = name;
    }
  }
  return names;
};

export const drawnDialect = (seed: number): DrawnDialect => {
  const draw = drawing(seed);
  const { objects, fields, layouts } = everything();
  const some = (what: string, of: (shape: ObjectShape) => readonly string[]): string[] =>
    [...new Set([...objects.values()].flatMap((shape) => of(shape).map((name) => `${shape.id}.${name}`)))].filter(
      (one) => draw(`${what} ${one}`, [true, false]),
    );
  return {
    names: namesOf(seed, draw, [...fields].sort()),
    forms: Object.fromEntries(
      Object.entries(kinds).map(([kind, { forms }]) => [kind, draw(`form of ${kind}`, Object.keys(forms))]),
    ) as DrawnDialect['forms'],
    layouts: Object.fromEntries([...layouts].map(([layout, among]) => [layout, draw(`layout of ${layout}`, among)])),
    nested: some('nested', ({ groups }) => Object.keys(groups)),
    lent: some('lent', ({ lends }) => lends),
    envelope: draw('envelope', ['none', 'data', 'result']),
    absent: draw('absent', ['left out', 'left out', 'null']),
    success: draw('success', ['never', 'refusals', 'always']),
    refusalStatus: draw('refusals', [0, 0, 400, 422, 200]),
    voids: draw('voids', ['silently', 'reporting']),
    ticketNumbers: draw('ticket numbers', ['digits', 'carrier']),
    searchIds: draw('search ids', ['uuid', 'short', 'long']),
    exchangeIds: draw('exchange ids', ['uuid', 'short', 'long']),
    offerIds: draw('offer ids', ['digits', 'letters']),
    bookingIds: draw('booking ids', ['uuid', 'number', 'text']),
  };
};
