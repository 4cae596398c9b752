/** An exploration of numbers, and a budget that is large enough for it. */
import fc from 'fast-check';
import { exploration } from '../../../explore/exploration.ts';
import type { ExploreBudget } from '../../../explore/explore.ts';

export const plenty: ExploreBudget = { requests: 1_000, runs: 100, shrinkRequests: 1_000 };

export const city = (id: number) => ({ id, nameRu: 'а', nameEn: 'a', latitude: 1, longitude: 1, country: null });

/** Asks for one number. */
export const numbers = exploration<number>('explore-numbers', {
  story: 'Ask for a number.',
  phase: 'main',
  operations: ['cities'],
  exercises: ['cities.sorted-by-id'],
  input: fc.integer({ min: 0, max: 1_000_000 }),
  run: async () => {},
});
