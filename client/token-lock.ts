/** The lock of a cached token: taken for one login, or held over several while others wait for the last of them. */

type Lock = <T>(work: () => Promise<T>) => Promise<T>;

export type TokenLock = {
  /** Runs the work under the lock, or at once while this process holds it. */
  readonly run: Lock;
  /** Resolves to what gives the lock back. */
  hold(): Promise<() => Promise<void>>;
};

export const createTokenLock = (lock: Lock): TokenLock => {
  let isHeld = false;
  return {
    run: (work) => (isHeld ? work() : lock(work)),
    hold: async () => {
      const begun = Promise.withResolvers<void>();
      const ended = Promise.withResolvers<void>();
      const held = lock(async () => {
        isHeld = true;
        begun.resolve();
        await ended.promise;
        isHeld = false;
      });
      await Promise.race([begun.promise, held]);
      return async () => {
        ended.resolve();
        await held;
      };
    },
  };
};
