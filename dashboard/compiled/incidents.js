/** Incidents: all that are open, and one with its evidence, what to do first, and what a person does to it. */
import { html, nothing,                     } from '/assets/lit-html.js';
                                                                                                  
                                                              
                                                                      
import { ago, between, clock, command, counted, get, moment, none, post, section } from './parts.js';

const kinds                                             = {
  contract: 'broken promise',
  service: 'trouble of the service',
  network: 'our own network',
  ours: 'our own error',
  slo: 'error budget',
  latency: 'slow',
};

/** From the last good run to the first bad one. */
const began = ({ openedAt, goodAt, brokeAt }          )                 => {
  if (brokeAt === null || (goodAt === null && brokeAt === openedAt)) return html`opened ${moment(openedAt)}`;
  return goodAt === null ? html`first seen ${moment(brokeAt)}` : html`began ${between(goodAt, brokeAt)}`;
};

const silenced = ({ silencedBy, silencedUntil, silencedFor }          )                                  =>
  silencedUntil === null
    ? nothing
    : html`, silenced${silencedBy === null ? nothing : ` by ${silencedBy}`} until ${moment(silencedUntil)}${
        silencedFor === null || silencedFor === '' ? nothing : `: ${silencedFor}`
      }`;

/** The same outage may show a status first, and then refuse connections. */
const seenLine = ({
  probe,
  title,
  firstAt,
  lastAt,
  endedAt,
  expected,
  actual,
  requestId,
}                          )                 =>
  html`<li>${moment(firstAt)} to ${clock(lastAt, firstAt)}${endedAt === null ? ', and not over' : nothing}: <strong>${title}</strong> <span class="dim">by ${probe}</span>${
    expected === undefined
      ? nothing
      : html`<br>expected ${expected}${actual === undefined ? nothing : html`, came <span class="bad">${actual}</span>`}`
  }${requestId === undefined ? nothing : html`<br>request id <code>${requestId}</code>`}</li>`;

const from = ({ locations }          )         => (locations.length === 0 ? '' : ` from ${locations.join(', ')}`);

const row = (incident          )                 => {
  const { id, title, kind, severity, target, openedAt, brokeAt, closedAt, state, acknowledgedBy } = incident;
  return html`
  <li class="incident ${state} ${severity}">
    <a href="#/incident/${id}">${title}</a>
    <p><strong>${severity}</strong>, ${kinds[kind]} of ${target}, ${incident.locations.length === 0 ? nothing : `seen${from(incident)}, `}${closedAt === null ? html`since ${moment(brokeAt ?? openedAt)}` : html`${moment(brokeAt ?? openedAt)} to ${moment(closedAt)}`}${
      acknowledgedBy === null ? nothing : `, looked after by ${acknowledgedBy}`
    }${silenced(incident)}</p>
  </li>`;
};

const unsentAlerts = ({ channel, waiting, since, lastError }        )                 =>
  html`<p class="warning">NOT SENT: ${counted(waiting, 'alert')} to ${channel} since ${moment(since)}: ${lastError}</p>`;

export const incidentList = ({ incidents, unsent }              , title        , otherwise        )                 =>
  section(
    title,
    html`${unsent.map(unsentAlerts)}${incidents.length === 0 ? none(otherwise) : html`<ul class="incidents">${incidents.map(row)}</ul>`}`,
  );

const exchange = ({
  index,
  at,
  operation,
  label,
  request,
  answer,
  latencyMs,
  log,
  sent,
  answered,
  isBroken,
}              ) => html`
  <details class="exchange ${isBroken ? 'bad' : ''}" ?open=${isBroken}>
    <summary>${label === undefined ? `${index}.` : html`<strong>${label}</strong>`} ${operation}: <code>${request}</code> → ${answer}, ${Math.round(latencyMs)} ms${isBroken && label === undefined ? html` <strong>what broke</strong>` : nothing}</summary>
    <p class="dim">${at} UTC${log.length > 0 ? html`; ${log.join('; ')}` : nothing}</p>
    ${sent === undefined ? nothing : html`<h3>Request</h3><pre tabindex="0">${sent}</pre>`}
    ${answered === undefined ? nothing : html`<h3>Answer</h3><pre tabindex="0">${answered}</pre>`}
  </details>`;

                                                            

const sentTo = ({ notifications }                )                 =>
  notifications.length === 0
    ? none('no alert was sent')
    : html`<ul>${notifications.map(
        ({ channel, event, state, at, lastError }) =>
          html`<li>${moment(at)} ${event} to ${channel}: ${state}${lastError === null || state === 'sent' ? nothing : `: ${lastError}`}</li>`,
      )}</ul>`;

const nameKey = 'preflight-name';

const spans = { '30m': '30 minutes', '2h': '2 hours', '8h': '8 hours', '1d': 'a day', '7d': '7 days' }         ;

const scopes                                         = {
  incident: 'this incident',
  clause: 'all incidents about its clauses',
  target: 'all incidents of this kind at this target',
};

const choices = (all                                  , chosen        )                   =>
  Object.entries(all).map(
    ([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`,
  );

/** Who looks at the page says once who that is. */
const form = ({ id, kind }          , changed            )                 => {
  const act = async (event             )                => {
    event.preventDefault();
    const at = event.currentTarget                   ;
    const given = new FormData(at);
    const [by = '', span, scope, reason = ''] = ['by', 'for', 'scope', 'reason'].map((name) =>
      String(given.get(name) ?? '').trim(),
    );
    localStorage.setItem(nameKey, by);
    const isSilence = event.submitter?.getAttribute('value') === 'silence';
    const output = at.querySelector('output');
    try {
      if (isSilence && reason === '') throw new Error('Write a reason: others see it while the silence acts.');
      await (isSilence
        ? post(`incidents/${id}/silence`, { by, for: span, scope, reason })
        : post(`incidents/${id}/acknowledge`, { by }));
      if (output) output.value = '';
      changed();
    } catch (thrown) {
      if (output) output.value = thrown instanceof Error ? thrown.message : String(thrown);
    }
  };
  const { clause, ...others } = scopes;
  return html`<form @submit=${act}>
    <label>Your name <input name="by" required maxlength="60" autocomplete="name" value=${localStorage.getItem(nameKey) ?? ''}></label>
    <button value="acknowledge">Acknowledge</button>
    <fieldset><legend>Silence its alerts; a silence ends with the incident</legend>
      <label>For <select name="for">${choices(spans, '2h')}</select></label>
      <label>Of <select name="scope">${choices(kind === 'contract' ? { ...others, clause } : others, 'incident')}</select></label>
      <label>Reason <input name="reason" maxlength="200"></label>
      <button value="silence">Silence</button>
    </fieldset>
    <output></output>
  </form>`;
};

/** @param changed Called when a person has changed the incident. */
export const incidentView = async (id        , changed            )                          => {
  const detail = await get                (`incidents/${encodeURIComponent(id)}`);
  const { incident, firstStep, commands } = detail;
  const evidence =
    incident.kind === 'contract' || commands.some((each) => each.includes(' incidents evidence '))
      ? await get          (`incidents/${encodeURIComponent(id)}/evidence`).catch((thrown       ) => thrown.message)
      : undefined;
  const { title, target, probe, kind, severity, openedAt, closedAt, lastAt, times, state, acknowledgedBy, run } =
    incident;
  return html`
    <p><a href="#/">Back to all</a></p>
    <h1 class="bad">${title}</h1>
    <p class="first"><strong>First:</strong> ${firstStep}</p>
    <dl>
      <dt>state</dt><dd>${state}${acknowledgedBy === null ? nothing : `, looked after by ${acknowledgedBy}`}${silenced(incident)}</dd>
      <dt>severity</dt><dd class=${severity === 'critical' ? 'wrong' : ''}>${severity}</dd>
      <dt>what</dt><dd>${kinds[kind]} of ${target}, seen by probe ${probe}${from(incident)}</dd>
      <dt>since</dt><dd>${began(incident)}${closedAt === null ? html`, ${ago(incident.brokeAt ?? openedAt)}` : html`, closed at ${moment(closedAt)}`}</dd>
      <dt>shown by</dt><dd>${counted(times, 'run')}, last ${moment(lastAt)}${run === null ? nothing : html`; <a href="#/run/${run}">the run that opened it</a>`}</dd>
    </dl>
    ${closedAt === null ? form(incident, changed) : nothing}
    ${incident.seen.length === 0 ? nothing : section('What was seen', html`<ol class="plain seen">${incident.seen.map(seenLine)}</ol>`)}
    ${section('What to type next', html`<ul class="plain">${commands.map((each) => html`<li>${command(each)}</li>`)}</ul>`)}
    ${evidence === undefined ? nothing : section('Evidence', typeof evidence === 'string' ? none(evidence) : html`<p class="dim">‹Marked› is what was replaced before it was kept: something else was sent or said there.</p>${evidence.steps.map(exchange)}`)}
    ${section('Alerts sent', sentTo(detail))}`;
};
