/** What is still to be done: bookings left behind, what waits for its time, watched cases, and what of the budgets is used. */
import { html, nothing,                     } from '/assets/lit-html.js';
                                                                        
import { command, counted, moment, section, where } from './parts.js';

const leftView = ({ source, left }              )                                  => {
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

const damagedView = ({ source, damagedLedgers }              )                                  =>
  damagedLedgers === 0
    ? nothing
    : html`<p class="warning">${counted(damagedLedgers, 'ledger')} could not be read, and nothing is booked until somebody has looked: ${command(`npx --no -- preflight sweep --target ${source}`)}</p>`;

const words = { booking: 'bookings', ticket: 'tickets', token: 'extra tokens' }         ;

const budgetsView = ({ budgets }              )                                  =>
  budgets.length === 0
    ? nothing
    : html`<ul class="plain">${budgets.map(
        ({ what, used, perDay }) =>
          html`<li><label>${words[what]} <meter min="0" max=${perDay} high=${perDay * 0.9} value=${used}></meter> ${used} of ${perDay} in 24 hours</label></li>`,
      )}</ul>`;

const waitingView = ({ obligations }              )                                  =>
  obligations.length === 0
    ? nothing
    : html`<h3>Waits for its time</h3><ul>${obligations.map(
        ({ id, from, until }) =>
          html`<li>${id}: from ${moment(from)}${until === null ? nothing : html` until ${moment(until)}`}</li>`,
      )}</ul>`;

const casesView = ({ cases }              )                                  =>
  cases.length === 0
    ? nothing
    : html`<h3>Watched cases</h3><ul>${cases.map(({ id, title, says }) => html`<li><code>${id}</code> ${title}: ${says}</li>`)}</ul>`;

const isAnything = ({ budgets, left, damagedLedgers, obligations, cases }              )          =>
  budgets.length + left.length + damagedLedgers + obligations.length + cases.length > 0;

/** Locations that share their state find the same there: it is told once, as of the last that has looked. */
const toldOnce = (all                         )                              => [
  ...Map.groupBy(all, ({ location: _, at: __, ...same }) => JSON.stringify(same)).values(),
];

const dutiesOf = (same                         )                                  => {
  const [one] = same.toSorted((each, other) => (each.at < other.at ? 1 : -1));
  if (!one) return nothing;
  return html`
    <article class="duties"><h3>${one.target}${where(same.map(({ location }) => location).join(', '))}, as of ${moment(one.at)}</h3>
    ${leftView(one)}${damagedView(one)}${budgetsView(one)}${waitingView(one)}${casesView(one)}</article>`;
};

export const dutiesView = ({ targets }          )                                  => {
  const shown = targets.filter(isAnything);
  if (shown.length === 0) return nothing;
  return section('Left to do, and budgets', toldOnce(shown).map(dutiesOf));
};
