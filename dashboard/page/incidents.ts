/** Incidents: all that are open, and one with its evidence, what to do first, and what a person does to it. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { Incident, IncidentDetail, Unsent } from '../../contracts/incident.ts';
import type { IncidentList } from '../../contracts/listed.ts';
import type { EvidenceStep } from '../../reports/partner-markdown.ts';
import { ago, command, counted, get, moment, none, post, section } from './parts.ts';

const kinds: Readonly<Record<Incident['kind'], string>> = {
  contract: 'broken promise',
  service: 'trouble of the service',
  network: 'our own network',
  ours: 'our own error',
  slo: 'error budget',
  latency: 'slow',
};

const from = ({ locations }: Incident): string => (locations.length === 0 ? '' : ` from ${locations.join(', ')}`);

const row = (incident: Incident): TemplateResult => {
  const { id, title, kind, target, openedAt, closedAt, state, acknowledgedBy } = incident;
  return html`
  <li class="incident ${state}">
    <a href="#/incident/${id}">${title}</a>
    <p>${kinds[kind]} of ${target}, ${incident.locations.length === 0 ? nothing : `seen${from(incident)}, `}${closedAt === null ? html`since ${moment(openedAt)}` : html`${moment(openedAt)} to ${moment(closedAt)}`}${
      acknowledgedBy === null ? nothing : `, looked after by ${acknowledgedBy}`
    }${state === 'silenced' ? ', silenced' : nothing}</p>
  </li>`;
};

const unsentAlerts = ({ channel, waiting, since, lastError }: Unsent): TemplateResult =>
  html`<p class="warning">NOT SENT: ${counted(waiting, 'alert')} to ${channel} since ${moment(since)}: ${lastError}</p>`;

export const incidentList = ({ incidents, unsent }: IncidentList, title: string, otherwise: string): TemplateResult =>
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
}: EvidenceStep) => html`
  <details class="exchange ${isBroken ? 'bad' : ''}" ?open=${isBroken}>
    <summary>${label === undefined ? `${index}.` : html`<strong>${label}</strong>`} ${operation}: <code>${request}</code> → ${answer}, ${Math.round(latencyMs)} ms${isBroken && label === undefined ? html` <strong>what broke</strong>` : nothing}</summary>
    <p class="dim">${at} UTC${log.length > 0 ? html`; ${log.join('; ')}` : nothing}</p>
    ${sent === undefined ? nothing : html`<h3>Request</h3><pre tabindex="0">${sent}</pre>`}
    ${answered === undefined ? nothing : html`<h3>Answer</h3><pre tabindex="0">${answered}</pre>`}
  </details>`;

type Evidence = { readonly steps: readonly EvidenceStep[] };

const sentTo = ({ notifications }: IncidentDetail): TemplateResult =>
  notifications.length === 0
    ? none('no alert was sent')
    : html`<ul>${notifications.map(
        ({ channel, event, state, at, lastError }) =>
          html`<li>${moment(at)} ${event} to ${channel}: ${state}${lastError === null || state === 'sent' ? nothing : `: ${lastError}`}</li>`,
      )}</ul>`;

const nameKey = 'preflight-name';

/** Who looks at the page says once who that is. */
const form = (id: string, changed: () => void): TemplateResult => {
  const act = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const at = event.currentTarget as HTMLFormElement;
    const by = String(new FormData(at).get('by') ?? '');
    localStorage.setItem(nameKey, by);
    const what = event.submitter?.getAttribute('value') ?? '';
    const output = at.querySelector('output');
    try {
      await (what === 'silence'
        ? post(`incidents/${id}/silence`, { by, for: '2h' })
        : post(`incidents/${id}/acknowledge`, { by }));
      changed();
    } catch (thrown) {
      if (output) output.value = thrown instanceof Error ? thrown.message : String(thrown);
    }
  };
  return html`<form @submit=${act}>
    <label>Your name <input name="by" required maxlength="60" autocomplete="name" value=${localStorage.getItem(nameKey) ?? ''}></label>
    <button value="acknowledge">Acknowledge</button> <button value="silence">Silence for 2 h</button>
    <output></output>
  </form>`;
};

/** @param changed Called when a person has changed the incident. */
export const incidentView = async (id: string, changed: () => void): Promise<TemplateResult> => {
  const detail = await get<IncidentDetail>(`incidents/${encodeURIComponent(id)}`);
  const { incident, firstStep, commands } = detail;
  const evidence =
    incident.kind === 'contract' || commands.some((each) => each.includes(' incidents evidence '))
      ? await get<Evidence>(`incidents/${encodeURIComponent(id)}/evidence`).catch((thrown: Error) => thrown.message)
      : undefined;
  const { title, target, probe, kind, openedAt, closedAt, lastAt, times, state, acknowledgedBy, run } = incident;
  return html`
    <p><a href="#/">Back to all</a></p>
    <h1 class="bad">${title}</h1>
    <p class="first"><strong>First:</strong> ${firstStep}</p>
    <dl>
      <dt>state</dt><dd>${state}${acknowledgedBy === null ? nothing : `, looked after by ${acknowledgedBy}`}${
        incident.silencedUntil === null
          ? nothing
          : html`, silenced by ${incident.silencedBy} until ${moment(incident.silencedUntil)}`
      }</dd>
      <dt>what</dt><dd>${kinds[kind]} of ${target}, seen by probe ${probe}${from(incident)}</dd>
      <dt>since</dt><dd>${moment(openedAt)}${closedAt === null ? html`, ${ago(openedAt)}` : html`, over at ${moment(closedAt)}`}</dd>
      <dt>shown by</dt><dd>${counted(times, 'run')}, last ${moment(lastAt)}${run === null ? nothing : html`; <a href="#/run/${run}">the run that opened it</a>`}</dd>
    </dl>
    ${closedAt === null ? form(id, changed) : nothing}
    ${section('What to type next', html`<ul class="plain">${commands.map((each) => html`<li>${command(each)}</li>`)}</ul>`)}
    ${evidence === undefined ? nothing : section('Evidence', typeof evidence === 'string' ? none(evidence) : html`<p class="dim">‹Marked› is what was replaced before it was kept: something else was sent or said there.</p>${evidence.steps.map(exchange)}`)}
    ${section('Alerts sent', sentTo(detail))}`;
};
