/** Clauses by time: one row for each topic, and below it those of its clauses that were broken. */
import { html, nothing,                     } from '/assets/lit-html.js';
                                                                      
                                                               
import { command, counted, get, moment, none, section,                } from './parts.js';

/** What stands behind a red square, and what one run found. */
export const failuresView = async (clause        , query           )                          => {
  const { failures, next } = await get             ('failures', { clause, ...query });
  return html`
    <p><a href="#/">Back to all</a></p>
    <h1>${clause}</h1>
    <p>Broken between ${moment(query.from ?? '')} and ${moment(query.until ?? '')}: ${counted(failures.length, 'finding')}${next === null ? nothing : ' and more'}.</p>
    ${
      failures.length === 0
        ? none('The runs of that time are not kept whole any more: only how often it was broken is known.')
        : html`<ul class="plain">${failures.map(
            ({ run, probe, at, incident }) =>
              html`<li>${moment(at)}, probe ${probe}: ${
                incident === null
                  ? html`<a href="#/run/${run}?clause=${clause}">the finding</a>, without an incident`
                  : html`<a href="#/incident/${incident}">the exchange that broke</a>, <a href="#/run/${run}?clause=${clause}">the run</a>`
              }</li>`,
          )}</ul>`
    }`;
};

export const runView = async (id        , { clause }           )                          => {
  const record = await get           (`runs/${encodeURIComponent(id)}`);
  const found = record.verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
  const first =
    clause === undefined ? found : found.toSorted((a, b) => Number(b.clause === clause) - Number(a.clause === clause));
  return html`
    <p><a href="#/">Back to all</a></p>
    <h1>Run ${record.id}: ${record.verdict}</h1>
    <dl>
      <dt>target</dt><dd>${record.target}, revision ${record.revision}</dd>
      <dt>began</dt><dd>${moment(record.startedAt)}</dd>
      <dt>sent</dt><dd>${counted(record.exchanges, 'request')}</dd>
    </dl>
    ${section('Repeat it', command(`npx --no -- preflight ${record.repeat}`))}
    ${section(
      'What it found',
      first.length === 0
        ? none('nothing is broken')
        : first.map(
            (each) =>
              html`<article class="finding"><h3>${each.clause} in ${each.flow}</h3>${
                each.reason === undefined ? nothing : html`<p>${each.reason}</p>`
              }${each.findings.map(
                ({ operation, where, expected, actual }) => html`<dl>
                <dt>at</dt><dd><code>${operation} → ${where}</code></dd>
                <dt>expected</dt><dd>${expected}</dd>
                <dt>came</dt><dd class="wrong">${actual}</dd>
              </dl>`,
              )}</article>`,
          ),
    )}`;
};

                                                          
                                          
                   
                        
                                               
                                                                        
                                                   
                                                  
  

const sum = (cells                   , from        )                     => {
  const those = cells.filter((each) => each.from === from);
  if (those.length === 0) return undefined;
  const of = (key                                       )         => those.reduce((all, each) => all + each[key], 0);
  return { from, pass: of('pass'), fail: of('fail'), flaky: of('flaky'), unclear: of('unclear') };
};

/** What was judged, however it was judged, was answered. */
const answered = (cell                    )                     =>
  cell && { ...cell, pass: cell.pass + cell.fail, fail: 0, flaky: 0 };

const rowsOf = ({ from, clauses, down }         )               => {
  const all = clauses.flatMap(({ cells }) => cells);
  const service             = {
    name: 'answers at all',
    kind: 'service',
    broken: from.map(() => undefined),
    cells: from.map((at) => answered(sum(all, at))),
  };
  const topics = [...Map.groupBy(clauses, ({ area }) => area)].flatMap(([area, ofArea])               => {
    const cells = ofArea.flatMap((each) => each.cells);
    const broken = ofArea.filter((each) => each.cells.some(({ fail }) => fail > 0));
    const brokenAt = (at        )                     =>
      broken.find((each) => each.cells.some((cell) => cell.from === at && cell.fail > 0))?.clause;
    return [
      { name: area, kind: 'area', broken: from.map(brokenAt), cells: from.map((at) => sum(cells, at)) },
      ...broken.map(
        (each)             => ({
          name: each.clause,
          kind: 'clause',
          broken: from.map(() => each.clause),
          cells: from.map((at) => sum(each.cells, at)),
        }),
      ),
    ];
  });
  return clauses.length === 0 && down.length === 0 ? [] : [service, ...topics];
};

const kindOf = (cell                    , down                        ) => {
  if (down) return 'down';
  if (!cell) return 'none';
  if (cell.fail > 0) return 'broken';
  if (cell.pass === 0) return 'unknown';
  return cell.flaky > 0 ? 'slow' : 'holds';
};

const signs = { none: '', down: '▼', broken: '✕', unknown: '?', slow: '±', holds: '' }         ;
const words = {
  none: 'not measured',
  down: 'down',
  broken: 'broken',
  unknown: 'not judged',
  slow: 'flaky',
  holds: 'holds',
}         ;

/** Never none, and never all that is not all. */
const percentOf = ({ share }            )         =>
  share >= 1 ? 100 : Math.min(99, Math.max(1, Math.round(share * 100)));

const when = (iso        , period                   )         =>
  period === 'hour' ? `${iso.slice(11, 13)} h` : iso.slice(5, 10);

/** What it was, the worst first: `down 20 % of this hour, broken 3 times`. */
const stateText = (cell                    , down                        , period                   )         => {
  const broken = cell && cell.fail > 0 ? [`broken ${counted(cell.fail, 'time')}`] : [];
  if (down) return [`down ${percentOf(down)} % of this ${period}`, ...broken].join(', ');
  return broken[0] ?? words[kindOf(cell, down)];
};

const square = (row            , at        , { from, period, down }         , target        )                 => {
  const begin = from[at] ?? '';
  const [cell, clause, out] = [row.cells[at], row.broken[at], down.find((each) => each.from === begin)];
  const kind = kindOf(cell, out);
  const until = new Date(Date.parse(begin) + (period === 'hour' ? 3_600_000 : 24 * 3_600_000)).toISOString();
  const text = `${row.name}, ${when(begin, period)}: ${stateText(cell, out, period)}`;
  const shown = out && row.kind === 'service' ? html`<small>${percentOf(out)}</small>` : signs[kind];
  const query = new URLSearchParams({ target, from: begin, until });
  const failures =
    clause === undefined || !cell || cell.fail === 0 ? undefined : `#/failures/${clause}?${query.toString()}`;
  const incident = out && out.incident !== null ? `#/incident/${out.incident}` : undefined;
  const link = failures ?? incident;
  return link === undefined
    ? html`<td><span class="square ${kind}" title=${text}><span class="unseen">${text}</span>${shown}</span></td>`
    : html`<td><a class="square ${kind}" href=${link} title=${text} aria-label=${text}>${shown}</a></td>`;
};

/** Only what is to be seen. */
const legend = ({ period, down }         )                 =>
  html`<p class="legend">${
    down.length === 0
      ? nothing
      : html`<span><span class="square down">▼</span> the service was down in this ${period}; the first row has the percentage</span>`
  }<span><span class="square broken">✕</span> broken</span><span><span class="square slow">±</span> flaky</span><span><span class="square unknown">?</span> not judged</span><span><span class="square holds"></span> held</span></p>`;

export const heatMapView = (map         , target        , choice                )                 => {
  const rows = rowsOf(map);
  return section(
    `What held when: ${target}`,
    rows.length === 0
      ? none('nothing was measured in this time')
      : html`<div class="wide latest" role="region" tabindex="0" aria-label="What held when: ${target}"><table class="heat">
          <thead><tr><th scope="col">topic, and its broken clauses</th>${map.from.map((at) => html`<th scope="col">${when(at, map.period)}</th>`)}</tr></thead>
          <tbody>${rows.map(
            (row) =>
              html`<tr class=${row.kind}><th scope="row">${row.name}</th>${row.cells.map((_, at) => square(row, at, map, target))}</tr>`,
          )}</tbody></table></div>${legend(map)}`,
    choice,
  );
};

/** Where there is no room for all, what is newest is seen first; who has scrolled is left where that was. */
export const showLatest = ()       => {
  const map = document.querySelector             ('.latest:not([data-scrolled])');
  if (!map) return;
  map.scrollLeft = map.scrollWidth;
  map.dataset.scrolled = '';
};
