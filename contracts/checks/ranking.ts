/** Whether the lists that ranking orders are in the order of their scores (part 2.4). */

import { type Check, type Unshown, unshown } from '../check.ts';
import type { RankedFact } from '../facts.ts';
import type { BoundOperation } from '../intents.ts';
import type { Exchange } from '../trace.ts';
import { turns } from './lists.ts';
import { ofEveryAnswer, wrongField } from './offers.ts';
import { doesNotRead, readFacts } from './read-facts.ts';

type Scored = RankedFact & { readonly score: number };

/** The scores of each list; null among them is lawful, and has no place in their order. */
const scoredLists = (exchange: Exchange): Scored[][] | undefined =>
  readFacts(exchange).ranked?.map((list) => list.filter((each): each is Scored => each.score !== null));

const wrongSteps = (list: readonly Scored[]) => turns(list.map(({ score }, at) => ({ at, id: score })));

const differ = (list: readonly Scored[]): boolean => list.some(({ score }) => score !== list[0]?.score);

/** The lists that can show an order; else why there are none. */
const tellingLists = (exchange: Exchange, scoresMin: number): Scored[][] | Unshown => {
  const lists = scoredLists(exchange);
  if (!lists) return doesNotRead(exchange, 'ranked, and the offers stand in several lists');
  const telling = lists.filter((list) => list.length >= scoresMin && differ(list));
  return telling.length > 0 ? telling : unshown(`no list has ${scoresMin} scores that are not all equal`);
};

/** Of two scores any order rises or falls; the third can break it. */
export const rankedByAiScore = (operation: BoundOperation): Check =>
  ofEveryAnswer(operation, (exchange) => {
    const lists = tellingLists(exchange, 3);
    if ('unshown' in lists) return lists;
    return lists.flatMap((list) =>
      wrongSteps(list).flatMap(({ at, before }) => {
        const entry = list[at];
        const expected = `in the order of the scores, and the one before it is ${before}`;
        return entry ? [wrongField(exchange, { at: entry.at, value: entry.score }, 'aiScore', expected)] : [];
      }),
    );
  });

export const highestScoreFirst = (operation: BoundOperation): Check =>
  ofEveryAnswer(operation, (exchange) => {
    const lists = tellingLists(exchange, 2);
    if ('unshown' in lists) return lists;
    const ordered = lists.filter((list) => wrongSteps(list).length === 0);
    if (ordered.length === 0) return unshown('no list is in the order of its scores');
    return ordered.flatMap(([first, ...more]) => {
      const last = more.at(-1);
      if (!first || !last || first.score > last.score) return [];
      const expected = `the highest score, which is ${last.score}`;
      return [wrongField(exchange, { at: first.at, value: first.score }, 'aiScore', expected)];
    });
  });
