/** What a policy asks for and a run does not show: areas, clauses, quotas of evidence, and verdicts that are too old. */
import { areaNamed, areaOfClause, tellsOfItsArea } from './areas.ts';
import { topicOf } from './clause.ts';
import type { ClauseId } from './clauses.ts';
import type { Decision } from './decision.ts';
import { type ObligationId, obligationIds } from './obligations.ts';
import { isJudged, type Standing } from './standing.ts';

type Asked = Pick<Decision, 'requires' | 'quotas' | 'obligationDays' | 'settled'>;
type Lack = Decision['lacking'][number];

const dayMs = 24 * 3_600_000;

/** What most of them lack, in the words of the judge: trouble before a setting that would not have helped. */
const mostOften = (all: readonly Standing[]): string => {
  const troubled = all.filter(({ decisive }) => decisive.because === 'trouble');
  const reasons = (troubled.length > 0 ? troubled : all).flatMap(({ decisive }) => decisive.reason ?? []);
  const [, [first] = []] = [...Map.groupBy(reasons, (each) => each)].sort((a, b) => b[1].length - a[1].length)[0] ?? [];
  return first ?? 'no flow of this run shows it: npx --no -- preflight gate --dry-run tells what is sent';
};

const isObligation = (flow: string): boolean => obligationIds.includes(flow as ObligationId);

/** Whether only a later run can judge it: the flows that could do so at once need what the target lacks. */
const isTakingADay = ({ verdicts }: Standing): boolean =>
  verdicts.some(({ flow }) => isObligation(flow)) &&
  verdicts.every(({ flow, because }) => isObligation(flow) || because === 'needs');

const daysText = (ms: number): string => {
  const days = Math.floor(ms / dayMs);
  return ms > days * dayMs ? `more than ${days} days` : `${days} days`;
};

/** Why the last verdict about a clause that takes a day is none any more; undefined while it is one. */
const ageLack = (standing: Standing, { obligationDays, settled = [] }: Asked, atMs: number): string | undefined => {
  const here = standing.verdicts.flatMap(({ runs, outcome }) =>
    runs && isJudged({ outcome }) ? [{ run: runs.settledBy, at: runs.settledAt, isBroken: false }] : [],
  );
  const before = settled
    .filter(({ clause }) => clause === standing.clause)
    .map(({ run, at, outcome }) => ({ run, at, isBroken: outcome === 'fail' }));
  const [last] = [...here, ...before].sort((a, b) => (a.at < b.at ? 1 : -1));
  const wayOut = 'npx --no -- preflight obligations lists what waits, npx --no -- preflight gate --due settles it';
  if (!last) return `it takes a day and no run has judged it yet: ${wayOut}`;
  if (last.isBroken) return `run ${last.run} found it broken, and no run has judged it since: ${wayOut}`;
  // The clock of a test environment may have been turned back since.
  const age = Math.abs(atMs - Date.parse(last.at));
  if (obligationDays === undefined || age <= obligationDays * dayMs) return undefined;
  return `its last verdict, of run ${last.run}, is ${daysText(age)} old, and ${obligationDays} are allowed: ${wayOut}`;
};

const isOf = (name: string, id: ClauseId): boolean => {
  const area = areaNamed(name);
  return area ? areaOfClause(id) === area && tellsOfItsArea(id) : id === name || topicOf(id) === name;
};

const requirementLack = (name: string, all: readonly Standing[], asked: Asked, atMs: number): Lack[] => {
  const meant = all.filter(({ clause }) => isOf(name, clause));
  if (meant.some(isJudged)) return [];
  if (meant.some((each) => isTakingADay(each) && ageLack(each, asked, atMs) === undefined)) return [];
  const which = meant.length === 1 ? 'it' : `none of its ${meant.length} clauses`;
  return [{ what: name, reason: `${which} was judged; ${mostOften(meant)}`.replace(/^it was/, 'it was not') }];
};

const quotaLack = (name: string, quota: number, all: readonly Standing[]): Lack[] => {
  const meant = all.filter(({ clause }) => areaOfClause(clause) === areaNamed(name));
  const judged = meant.filter(isJudged).length;
  if (judged >= quota) return [];
  const rest = meant.filter((each) => !isJudged(each));
  return [{ what: `quota of ${name}`, reason: `${judged} of ${quota} clauses were judged; ${mostOften(rest)}` }];
};

/** @param at When the run began. */
export const lackingIn = (all: readonly Standing[], asked: Asked, at: string): Lack[] => {
  const atMs = Date.parse(at);
  const ages =
    asked.obligationDays === undefined
      ? []
      : all.filter(isTakingADay).flatMap((each): Lack[] => {
          const reason = ageLack(each, asked, atMs);
          return reason === undefined ? [] : [{ what: each.clause, reason }];
        });
  const required = asked.requires
    .filter((name) => !ages.some(({ what }) => what === name))
    .flatMap((name) => requirementLack(name, all, asked, atMs));
  const quotas = Object.entries(asked.quotas ?? {}).flatMap(([name, quota]) => quotaLack(name, quota, all));
  return [...required, ...quotas, ...ages];
};
