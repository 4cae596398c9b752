/** Many answers of every story, and many values of every schema, keep their laws, whatever the seed. */
import { stories } from '../../generators/answers/stories.ts';
import { storiesHold } from '../unit/generators/answer-laws.ts';
import { schemasHold } from '../unit/generators/schema-laws.ts';

for (let seed = 1; seed <= 3; seed += 1) {
  const effort = { seed, numRuns: 50, shrinksMax: 20 };
  storiesHold(stories, effort);
  schemasHold({ ...effort, numRuns: 300 });
}
