/** Tells a worker that the command it works for is gone, however it ended: a killed process cannot say so itself. */

const lookEveryMs = 500;

/** Whether the process of that id has ended. */
export const isGone = (owner: number): boolean => {
  try {
    return !process.kill(owner, 0);
  } catch {
    return true;
  }
};

/** Aborts soon after the process of that id has ended; keeps no process alive. */
export const ownerGone = (owner: number): AbortSignal => {
  const controller = new AbortController();
  const timer = setInterval(() => {
    if (!isGone(owner)) return;
    clearInterval(timer);
    controller.abort();
  }, lookEveryMs);
  timer.unref();
  return controller.signal;
};
