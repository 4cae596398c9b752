/** What tests of all rooms assert with. */
import { deepEqual } from 'node:assert/strict';

/** That a list is empty; shows what it holds otherwise. */
export const none = (found: readonly unknown[], message?: string): void => deepEqual(found, [], message);

/** How long this process has had a processor, in ms: what else the machine is busy with makes no check slower. */
export const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
