/**
 * Loaded before the runner of Node, which follows every promise to tell which test an error belongs to that nobody caught. That
 * takes a fifth of the time of ours. Without it such an error still fails its file.
 */
import hooks from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';

const { createHook } = hooks;

hooks.createHook = (callbacks) => {
  const isOfRunner = new Error('asked by').stack?.includes('internal/test_runner') === true;
  return createHook(isOfRunner ? { ...callbacks, trackPromises: false } : callbacks);
};
syncBuiltinESMExports();
