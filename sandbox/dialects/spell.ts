/** Writes canonical bodies as a draw spells them, and reads them back: as the service, or as a partner. */
import type { Path } from '../../contracts/check.ts';
import { type Fields, isFields } from '../reply.ts';
import type { FormContext } from './dates-and-money.ts';
import type { DrawnDialect } from './draw.ts';
import { kinds } from './forms.ts';
import type { BodyForm, BodyShape, ObjectShape } from './shape.ts';

type SpellingContext = Pick<FormContext, 'root' | 'day'>;

/** Where an object was read from. */
export type Places = WeakMap<object, Path>;

/** Where a field stands in its object, dots leading inside; '' where it lends its content. */
const placeIn = ({ id, keeps, groups, lends }: ObjectShape, name: string, draw: DrawnDialect): string => {
  const own = draw.names[`${id}.${name}`];
  if (own !== undefined) return own;
  const group = Object.keys(groups).find((each) => groups[each]?.includes(name));
  const inGroup = group !== undefined && draw.nested.includes(`${id}.${group}`) ? [draw.names[group] ?? group] : [];
  if (lends.includes(name) && draw.lent.includes(`${id}.${name}`)) return inGroup.join('.');
  return [...inGroup, keeps.includes(name) ? name : (draw.names[name] ?? name)].join('.');
};

/** What stands at a place; undefined when nothing does. */
const at = (value: unknown, place: string): unknown =>
  place === ''
    ? value
    : place
        .split('.')
        .reduce<unknown>(
          (found, name) => (isFields(found) && Object.hasOwn(found, name) ? found[name] : undefined),
          value,
        );

/**
 * Where a field goes, dots leading inside, and what is written there. A field with no name of its own lends all that is
 * inside it to what encloses it.
 */
const put = (into: Record<string, unknown>, place: string, value: unknown): void => {
  if (place === '') {
    if (isFields(value)) Object.assign(into, value);
    return;
  }
  const names = place.split('.');
  const last = names.pop() ?? '';
  let fields = into;
  for (const name of names) {
    fields[name] ??= {};
    if (!isFields(fields[name])) return;
    fields = fields[name] as Record<string, unknown>;
  }
  fields[last] = value;
};

/** A place as a path. */
const stepsOf = (place: string): string[] => (place === '' ? [] : place.split('.'));

/**
 * The service passes on what has no canonical form: a fault has made it, or a caller. A partner reads nothing from it,
 * and keeps references as they came.
 */
export const speller = (draw: DrawnDialect, side: 'service' | 'partner') => {
  const nameOf = (field: string): string => draw.names[field] ?? field;
  const wayOf = ({ layout, among }: { layout: string; among: Readonly<Record<string, BodyForm>> }): BodyForm => {
    const way = among[draw.layouts[layout] ?? ''];
    if (!way) throw new RangeError(`the dialect has no layout for ${layout}`);
    return way;
  };
  const formOf = (kind: keyof typeof kinds) => {
    const { forms, is, ...rest } = kinds[kind] as (typeof kinds)[typeof kind] & { readonly isOpaque?: true };
    const form = (
      forms as Readonly<
        Record<
          string,
          {
            write: (value: never, context: FormContext) => unknown;
            read: (spelled: unknown, context: FormContext) => unknown;
          }
        >
      >
    )[draw.forms[kind]];
    if (!form) throw new RangeError(`the dialect has no form for ${kind}`);
    return { form, is, isKept: side === 'partner' && rest.isOpaque === true };
  };

  const write = (shape: BodyShape, value: unknown, context: SpellingContext = {}): unknown => {
    if (typeof shape === 'string') {
      const { form, is, isKept } = formOf(shape);
      return isKept || !is(value) ? value : form.write(value as never, { ...context, nameOf });
    }
    if ('listOf' in shape) return Array.isArray(value) ? value.map((one) => write(shape.listOf, one, context)) : value;
    if ('mapOf' in shape) {
      if (!isFields(value)) return value;
      return Object.fromEntries(Object.entries(value).map(([id, one]) => [id, write(shape.mapOf, one, context)]));
    }
    if ('layout' in shape) {
      const way = wayOf(shape);
      return write(way.shape, way.to(value), context);
    }
    return isFields(value) ? writeObject(shape, value, context) : value;
  };

  const writeObject = (shape: ObjectShape, value: Fields, context: SpellingContext): Fields => {
    const into: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue;
      const known = shape.fields[name];
      const written = known === undefined ? field : write(known, field, context);
      const place = known === undefined ? name : placeIn(shape, name, draw);
      // What lends its content, and is no object, keeps its name.
      put(into, place === '' && !isFields(written) ? name : place, written);
    }
    // What is documented is as the handler, or a fault, has made it.
    const isOfShape = Object.keys(shape.fields).some((name) => value[name] !== undefined);
    if (draw.absent === 'null' && side === 'service' && isOfShape)
      for (const name of Object.keys(shape.fields))
        if (value[name] === undefined && !shape.keeps.includes(name) && placeIn(shape, name, draw) !== '')
          put(into, placeIn(shape, name, draw), null);
    return into;
  };

  const places: Places = new WeakMap();

  const read = (shape: BodyShape, spelled: unknown, path: Path = [], context: SpellingContext = {}): unknown => {
    if (typeof shape === 'string') {
      const { form, is, isKept } = formOf(shape);
      if (isKept) return spelled ?? undefined;
      const value = form.read(spelled, { ...context, nameOf });
      if (is(value)) return value;
      return side === 'service' ? spelled : undefined;
    }
    if ('listOf' in shape) {
      if (Array.isArray(spelled)) return spelled.map((one, i) => read(shape.listOf, one, [...path, i], context));
      return side === 'service' ? spelled : undefined;
    }
    if ('mapOf' in shape) {
      if (!isFields(spelled)) return undefined;
      const entries = Object.entries(spelled);
      return Object.fromEntries(entries.map(([id, one]) => [id, read(shape.mapOf, one, [...path, id], context)]));
    }
    if ('layout' in shape) {
      const way = wayOf(shape);
      return way.from(read(way.shape, spelled, path, context));
    }
    if (isFields(spelled)) return readObject(shape, spelled, path, context);
    return side === 'service' ? spelled : undefined;
  };

  const readObject = (shape: ObjectShape, spelled: Fields, path: Path, context: SpellingContext): Fields => {
    const value: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(shape.fields)) {
      const place = placeIn(shape, name, draw);
      const found = at(spelled, place);
      const isAbsent = found === undefined || (found === null && draw.absent === 'null');
      const one = isAbsent ? undefined : read(field, found, [...path, ...stepsOf(place)], context);
      if (one !== undefined) value[name] = one;
      // A partner distinguishes null from absence, where it means something.
      else if (found === null && side === 'partner') value[name] = null;
    }
    places.set(value, path);
    return value;
  };

  return {
    nameOf,
    write,
    read,
    /** Where a field stands in what is answered. */
    pathIn: (shape: ObjectShape, name: string): Path => stepsOf(placeIn(shape, name, draw)),
    placeOf: (value: unknown): Path => (typeof value === 'object' && value !== null && places.get(value)) || [],
  };
};
