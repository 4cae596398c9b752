/** All incidents and all results, filtered, a page at a time. */
import { html,                     } from '/assets/lit-html.js';
                                                                       
                                                                 
import { address,            } from './address.js';
import { get } from './api.js';
import { incidentList } from './incidents.js';
import { counted, moment, none, picker } from './parts.js';

                                                                   

const back = html`<p><a href="#/">Back to all</a></p>`;

const older = (view        , given       , next               )                 =>
  html`<p>${given.after === undefined ? '' : html`<a href=${address(view, { ...given, after: undefined })}>The newest</a> `}${
    next === null ? '' : html`<a href=${address(view, { ...given, after: next })}>Older</a>`
  }</p>`;

const targetsKnown = async ()                   => {
  const { targets } = await get          ('state');
  return [['', 'all targets'], ...targets.map(({ target }) => [target, target]         )];
};

const incidentStates          = [
  ['', 'open and closed'],
  ['open', 'open'],
  ['closed', 'closed'],
];

export const incidentsView = async (given       )                          => {
  const { target, state, after } = given;
  const [targets, found] = await Promise.all([
    targetsKnown(),
    get              ('incidents', { target, state, after, limit: '50' }),
  ]);
  return html`${back}
    <h1 class="unseen">All incidents</h1>
    <p class="choice">${picker('Target', targets, { given, what: 'target' })} ${picker('State', incidentStates, { given, what: 'state' })}</p>
    ${incidentList(found, 'Incidents', 'there is none of these')}
    ${older('incidents', given, found.next)}`;
};

const verdicts          = [
  ['', 'every verdict'],
  ['pass', 'pass'],
  ['fail', 'fail'],
  ['inconclusive', 'inconclusive'],
];

const row = ({
  id,
  probe,
  target,
  location,
  startedAt,
  verdict,
  requests,
}                         )                 => html`
  <tr><th scope="row">${moment(startedAt)}</th><td><a href="#/run/${id}" class=${verdict === 'fail' ? 'bad' : ''}>${verdict}</a></td>
    <td>${probe}</td><td>${target}</td><td>${location}</td><td class="number">${requests}</td></tr>`;

export const resultsView = async (given       )                          => {
  const { target, verdict, after } = given;
  const [targets, { runs, next }] = await Promise.all([
    targetsKnown(),
    get         ('results', { target, verdict, after, limit: '50' }),
  ]);
  return html`${back}
    <h1>Results</h1>
    <p class="choice">${picker('Target', targets, { given, what: 'target' })} ${picker('Verdict', verdicts, { given, what: 'verdict' })}</p>
    ${
      runs.length === 0
        ? none('there is none of these')
        : html`<div class="wide" role="region" tabindex="0" aria-label="Results"><table>
            <thead><tr><th scope="col">began</th><th scope="col">verdict</th><th scope="col">probe</th><th scope="col">target</th><th scope="col">from</th><th scope="col" class="number">requests</th></tr></thead>
            <tbody>${runs.map(row)}</tbody></table></div>
            <p class="dim">${counted(runs.length, 'result')}${next === null ? '' : ' and more'}</p>`
    }
    ${older('results', given, next)}`;
};
