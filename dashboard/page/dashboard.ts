/** The dashboard: looks at the address, asks the API, shows what comes, and looks again when something has changed. */
import { html, nothing, render, type TemplateResult } from 'lit-html';
import type { DutyList } from '../../contracts/duties.ts';
import type { HeatMap, IncidentList, LatencyChart, MissedList, WindowList } from '../../contracts/listed.ts';
import type { AreaState, ProbeState, StateNow, TargetState } from '../../contracts/service-state.ts';
import { get, logIn, TokenNeeded } from './api.ts';
import { dutiesView } from './duties.ts';
import { failuresView, runView } from './failures.ts';
import { heatMapView } from './heat-map.ts';
import { incidentList, incidentView } from './incidents.ts';
import { drawLatency, forgetLatency, latencyView } from './latency.ts';
import { ago, counted, moment, none, section, sign, spanText, state, stateNames } from './parts.ts';

const spans = { '24h': '24 hours', '3d': '3 days', '30d': '30 days' } as const;

const chosen = { target: undefined as string | undefined, since: '24h', operation: undefined as string | undefined };

const main = document.querySelector('main') as HTMLElement;
const status = document.querySelector('.live') as HTMLElement;

const areaTile = ({ area, state: of, broken, judged, run }: AreaState): TemplateResult => {
  const text = `${area}: ${stateNames[of]}${broken.length > 0 ? `: ${broken.join(', ')}` : `, ${counted(judged, 'clause')} judged`}`;
  return html`<li>${
    run === null || of === 'holds'
      ? html`<span class="tile ${of}" title=${text}>${sign(of)} ${area}</span>`
      : html`<a class="tile ${of}" href="#/run/${run}${broken[0] === undefined ? '' : `?clause=${broken[0]}`}" title=${text}>${sign(of)} ${area}</a>`
  }</li>`;
};

const probeText = ({ probe, location, intervalMs, last, isStale }: ProbeState): TemplateResult =>
  html`<li>${
    isStale ? sign('unknown') : nothing
  } ${probe}${location === 'here' ? nothing : ` at ${location}`}, every ${spanText(intervalMs)}: ${
    last === null ? 'never ran' : html`<a href="#/run/${last.run}">${last.verdict}</a> ${ago(last.at)}`
  }${isStale ? html`, <strong>too long ago</strong>` : nothing}</li>`;

const targetCard = (of: TargetState): TemplateResult => html`
  <article class="target ${of.state}">
    <h2>${of.target}: ${state(of.state)}${of.isInMaintenance ? html` <span class="word unknown">in maintenance</span>` : nothing}</h2>
    <p>${of.since === null ? nothing : html`since ${moment(of.since)}, `}${
      of.openIncidents === 0
        ? 'no open incident'
        : html`<a href="#incidents">${counted(of.openIncidents, 'open incident')}</a>`
    }${of.measuredAt === null ? ', never measured' : html`, measured ${ago(of.measuredAt)}`}</p>
    ${[...Map.groupBy(of.areas, ({ family }) => family)].map(
      ([family, areas]) => html`<h3>${family}</h3><ul class="tiles">${areas.map(areaTile)}</ul>`,
    )}
    <details><summary>${counted(of.probes.length, 'probe')}</summary><ul>${of.probes.map(probeText)}</ul></details>
  </article>`;

const missedView = ({ slots }: MissedList): TemplateResult | typeof nothing =>
  slots.length === 0
    ? nothing
    : section(
        'Slots missed lately',
        html`<ul>${slots.map(({ probe, due, reason }) => html`<li>${moment(due)} ${probe}: ${reason}</li>`)}</ul>`,
      );

const windowsView = ({ windows }: WindowList): TemplateResult | typeof nothing => {
  const open = windows.filter((each) => each.state === 'open');
  if (open.length === 0) return nothing;
  return section(
    'Maintenance',
    html`<ul>${open.map(({ target, until, reason }) => html`<li>${target === '*' ? 'all targets' : target} until ${moment(until)}${reason === '' ? nothing : `: ${reason}`}</li>`)}</ul>`,
  );
};

/** To be done once what was made is there to be seen. */
let afterwards = (): void => {};

const choice = (targets: readonly string[]): TemplateResult => html`<span class="choice">
  ${
    targets.length < 2
      ? nothing
      : html`<label>of <select @change=${(event: Event) => choose('target', event)}>${targets.map((each) => html`<option ?selected=${each === chosen.target}>${each}</option>`)}</select></label>`
  }
  <label>of the last <select @change=${(event: Event) => choose('since', event)}>${Object.entries(spans).map(
    ([value, text]) => html`<option value=${value} ?selected=${value === chosen.since}>${text}</option>`,
  )}</select></label></span>`;

const choose = (what: 'target' | 'since', event: Event): void => {
  chosen[what] = (event.target as HTMLSelectElement).value;
  void show();
};

const overview = async (): Promise<TemplateResult> => {
  const now = await get<StateNow>('state');
  const targets = now.targets.map(({ target }) => target);
  chosen.target = targets.includes(chosen.target ?? '') ? chosen.target : targets[0];
  const { target = '', since } = chosen;
  const [open, closed, missed, windows, duties, heat, latency] = await Promise.all([
    get<IncidentList>('incidents', { state: 'open' }),
    get<IncidentList>('incidents', { state: 'closed', limit: '5' }),
    get<MissedList>('missed', { limit: '50' }),
    get<WindowList>('maintenance'),
    get<DutyList>('duties'),
    get<HeatMap>('heat-map', { target, since }),
    get<LatencyChart>('latency', { target, since }),
  ]);
  const picked = (): LatencyChart['operations'][number] | undefined =>
    latency.operations.find(({ operation }) => operation === chosen.operation) ?? latency.operations[0];
  afterwards = () => drawLatency(picked());
  const isWell = now.targets.length > 0 && now.targets.every((each) => each.state === 'holds');
  document.title = `${isWell ? '✓' : '✕'} Preflight`;
  return html`
    <h1 class="unseen">How the service stands</h1>
    ${now.targets.length === 0 ? none('NO DATA: nothing is watched. npx preflight monitor begins it.') : now.targets.map(targetCard)}
    <div id="incidents">${incidentList({ ...open }, 'Open incidents', 'none is open')}</div>
    ${windowsView(windows)}
    ${target === '' ? nothing : heatMapView(heat, target, choice(targets))}
    ${latencyView(latency, chosen.operation, (operation) => {
      chosen.operation = operation;
      void show();
    })}
    ${closed.incidents.length === 0 ? nothing : incidentList({ ...closed, unsent: [] }, 'Closed lately', '')}
    ${missedView(missed)}
    ${dutiesView(duties)}`;
};

const login = (): TemplateResult => html`
  <h1>This dashboard needs its token</h1>
  <form @submit=${async (event: SubmitEvent) => {
    event.preventDefault();
    const at = event.currentTarget as HTMLFormElement;
    try {
      await logIn(String(new FormData(at).get('token') ?? ''));
      await show();
      listen();
    } catch {
      const output = at.querySelector('output');
      if (output) output.value = 'this is not the token';
    }
  }}><label>Token <input name="token" type="password" required autocomplete="current-password"></label> <button>Log in</button> <output></output></form>`;

const viewAt = (hash: string): Promise<TemplateResult> => {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view, id = ''] = path.split('/').map(decodeURIComponent);
  const given = Object.fromEntries(new URLSearchParams(query));
  switch (view) {
    case 'incident':
      return incidentView(id, () => void show());
    case 'failures':
      return failuresView(id, given);
    case 'run':
      return runView(id, given);
    default:
      return overview();
  }
};

// What the page says without its script, and until it has begun.
main.replaceChildren();

let shown = 0;

/** What came too late for the address is not shown. */
const show = async (): Promise<void> => {
  shown += 1;
  const mine = shown;
  afterwards = () => {};
  try {
    const view = await viewAt(location.hash);
    if (mine !== shown) return;
    render(view, main);
    afterwards();
  } catch (thrown) {
    if (mine !== shown) return;
    if (thrown instanceof TokenNeeded) render(login(), main);
    else
      render(
        html`<p class="warning">${thrown instanceof Error ? thrown.message : String(thrown)}</p><p><a href="#/">Back to all</a></p>`,
        main,
      );
  }
};

const quietMs = 20_000;
const pollMs = 10_000;
let heardAt = 0;
let events: EventSource | undefined;
let isChanged = false;

const listen = (): void => {
  events?.close();
  events = new EventSource('/api/events');
  const heard = (): void => {
    heardAt = Date.now();
    status.textContent = 'live';
  };
  events.addEventListener('alive', heard);
  events.addEventListener('changed', () => {
    heard();
    isChanged = true;
  });
};

// Many changes in a moment are one look; where no news comes, as behind some proxies, it looks now and then by itself.
let lookedAt = Date.now();
setInterval(() => {
  const isQuiet = Date.now() - heardAt > quietMs;
  if (isQuiet) status.textContent = 'looks every 10 s';
  const isDue = isChanged || (isQuiet && Date.now() - lookedAt > pollMs) || Date.now() - lookedAt > 60_000;
  // Nobody is interrupted who reads, writes or chooses.
  const isBusy = document.activeElement?.matches('input, select') === true && location.hash.startsWith('#/incident');
  if (!isDue || isBusy || document.hidden) return;
  isChanged = false;
  lookedAt = Date.now();
  void show();
}, 1_000);

addEventListener('hashchange', () => {
  if (location.hash === '#incidents') return;
  void show().then(() => main.focus());
});
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
// A browser lets a few of them listen to one server at a time: whom nobody looks at makes room.
document.addEventListener('visibilitychange', () => {
  if (document.hidden) events?.close();
  else {
    listen();
    void show();
  }
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  forgetLatency();
  void show();
});
void show();
listen();
