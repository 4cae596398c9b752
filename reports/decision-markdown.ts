/** What a policy and its waivers made of a run, for the summary of a job. What people wrote stands in code. */
import type { Decision } from '../contracts/decision.ts';
import { span } from './markdown-code.ts';
import { utc } from './utc.ts';

/** More are in the run record. */
const namedMax = 30;

const listed = (clauses: readonly string[]): string => {
  const more = clauses.length - namedMax;
  return [...clauses.slice(0, namedMax).map(span), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
};

const line = (name: string, clauses: readonly string[]): string[] =>
  clauses.length === 0 ? [] : [`- ${name}: ${listed(clauses)}`];

const waiverLine = ({ clause, state, reason, owner, expires }: Decision['waivers'][number]): string =>
  `- waiver of ${span(clause)}, ${state === 'covers' ? 'which covers its failure' : `which is ${state}`}, until ${expires} by ${span(owner)}: ${span(reason)}`;

/** A section; nothing where there is nothing to tell. */
export const decisionMarkdown = (decision: Decision | undefined): string[] => {
  if (!decision) return [];
  const { policy, lacking, unjudged, allowedUnjudged, waivers, flaky, since } = decision;
  const left = waivers.length - namedMax;
  const lines = [
    ...(policy === undefined ? [] : [`- policy: ${span(policy)}`]),
    ...lacking
      .slice(0, namedMax)
      .map(({ what, reason }) => `- required, and not there: ${span(what)}: ${span(reason)}`),
    ...unjudged.map(
      (area) => `- nothing was judged of ${area}${allowedUnjudged.includes(area) ? ', which is allowed' : ''}`,
    ),
    ...waivers.slice(0, namedMax).map(waiverLine),
    ...(left > 0 ? [`- and ${left} more waivers`] : []),
    ...line('flaky, held only when tried again', flaky),
    ...(since ? [`- since run ${span(since.run)} of ${utc(since.startedAt)}:`] : []),
    ...line('newly broken', since?.new ?? []),
    ...line('still broken', since?.still ?? []),
    ...line(
      'still broken, by a new cause',
      (since?.newCauses ?? []).map(({ clause, fingerprint }) => `${clause} ${fingerprint}`),
    ),
    ...line('fixed', since?.fixed ?? []),
    ...line('broken then, not judged now', since?.unexercised ?? []),
  ];
  return lines.length === 0 ? [] : ['### Decision', lines.join('\n')];
};
