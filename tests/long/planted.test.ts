/** A person in every place and every key of every operation's answer. */
import { test } from 'node:test';
import { dialectIds } from '../../sandbox/dialects.ts';
import { plantEverywhere } from '../unit/client/redaction/planted-person.ts';

for (const dialect of dialectIds)
  test(`a person in any place and any key of an answer is found in nothing that leaves, ${dialect}`, () =>
    plantEverywhere(dialect, 1));
