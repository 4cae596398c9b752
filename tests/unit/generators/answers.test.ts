/** A few answers of every story, and a few values of every schema, keep their laws. */
import { stories } from '../../../generators/answers/stories.ts';
import { coverageHolds, storiesHold } from './answer-laws.ts';
import { schemasHold } from './schema-laws.ts';

const effort = { seed: 20_260_831, numRuns: 3, shrinksMax: 4 };

storiesHold(stories, effort);
coverageHolds(stories);
schemasHold({ ...effort, numRuns: 10 });
