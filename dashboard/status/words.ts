/** Turns checks into the words of other status pages: one rule for now, for an hour and for a day. */
import { type StatusWord, statusWords } from '../../contracts/status-page.ts';

/** How a topic stands: how many checks of it held, and how many were broken or found the service in trouble. */
export type TopicStands = {
  readonly held: number;
  readonly bad: number;
  /** Whether one of them says something about its area: refusals alone do not. */
  readonly tells: boolean;
};

const isJudged = ({ held, bad }: TopicStands): boolean => held + bad > 0;
/** Down is a topic of which nothing held; where something did, it is impaired. */
const isDown = ({ held, bad }: TopicStands): boolean => held === 0 && bad > 0;

/** The word of one area, by its topics. A topic that was not judged is unknown, and says nothing about others. */
export const wordOfTopics = (topics: readonly TopicStands[]): StatusWord => {
  const judged = topics.filter(isJudged);
  if (!judged.some(({ bad }) => bad > 0)) return judged.some(({ tells }) => tells) ? 'operational' : 'unknown';
  const down = judged.filter(isDown).length;
  if (down === judged.length) return 'major_outage';
  return down > 0 ? 'partial_outage' : 'degraded_performance';
};

/** The worst of several; `unknown` where there is none. */
export const worstWord = (words: readonly StatusWord[]): StatusWord =>
  statusWords.find((each) => words.includes(each)) ?? 'unknown';

const bad: readonly StatusWord[] = ['major_outage', 'partial_outage', 'degraded_performance'];
export const isBad = (word: StatusWord): boolean => bad.includes(word);

/** `major outage` */
export const wordText = (word: StatusWord): string => word.replace('_', ' ');

const sentences: Readonly<Record<StatusWord, { readonly all: string; readonly some: string }>> = {
  major_outage: { all: 'All systems are out', some: 'Some systems are out' },
  partial_outage: { all: 'All systems are partly out', some: 'Some systems are partly out' },
  degraded_performance: { all: 'All systems are degraded', some: 'Some systems are degraded' },
  under_maintenance: { all: 'Under maintenance', some: 'Some systems are under maintenance' },
  unknown: { all: 'Nothing is known at the moment', some: 'All that is measured is operational' },
  operational: { all: 'All systems operational', some: '' },
};

/** The line at the top for all parts of all services. */
export const sentenceOf = (words: readonly StatusWord[]): string => {
  const worst = worstWord(words);
  const { all, some } = sentences[worst];
  return words.every((each) => each === worst) ? all : some;
};
