/** Asserts that a list is empty, and shows what it holds otherwise. */
import { deepEqual } from 'node:assert/strict';

export const none = (found: readonly unknown[], message?: string): void => deepEqual(found, [], message);
