/** How the verdict of a run came about beyond its clauses: the policy, waivers, what was required, and what has changed since. */
import type { ClauseId } from '../../contracts/clauses.ts';
import type { Decision } from '../../contracts/decision.ts';
import { escaped } from '../escaped.ts';
import { oneLine } from '../one-line.ts';
import { utc } from '../utc.ts';
import { named, tableOf } from './markup.ts';

const states: Readonly<Record<Decision['waivers'][number]['state'], string>> = {
  covers: 'covers its failure',
  expired: 'expired: its failure counts again',
  stale: 'stale: its failure has stopped, take it out',
  idle: 'idle: its clause was not judged',
};

const links = (clauses: readonly ClauseId[]): string =>
  clauses.length === 0 ? 'none' : clauses.map((clause) => `<a href="#${clause}">${clause}</a>`).join(', ');

const waivers = ({ waivers: all }: Decision): string => {
  if (all.length === 0) return '';
  const columns = ['clause', 'only', 'state', 'reason', 'owner', 'until'].map((name) => ({ name }));
  const rows = all.map(({ clause, operation, fingerprint, state, reason, owner, expires }) => [
    links([clause]),
    escaped([operation, fingerprint].filter(Boolean).join(', ') || 'all of it'),
    states[state],
    escaped(oneLine(reason, 400)),
    escaped(oneLine(owner, 120)),
    expires,
  ]);
  return `<h3>Waivers</h3>\n${tableOf('Waivers', columns, rows)}`;
};

const lacking = ({ lacking: all }: Decision): string => {
  if (all.length === 0) return '';
  const items = all.map(
    ({ what, reason }) => `<li><strong>${escaped(oneLine(what))}</strong>: ${escaped(oneLine(reason, 400))}</li>`,
  );
  return `<h3>Required, and not there</h3>\n<ul>${items.join('')}</ul>`;
};

/** A fingerprint is what the finding below is named by. */
const newCauses = ({ newCauses: all = [] }: NonNullable<Decision['since']>): string =>
  all.length === 0
    ? ''
    : `<dt>by a new cause</dt><dd>${all.map(({ clause, operation, fingerprint }) => `${links([clause])} ${operation} <code>${fingerprint}</code>`).join(', ')}</dd>\n`;

const since = ({ since: earlier }: Decision): string => {
  if (!earlier) return '';
  return `\
<h3>Since run ${escaped(oneLine(earlier.run))}, ${utc(earlier.startedAt)}</h3>
<dl>
<dt>newly broken</dt><dd>${links(earlier.new)}</dd>
<dt>still broken</dt><dd>${links(earlier.still)}</dd>
${newCauses(earlier)}<dt>fixed</dt><dd>${links(earlier.fixed)}</dd>
<dt>not judged now</dt><dd>${links(earlier.unexercised)}</dd>
</dl>`;
};

const usual = 'none: documented clauses and readings fail a gate, derived ones warn';

/** @param decision Undefined of runs that had neither a policy nor waivers. */
export const decided = (decision: Decision | undefined): string => {
  const unjudged = decision?.unjudged.map((area) =>
    decision.allowedUnjudged.includes(area) ? `${area} (allowed)` : area,
  );
  const facts = decision
    ? [
        named('policy', decision.policy ?? usual),
        named('fails a gate', decision.gates.join(', ')),
        ...(decision.requires.length > 0
          ? [named('required', decision.requires.map((each) => oneLine(each)).join(', '))]
          : []),
        ...(unjudged && unjudged.length > 0 ? [named('areas not judged', unjudged.join(', '))] : []),
        ...(decision.flaky.length > 0 ? [`<dt>flaky</dt><dd>${links(decision.flaky)}</dd>`] : []),
      ]
    : [named('policy', usual)];
  return `\
<section class="beside" aria-labelledby="decision"><h2 id="decision">How it was decided</h2>
<dl>${facts.join('\n')}</dl>
${decision ? [lacking(decision), waivers(decision), since(decision)].filter((each) => each !== '').join('\n') : ''}
</section>`;
};
