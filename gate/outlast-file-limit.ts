/** Lets a process outlast the limit on the size of its files: the write fails, where the system would end the process with bookings open. */

export const outlastFileLimit = (): void => {
  if (process.listenerCount('SIGXFSZ') === 0) process.on('SIGXFSZ', () => {});
};
