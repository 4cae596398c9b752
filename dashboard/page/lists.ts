/** All incidents and all results, filtered, a page at a time; and what is left to do. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { IncidentList, RunList } from '../../contracts/listed.ts';
import type { PendingList, TargetPending } from '../../contracts/pending.ts';
import type { StateNow } from '../../contracts/service-state.ts';
import { incidentList } from './incidents.ts';
import {
  address,
  command,
  counted,
  get,
  moment,
  none,
  picker,
  section,
  table,
  type ViewQuery,
  where,
} from './parts.ts';

const leftView = ({ source, left }: TargetPending): TemplateResult | typeof nothing => {
  if (left.length === 0) return nothing;
  const [oldest = left[0]] = left.toSorted((one, other) => (one.since < other.since ? -1 : 1));
  const unknown = left.filter(({ needsPerson }) => needsPerson);
  return html`<div class="warning">
    <p>${counted(left.length, 'booking')} left behind, the oldest since ${moment(oldest?.since ?? '')}: ${command(`npx --no -- preflight sweep --target ${source}`)}</p>
    ${
      unknown.length === 0
        ? nothing
        : html`<p>Only the partner can look up ${unknown.map(({ mark, kind }) => html`<code>${mark}</code> (${kind}) `)}</p>`
    }</div>`;
};

const damagedView = ({ source, damagedLedgers }: TargetPending): TemplateResult | typeof nothing =>
  damagedLedgers === 0
    ? nothing
    : html`<p class="warning">${counted(damagedLedgers, 'ledger')} could not be read, and nothing is booked until a person has looked: ${command(`npx --no -- preflight sweep --target ${source}`)}</p>`;

const words = { booking: 'bookings', ticket: 'tickets', token: 'extra tokens' } as const;

const budgetsView = ({ budgets }: TargetPending): TemplateResult | typeof nothing =>
  budgets.length === 0
    ? nothing
    : html`<ul class="plain">${budgets.map(
        ({ what, used, perDay }) =>
          html`<li><label>${words[what]} <meter min="0" max=${perDay} high=${perDay * 0.9} value=${used}></meter> ${used} of ${perDay} in 24 hours</label></li>`,
      )}</ul>`;

const waitingView = ({ obligations }: TargetPending): TemplateResult | typeof nothing =>
  obligations.length === 0
    ? nothing
    : html`<h3>Waits for its time</h3><ul>${obligations.map(
        ({ id, from, until }) =>
          html`<li>${id}: from ${moment(from)}${until === null ? nothing : html` until ${moment(until)}`}</li>`,
      )}</ul>`;

const casesView = ({ cases }: TargetPending): TemplateResult | typeof nothing =>
  cases.length === 0
    ? nothing
    : html`<h3>Watched cases</h3><ul>${cases.map(({ id, title, says }) => html`<li><code>${id}</code> ${title}: ${says}</li>`)}</ul>`;

const isAnything = ({ budgets, left, damagedLedgers, obligations, cases }: TargetPending): boolean =>
  budgets.length + left.length + damagedLedgers + obligations.length + cases.length > 0;

/** Locations that share their state find the same there: shown once, as the last location found it. */
const shownOnce = (all: readonly TargetPending[]): (readonly TargetPending[])[] => [
  ...Map.groupBy(all, ({ location: _, at: __, ...same }) => JSON.stringify(same)).values(),
];

const pendingOf = (same: readonly TargetPending[]): TemplateResult | typeof nothing => {
  const [one] = same.toSorted((each, other) => (each.at < other.at ? 1 : -1));
  if (!one) return nothing;
  return html`
    <article class="duties"><h3>${one.target}${where(same.map(({ location }) => location).join(', '))}, as of ${moment(one.at)}</h3>
    ${leftView(one)}${damagedView(one)}${budgetsView(one)}${waitingView(one)}${casesView(one)}</article>`;
};

export const pendingView = ({ targets }: PendingList): TemplateResult | typeof nothing => {
  const shown = targets.filter(isAnything);
  if (shown.length === 0) return nothing;
  return section('Left to do, and budgets', shownOnce(shown).map(pendingOf));
};

type SelectOptions = readonly (readonly [value: string, text: string])[];

const back = html`<p><a href="#/">Back to all</a></p>`;

const older = (view: string, given: ViewQuery, next: string | null): TemplateResult =>
  html`<p>${given.after === undefined ? '' : html`<a href=${address(view, { ...given, after: undefined })}>The newest</a> `}${
    next === null ? '' : html`<a href=${address(view, { ...given, after: next })}>Older</a>`
  }</p>`;

const targetsKnown = async (): Promise<SelectOptions> => {
  const { targets } = await get<StateNow>('state');
  return [['', 'all targets'], ...targets.map(({ target }) => [target, target] as const)];
};

const incidentStates: SelectOptions = [
  ['', 'open and closed'],
  ['open', 'open'],
  ['closed', 'closed'],
];

export const incidentsView = async (given: ViewQuery): Promise<TemplateResult> => {
  const { target, state, after } = given;
  const [targets, found] = await Promise.all([
    targetsKnown(),
    get<IncidentList>('incidents', { target, state, after, limit: '50' }),
  ]);
  return html`${back}
    <h1 class="unseen">All incidents</h1>
    <p class="choice">${picker('Target', targets, { given, what: 'target' })} ${picker('State', incidentStates, { given, what: 'state' })}</p>
    ${incidentList(found, 'Incidents', 'there is none of these')}
    ${older('incidents', given, found.next)}`;
};

const verdicts: SelectOptions = [
  ['', 'every verdict'],
  ['pass', 'pass'],
  ['fail', 'fail'],
  ['inconclusive', 'inconclusive'],
];

const resultColumns = ['began', 'verdict', 'probe', 'target', 'from', '#requests'];

const row = (run: RunList['runs'][number]): TemplateResult => html`
  <tr><th scope="row">${moment(run.startedAt)}</th><td><a href="#/run/${run.id}" class=${run.verdict === 'fail' ? 'bad' : ''}>${run.verdict}</a></td>
    <td>${run.probe}${run.isAhead ? html` <strong>its clock ran ahead</strong>` : nothing}</td><td>${run.target}</td><td>${run.location}</td><td class="number">${run.requests}</td></tr>`;

export const resultsView = async (given: ViewQuery): Promise<TemplateResult> => {
  const { target, verdict, after } = given;
  const [targets, { runs, next }] = await Promise.all([
    targetsKnown(),
    get<RunList>('results', { target, verdict, after, limit: '50' }),
  ]);
  return html`${back}
    <h1>Results</h1>
    <p class="choice">${picker('Target', targets, { given, what: 'target' })} ${picker('Verdict', verdicts, { given, what: 'verdict' })}</p>
    ${
      runs.length === 0
        ? none('there is none of these')
        : html`${table('Results', resultColumns, runs.map(row))}
            <p class="dim">${counted(runs.length, 'result')}${next === null ? '' : ' and more'}</p>`
    }
    ${older('results', given, next)}`;
};
