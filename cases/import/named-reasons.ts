/** Names what is not judged: without credentials, and the same thing once. */
import type { Redactor } from '../../client/redaction/credentials.ts';
import type { NotJudged } from './found.ts';

export const namedReasons = (given: readonly NotJudged[], { kept }: Redactor): NotJudged[] => {
  const groups = Map.groupBy(given, ({ what, why }) => `${what}\n${why}`);
  return [...groups.values()].flatMap(([first, ...more]) => {
    if (!first) return [];
    const times = more.length > 0 ? ` (${more.length + 1} times)` : '';
    return [{ what: `${kept(first.what)}${times}`, why: kept(first.why) }];
  });
};
