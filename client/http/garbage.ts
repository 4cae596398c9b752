/**
 * Keeps what a large answer leaves behind small. Left to itself, V8 lets the values of several large answers lie about
 * and keeps the room they took: then an answer costs four times its size instead of less than three.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/** Before a large answer is read: the room for new values grows no more, for it is never given back. */
export const makeReadyForLarge = (): void => {
  if (collect) return;
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--expose-gc');
  collect = runInNewContext('gc') as () => void;
};

/** When nothing but the text of a large answer is needed any more. */
export const clearAway = (): void => collect?.();
