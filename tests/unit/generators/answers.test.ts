/** A few answers of every story, and a few values of every schema, keep their laws. */
import type { ClauseId } from '../../../contracts/clauses.ts';
import { stories } from '../../../generators/answers/stories.ts';
import { coverageHolds, storiesHold } from './answer-laws.ts';
import { schemasHold } from './schema-laws.ts';

/** Clauses that no story breaks yet, each with its reason. It only shrinks: literal cases alone judge what stands here. */
const unbroken: readonly ClauseId[] = [
  // Younger than the stories.
  'hotel-flow.typical-flow-can-be-walked',
];

const effort = { seed: 20_260_831, numRuns: 3, shrinksMax: 4 };

storiesHold(stories, effort);
coverageHolds(stories, unbroken);
schemasHold({ ...effort, numRuns: 10 });
