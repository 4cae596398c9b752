/** Some places of every operation; `npm run test:long` plants in all of them. */
import { test } from 'node:test';
import { plantEverywhere } from './planted-person.ts';

test('a person in a place or a key of an answer is found in nothing that leaves', () => plantEverywhere('nested', 12));
