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

const rowsOf = ({ from, clauses }         )               =>
  [...Map.groupBy(clauses, ({ area }) => area)].flatMap(([area, ofArea]) => {
    const all = ofArea.flatMap(({ cells }) => cells);
    const broken = ofArea.filter(({ cells }) => cells.some(({ fail }) => fail > 0));
    const brokenAt = (at        )                     =>
      broken.find(({ cells }) => cells.some((each) => each.from === at && each.fail > 0))?.clause;
    return [
      { name: area, isArea: true, broken: from.map(brokenAt), cells: from.map((at) => sum(all, at)) },
      ...broken.map(({ clause, cells }) => ({
        name: clause,
        isArea: false,
        broken: from.map(() => clause),
        cells: from.map((at) => sum(cells, at)),
      })),
    ];
  });

const kindOf = (cell                    )                                                   => {
  if (!cell) return 'none';
  if (cell.fail > 0) return 'broken';
  if (cell.pass === 0) return 'unknown';
  return cell.flaky > 0 ? 'slow' : 'holds';
};

const signs = { none: '', broken: '✕', unknown: '?', slow: '±', holds: '' }         ;
const words = { none: 'not measured', broken: 'broken', unknown: 'not judged', slow: 'flaky', holds: 'holds' }         ;

const when = (iso        , period                   )         =>
  period === 'hour' ? `${iso.slice(11, 13)} h` : iso.slice(5, 10);

const square = (
  { name, broken, cells }            ,
  at        ,
  { from, period }         ,
  target        ,
)                 => {
  const cell = cells[at];
  const kind = kindOf(cell);
  const clause = broken[at];
  const begin = from[at] ?? '';
  const until = new Date(Date.parse(begin) + (period === 'hour' ? 3_600_000 : 24 * 3_600_000)).toISOString();
  const text = `${name}, ${when(begin, period)}: ${words[kind]}${kind === 'broken' ? `, ${cell?.fail} times` : ''}`;
  if (kind !== 'broken' || clause === undefined)
    return html`<td><span class="square ${kind}" title=${text}><span class="unseen">${text}</span>${signs[kind]}</span></td>`;
  const query = new URLSearchParams({ target, from: begin, until });
  return html`<td><a class="square broken" href="#/failures/${clause}?${query.toString()}" title=${text} aria-label=${text}>${signs[kind]}</a></td>`;
};

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
              html`<tr class=${row.isArea ? 'area' : 'clause'}><th scope="row">${row.name}</th>${row.cells.map((_, at) => square(row, at, map, target))}</tr>`,
          )}</tbody></table></div>`,
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
