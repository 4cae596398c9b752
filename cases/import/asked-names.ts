/** Which names of fields the bindings of a target ask for in answers: they are no values, in any letters. */
import type { Json } from '../../contracts/json.ts';

export type AnyResponse = (body: Json, intent: never) => unknown;

const textsIn = (value: Json, texts: Set<string>): void => {
  if (typeof value === 'string' || typeof value === 'number') texts.add(String(value));
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) textsIn(each, texts);
};

/** The same body, which notes each key that is asked for by its name, and none of an object that was listed before. */
const noting = (body: Json, note: (name: string) => void): Json => {
  const made = new WeakMap<object, Json>();
  const listed = new WeakSet<object>();
  const shown = (value: Json | undefined): Json | undefined => {
    if (typeof value !== 'object' || value === null) return value;
    const known = made.get(value);
    if (known !== undefined) return known;
    const asked = (of: object, key: string | symbol): void => {
      if (typeof key === 'string' && !Array.isArray(of) && !listed.has(of)) note(key);
    };
    const proxy = new Proxy(value, {
      get: (of, key, receiver) => {
        asked(of, key);
        return Object.hasOwn(of, key)
          ? shown(Reflect.get(of, key) as Json)
          : (Reflect.get(of, key, receiver) as unknown);
      },
      has: (of, key) => {
        asked(of, key);
        return Reflect.has(of, key);
      },
      ownKeys: (of) => {
        listed.add(of);
        return Reflect.ownKeys(of);
      },
    }) as Json;
    made.set(value, proxy);
    return proxy;
  };
  return shown(body) ?? null;
};

export const createAskedNames = () => {
  const [names, values] = [new Set<string>(), new Set<string>()];
  return {
    see: (response: AnyResponse, body: Json, intent: Json = {}): void => {
      textsIn(body, values);
      try {
        response(
          noting(structuredClone(body), (name) => names.add(name)),
          intent as never,
        );
      } catch {
        // What it has asked for until then it has asked for.
      }
    },
    /** Those that are known in another way. */
    add: (known: readonly string[]): void => {
      for (const name of known) names.add(name);
    },
    /** Without those that are values: what is looked up by an id has the id for its key. */
    all: (): string[] => [...names].filter((name) => !values.has(name)).toSorted(),
  };
};
