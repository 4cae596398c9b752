/** Holds a large body as its text, and reads it again when somebody looks: as values it takes several times as much. */
import type { Json } from '../../contracts/json.ts';
import { clearAway } from '../http/garbage.ts';
import { heldBytesMax } from '../limits.ts';

/** What gives the body, whenever it is asked for; as long as somebody works with it, the same one. */
const readAgain = (body: object): (() => Json) => {
  const bytes = Buffer.from(JSON.stringify(body));
  let held = new WeakRef(body);
  clearAway();
  return () => {
    const alive = held.deref() ?? (JSON.parse(bytes.toString()) as object);
    held = new WeakRef(alive);
    return alive as Json;
  };
};

/**
 * Puts the body into what is recorded.
 *
 * @param bytes How large it was on its way.
 */
export const withBody = <T extends object>(recorded: T, body: Json, bytes: number): T & { body: Json } => {
  if (bytes <= heldBytesMax || typeof body !== 'object' || body === null) return { ...recorded, body };
  return Object.defineProperty(recorded as T & { body: Json }, 'body', { get: readAgain(body), enumerable: true });
};
