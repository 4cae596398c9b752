/** A few answers of every story keep their laws. */
import { stories } from '../../../generators/answers/stories.ts';
import { storiesHold } from './answer-laws.ts';

storiesHold(stories, { seed: 20_260_831, numRuns: 5, shrinksMax: 6 });
