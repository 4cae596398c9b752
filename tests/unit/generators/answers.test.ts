/** A few answers of every story, and a few values of every schema, keep their laws. */
import { storiesHold } from './answer-laws.ts';
import { schemasHold } from './schema-laws.ts';

const seed = 20_260_831;

storiesHold({ seed, numRuns: 5 });
schemasHold({ seed, numRuns: 10 });
