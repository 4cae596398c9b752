/** Many answers of every story, and many values of every schema, keep their laws, whatever the seed. */
import { storiesHold } from '../unit/generators/answer-laws.ts';
import { schemasHold } from '../unit/generators/schema-laws.ts';

for (let seed = 1; seed <= 3; seed += 1) {
  storiesHold({ seed, numRuns: 50 });
  schemasHold({ seed, numRuns: 300 });
}
