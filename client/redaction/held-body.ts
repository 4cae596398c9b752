/** Holds a large body as its text, and parses it again on access: as values it takes several times as much memory. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Json } from '../../contracts/json.ts';
import { heldBytesMax } from '../limits.ts';

/**
 * Keeps what a large answer leaves behind small. Left to itself, V8 lets the values of several large answers lie about
 * and keeps the room they took. Then an answer costs four times its size instead of less than three.
 */
let collect: (() => void) | undefined;

/** Before a large answer is read: the room for new values grows no more, for it is never given back. */
export const makeReadyForLarge = (): void => {
  if (collect) return;
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--expose-gc');
  collect = runInNewContext('gc') as () => void;
};

/** When nothing but the text of a large answer is needed any more. */
const clearAway = (): void => collect?.();

/** Gives the body on each access; the same object as long as it is in use. */
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

/** Puts the body into what is recorded. @param bytes How large it was on its way. */
export const withBody = <T extends object>(recorded: T, body: Json, bytes: number): T & { body: Json } => {
  if (bytes <= heldBytesMax || typeof body !== 'object' || body === null) return { ...recorded, body };
  return Object.defineProperty(recorded as T & { body: Json }, 'body', { get: readAgain(body), enumerable: true });
};
