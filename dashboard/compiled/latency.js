/** Latency of an operation over time: as a picture, and as the table that it is drawn from. */
import { html,                     } from '/assets/lit-html.js';
                               
                                                              
import { moment, none, picker, section, table,                } from './parts.js';

/** In a browser without a locale its language has no name, and the library fails to begin; the table is there. */
const Plot                           = await import('/assets/uplot.js').then(
  (found) => found.default,
  () => undefined,
);

                                                           

const height = 220;
/** From when to when it is drawn, in seconds: also what was not measured has its width. */
                                                     

let drawn                                                                                 ;

const colour = (name        )         => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const momentText = (atS        )         => new Date(atS * 1_000).toISOString().slice(0, 16).replace('T', ' ');

/** The day where one begins, else the hour. */
const axisText = (atS        )         => {
  const [day = '', time = ''] = momentText(atS).split(' ');
  return time === '00:00' ? day.slice(5) : time;
};

/** As if the zone of the reader were UTC. */
const inUtc = (seconds        )       => {
  const at = new Date(seconds * 1_000);
  return new Date(at.getTime() + at.getTimezoneOffset() * 60_000);
};

const optionsFor = (width        , span           )                => {
  const axis = {
    stroke: colour('--dim'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { stroke: colour('--line'), width: 1 },
  };
  const line = (label        , name        )               => ({
    label,
    stroke: colour(name),
    width: 2,
    value: (_, ms) => (ms === null ? '' : `${ms} ms`),
  });
  return {
    width,
    height,
    tzDate: inUtc,
    scales: { x: { range: () => span() } },
    axes: [
      { ...axis, values: (_, all) => all.map(axisText) },
      { ...axis, size: 60, values: (_, all) => all.map((ms) => `${ms} ms`) },
    ],
    series: [
      { label: 'UTC', value: (_, at) => (at === null ? '' : momentText(at)) },
      line('p50', '--good'),
      line('p95', '--accent'),
      line('p99', '--bad'),
    ],
  };
};

const dataOf = ({ points }                  )                    => [
  points.map(({ from }) => Date.parse(from) / 1_000),
  points.map(({ p50Ms }) => p50Ms),
  points.map(({ p95Ms }) => p95Ms),
  points.map(({ p99Ms }) => p99Ms),
];

/** Without a choice, the operation that was asked most. */
const shownOf = ({ operations }              , chosen                    )                               => {
  const asked = ({ points }                  )         => points.reduce((sum, { count }) => sum + count, 0);
  const [most] = operations.toSorted((one, other) => asked(other) - asked(one));
  return operations.find(({ operation }) => operation === chosen) ?? most;
};

/** Draws into the place that the markup has made for it; to be called whenever that was rendered. */
export const drawLatency = (all              , chosen                    , span           )       => {
  const operation = shownOf(all, chosen);
  const place = document.querySelector('.chart');
  if (!Plot || !place || !operation) return;
  const width = Math.max(280, place.clientWidth);
  if (drawn?.place === place && drawn.chart.width === width) {
    drawn.span = span;
    drawn.chart.setData(dataOf(operation));
    return;
  }
  drawn?.chart.destroy();
  const options = optionsFor(width, () => (drawn?.span ?? span)());
  drawn = { place, span, chart: new Plot(options, dataOf(operation), place               ) };
};

/** To be drawn anew: its colours are others. */
export const forgetLatency = ()       => {
  drawn?.chart.destroy();
  drawn = undefined;
};

const figures = ({ operation, points }                  )                 => {
  const rows = points.map(
    ({ from, count, p50Ms, p95Ms, p99Ms }) =>
      html`<tr><th scope="row">${moment(from)}</th>${[count, p50Ms, p95Ms, p99Ms].map((each) => html`<td class="number">${each}</td>`)}</tr>`,
  );
  return html`<details><summary>The figures of ${operation}</summary>
    ${table(`Latency of ${operation}`, ['from', '#requests', '#p50 ms', '#p95 ms', '#p99 ms'], rows)}</details>`;
};

export const latencyView = (all              , given           )                 => {
  const shown = shownOf(all, given.operation);
  if (!shown) return section('Latency', none('no request was measured in this time'));
  const operations = all.operations.map(({ operation }) => [operation, operation]         );
  const choice = picker('of', operations, { given: { operation: shown.operation }, what: 'operation' });
  return section(
    'Latency',
    html`<div class="chart" aria-hidden="true"></div>${figures(shown)}`,
    html`<span class="choice">${choice}</span>`,
  );
};
