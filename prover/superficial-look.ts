/** What a superficial look sees of a world, and which faults it misses: the checks must see more. */
import { isJsonObject, type Json } from '../contracts/json.ts';
import type { Trace } from '../contracts/trace.ts';

/** One answer at a glance: never a value. */
export type Glimpse = {
  readonly flow: string;
  /** The operation, and the kind of credential it was asked with. */
  readonly asked: string;
  /** 0 where no answer came. */
  readonly status: number;
  /** The names of all fields that are there, of a list those of its first record. */
  readonly fields: string;
};

export type Look = readonly Glimpse[];

const namesIn = (value: Json | undefined, place: string): string[] => {
  const [first] = Array.isArray(value) ? value : [];
  const fields = first === undefined ? Object.entries(isJsonObject(value) ? value : {}) : [['[0]', first] as const];
  return fields.flatMap(([name, field]) => [`${place}/${name}`, ...namesIn(field, `${place}/${name}`)]);
};

export const superficialLook = ({ flow, exchanges }: Pick<Trace, 'flow' | 'exchanges'>): Look =>
  exchanges.map(({ operation, bearer, login, response }) => ({
    flow,
    asked: `${operation} with ${login ?? bearer}`,
    status: response?.status ?? 0,
    fields: namesIn(response?.body, '').sort().join(' '),
  }));

const shapeOf = ({ asked, status, fields }: Glimpse): string => `${asked}: ${status} ${fields}`;

export const shapesIn = (look: Look): Set<string> => new Set(look.map(shapeOf));

const inTurn = (look: Look): Map<string, Look> => Map.groupBy(look, ({ flow, asked }) => `${flow} ${asked}`);

/**
 * Whether a world shows nothing that lawful ones do not show: every answer has the status that health gives in its turn,
 * and fields as lawful answers of that operation, credential and status have them. How often a flow asks is not seen: it
 * looks again for what it does not find, so that answers beyond those of health are held against its last.
 *
 * @param health What the same flows show of the healthy world.
 * @param lawful Shapes that other lawful worlds show.
 */
export const showsNothingNew = (
  look: Look,
  { health, lawful }: { readonly health: Look; readonly lawful: ReadonlySet<string> },
): boolean => {
  const [turns, shapes] = [inTurn(health), shapesIn(health)];
  return [...inTurn(look)].every(([asked, glimpses]) => {
    const healthy = turns.get(asked) ?? [];
    return glimpses.every((glimpse, turn) => {
      const shape = shapeOf(glimpse);
      return glimpse.status === (healthy[turn] ?? healthy.at(-1))?.status && (shapes.has(shape) || lawful.has(shape));
    });
  });
};
