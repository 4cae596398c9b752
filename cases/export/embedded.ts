/** What is put into a script so that nothing of it acts: comments, files that go with it, and what it looks for. */
import { readFileSync } from 'node:fs';
import type { Json } from '../../contracts/json.ts';
import { plainJson } from '../plain-json.ts';
import type { Script } from './script.ts';

/** In a comment a new line would begin a command. */
export const comments =
  (sign: '#' | '//') =>
  (line: string): string =>
    `${sign} ${line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')}`.trimEnd();

export const shipped = (file: string): string =>
  readFileSync(new URL(`shipped/${file}`, import.meta.url), 'utf8').trimEnd();

/** As JSON: what earlier steps give, and how to see the error. */
export const planOf = ({ given, test, steps, focus, books }: Script): string =>
  plainJson({
    given,
    books,
    ...(test && { test }),
    step: steps.find(({ exchange }) => exchange === focus.exchange)?.number ?? steps.length,
    where: focus.where,
    expected: focus.expected ?? 'not said: no clause is broken',
    actual: focus.actual,
  } as unknown as Json);
