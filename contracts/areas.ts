/** The areas that people name, and the topics in each: a topic is the first part of a clause id. */
import { topicOf } from './clause.ts';
import {
  type ClauseId,
  clauseIds,
  isOfficial,
  isPartnerClauseId,
  presentId,
  retiredIds,
  type TopicName,
} from './clauses.ts';
import { areaByTopic as compiled } from './compiled/clauses.mjs';
import { UsageError, unknownName } from './usage-error.ts';

/** `general` is what holds everywhere, `partner` what a target file promises. */
export const areas = ['token', 'dictionaries', 'hotels', 'flights', 'general', 'partner'] as const;
export type Area = (typeof areas)[number];

const areaByTopic = compiled as Readonly<Record<TopicName, Area>>;

/** Undefined for a topic that this version does not know. */
export const areaOfTopic = (topic: string): Area | undefined =>
  Object.hasOwn(areaByTopic, topic) ? areaByTopic[topic as TopicName] : undefined;

/** The operations are called like their topics, but for this one. */
export const areaOfOperation = (operation: string): Area | undefined =>
  areaOfTopic(operation === 'hotel-static' ? 'hotel-card' : operation);

export const areaOfClause = (id: ClauseId): Area =>
  isOfficial(id) ? areaByTopic[topicOf(id) as TopicName] : 'partner';

/** Policies, command lines and stored runs still hold these. */
export const formerAreas = {
  'reference-data': 'dictionaries',
  'reference data': 'dictionaries',
} as const satisfies Readonly<Record<string, Area>>;

/** The present name of an area that was named otherwise before, and the law in place of a retired clause. */
export const presentName = (name: string): string =>
  Object.hasOwn(formerAreas, name) ? formerAreas[name as keyof typeof formerAreas] : presentId(name);

/** What a policy says of areas, each under its name of today. */
export const byPresentName = (limits: Readonly<Record<string, number>>): Partial<Record<Area, number>> =>
  Object.fromEntries(Object.entries(limits).map(([name, value]) => [presentName(name), value]));

export const areaNamed = (name: string): Area | undefined => areas.find((each) => each === presentName(name));

/** In the order of the clause table; `own` are those of the target file. */
export const clausesIn = (area: Area, own: readonly ClauseId[] = []): ClauseId[] =>
  [...clauseIds, ...own].filter((id) => areaOfClause(id) === area);

/** Those that had their place in the area, and are judged by a law now. */
export const retiredIn = (area: Area): string[] => retiredIds.filter((id) => areaOfTopic(topicOf(id)) === area);

export const topicNames = Object.keys(areaByTopic) as readonly TopicName[];

/** What an area, a topic or a clause id names; empty for any other name. */
export const clausesNamed = (name: string, own: readonly ClauseId[] = []): ClauseId[] => {
  const area = areaNamed(name);
  return area
    ? clausesIn(area, own)
    : [...clauseIds, ...own].filter((id) => id === presentId(name) || topicOf(id) === name);
};

/** @throws UsageError with the name that is nearest. */
export const chosenBy = (name: string, what = 'area, topic or clause', own: readonly ClauseId[] = []): ClauseId[] => {
  const chosen = clausesNamed(name, own);
  if (chosen.length > 0) return chosen;
  if (areaNamed(name) === 'partner' || isPartnerClauseId(name)) {
    throw new UsageError(`${what} ${name}: the target file lists no such clause (docs/use/bindings.md)`);
  }
  throw unknownName(
    what,
    name,
    [...areas, ...topicNames, ...clauseIds, ...own],
    `areas: ${areas.join(', ')}; topics and clauses: npx --no -- preflight clauses`,
  );
};

/** Clauses on refusals: of a caller without a token, of an empty request, or of what does not exist. */
const refusals = /^(hotel|avia)-(bearer|refusal)\.|\.(unknown|malformed)-booking|\.unknown-ticket|\.incomplete-request/;

/** Whether a clause shows something about its area: refusals need no knowledge of the area. */
export const showsItsArea = (id: ClauseId): boolean => !refusals.test(id);
