/**
 * Loaded before the runner of Node, which follows every promise to find the test that an uncaught error belongs to.
 * That takes a fifth of the time of the tests. Without it such an error still fails its file.
 */
import hooks from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';

const { createHook } = hooks;

hooks.createHook = (callbacks) => {
  const isOfRunner = new Error('asked by').stack?.includes('internal/test_runner') === true;
  return createHook(isOfRunner ? { ...callbacks, trackPromises: false } : callbacks);
};
syncBuiltinESMExports();
