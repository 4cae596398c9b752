/** How everything stands: each target, what is open, what held when, how long it takes, and what is left to do. */
import { html, nothing,                     } from '/assets/lit-html.js';
                                                                                                             
                                                              
                                                                                                     
import { heatMapView, showLatest } from './heat-map.js';
import { incidentList } from './incidents.js';
import { drawLatency, latencyView } from './latency.js';
import { pendingView } from './lists.js';
import {
  address,
  ago,
  between,
  clock,
  counted,
  get,
  moment,
  none,
  picker,
  section,
  sign,
  spanText,
  state,
  stateNames,
                 
  where,
} from './parts.js';

const spans = { '24h': '24 hours', '3d': '3 days', '30d': '30 days' }         ;

const hourS = 3_600;
const hoursOf                                   = { '24h': 24, '3d': 72, '30d': 720 };

/** In seconds. */
const spanUntil = (at        , since        )                                => {
  const until = Date.parse(at) / 1_000;
  return [until - (hoursOf[since] ?? 24) * hourS, until];
};

const areaTile = ({ area, state: of, broken, judged, run }           )                 => {
  const text = `${area}: ${stateNames[of]}${broken.length > 0 ? `: ${broken.join(', ')}` : of === 'down' ? '' : `, ${counted(judged, 'clause')} judged`}`;
  return html`<li>${
    run === null || of === 'holds'
      ? html`<span class="tile ${of}" title=${text}>${sign(of)} ${area}</span>`
      : html`<a class="tile ${of}" href=${address(`run/${run}`, { clause: broken[0] })} title=${text}>${sign(of)} ${area}</a>`
  }</li>`;
};

const probeText = ({ probe, location, intervalMs, last, isStale }            )                 =>
  html`<li>${isStale ? sign('unknown') : nothing} ${probe}${where(location)}, every ${spanText(intervalMs)}: ${
    last === null ? 'never ran' : html`<a href="#/run/${last.run}">${last.verdict}</a> ${ago(last.at)}`
  }${isStale ? html`, <strong>too long ago</strong>` : nothing}</li>`;

/** `acme does not answer since 02:14, 11 min: connection refused at 10 of 10 requests` */
const outageText = ({ target, outage }             )                                  => {
  if (outage === null) return nothing;
  const { goodAt, brokeAt, lastAt, trouble, locations } = outage;
  return html`<p class="outage"><strong>${target} does not answer since ${clock(brokeAt)}, ${spanText(Date.now() - Date.parse(brokeAt))}${
    trouble === null ? nothing : `: ${trouble}`
  }.</strong></p>
    <p class="dim">It began ${goodAt === null ? html`before ${moment(brokeAt)}` : between(goodAt, brokeAt)}; last asked ${moment(lastAt)}${
      locations.length === 0 ? nothing : ` from ${locations.join(', ')}`
    }.</p>`;
};

const targetCard = (of             )                 => html`
  <article class="target ${of.state}">
    <h2>${of.target}: ${state(of.state)}${of.isInMaintenance ? html` <span class="word unknown">in maintenance</span>` : nothing}</h2>
    ${outageText(of)}
    <p>${of.since === null || of.outage !== null ? nothing : html`since ${moment(of.since)}, `}${
      of.openIncidents === 0
        ? 'no open incident'
        : html`<a href=${address('incidents', { target: of.target, state: 'open' })}>${counted(of.openIncidents, 'open incident')}</a>`
    }${of.measuredAt === null ? ', never measured' : html`, measured ${ago(of.measuredAt)}`}</p>
    ${[...Map.groupBy(of.areas, ({ family }) => family)].map(
      ([family, areas]) => html`<h3>${family}</h3><ul class="tiles">${areas.map(areaTile)}</ul>`,
    )}
    <details><summary>${counted(of.probes.length, 'probe')}</summary><ul>${of.probes.map(probeText)}</ul></details>
  </article>`;

/** Beyond so many, those that hold are named and not drawn. */
const cardsMax = 3;

const isWell = ({ state: of, isInMaintenance }             )          => of === 'holds' && !isInMaintenance;

const worstFirst = ['down', 'broken', 'trouble', 'unknown', 'slow', 'holds']         ;

const targetsView = (targets                        )          => {
  if (targets.length === 0) return none('NO DATA: nothing is watched. npx --no -- preflight monitor begins it.');
  const sorted = targets.toSorted((one, other) => worstFirst.indexOf(one.state) - worstFirst.indexOf(other.state));
  const named = targets.length > cardsMax ? sorted.filter(isWell) : [];
  return html`${sorted.filter((each) => !named.includes(each)).map(targetCard)}${
    named.length === 0
      ? nothing
      : html`<article class="target holds"><h2>${counted(named.length, 'target')} more: ${state('holds')}</h2>
          <ul class="tiles">${named.map(({ target }) => html`<li><a class="tile holds" href=${address('', { target })}>${sign('holds')} ${target}</a></li>`)}</ul></article>`
  }`;
};

const missedView = ({ slots }            )                                  =>
  slots.length === 0
    ? nothing
    : section(
        'Slots missed lately',
        html`<ul>${slots.map(({ probe, location, due, reason }) => html`<li>${moment(due)} ${probe}${where(location)}: ${reason}</li>`)}</ul>`,
      );

const windowsView = ({ windows }            )                                  => {
  const open = windows.filter((each) => each.state === 'open');
  if (open.length === 0) return nothing;
  return section(
    'Maintenance',
    html`<ul>${open.map(({ target, until, reason }) => html`<li>${target === '*' ? 'all targets' : target} until ${moment(until)}${reason === '' ? nothing : `: ${reason}`}</li>`)}</ul>`,
  );
};

/** What is shown, and what is to be done once it is there to be seen. */
                        
                                 
                                                                                
                            
                                   
  

export const overview = async ({ target, since = '24h', operation }           )                    => {
  const now = await get          ('state');
  const names = now.targets.map((each) => each.target);
  const isKnown = target !== undefined && names.includes(target);
  const targets = isKnown ? now.targets.filter((each) => each.target === target) : now.targets;
  // The one of all that a person looks for.
  const drawn =
    (isKnown ? target : undefined) ??
    targets.toSorted((one, other) => worstFirst.indexOf(one.state) - worstFirst.indexOf(other.state))[0]?.target;
  const only = isKnown ? { target } : {};
  const [open, closed, missed, windows, duties, heat, latency] = await Promise.all([
    get              ('incidents', { state: 'open', ...only }),
    get              ('incidents', { state: 'closed', limit: '5', ...only }),
    get            ('missed', { limit: '20', ...only }),
    get            ('maintenance'),
    get             ('duties'),
    get         ('heat-map', { target: drawn, since }),
    get              ('latency', { target: drawn, since }),
  ]);
  const isAllWell = now.targets.length > 0 && now.targets.every(({ state: of }) => of === 'holds');
  const given = { target, since, operation };
  const choice = html`<span class="choice">${picker('of the last', Object.entries(spans), { given, what: 'since' })}</span>`;
  const shown = html`
    <h1 class="unseen">How the service stands</h1>
    ${
      names.length < 2
        ? nothing
        : html`<p class="choice">${picker('Target', [['', 'all targets'], ...names.map((each) => [each, each]         )], { given, what: 'target' })}</p>`
    }
    ${targetsView(targets)}
    <div class="open">${incidentList(open, 'Open incidents', 'none is open')}</div>
    ${windowsView(windows)}
    ${drawn === undefined ? nothing : heatMapView(heat, drawn, choice)}
    ${latencyView(latency, given)}
    ${closed.incidents.length === 0 ? nothing : incidentList({ ...closed, unsent: [] }, 'Closed lately', '')}
    <p><a href=${address('incidents', only)}>All incidents</a>, <a href=${address('results', only)}>all results</a></p>
    ${missedView(missed)}
    ${pendingView({ targets: duties.targets.filter((each) => !isKnown || each.target === target) })}`;
  return {
    shown,
    sign: isAllWell ? '✓' : '✕',
    afterwards: () => {
      drawLatency(latency, operation, () => spanUntil(now.at, since));
      showLatest();
    },
  };
};
