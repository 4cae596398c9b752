/** Latency of an operation over time: as a picture, and as the table that it is drawn from. */
import { html,                     } from '/assets/lit-html.js';
import uPlot from '/assets/uplot.js';
                                                              
                                          
import { moment, none, picker, section } from './parts.js';

                                                    

const height = 220;
const hourS = 3_600;
let drawn                                                                ;

const colour = (name        )         => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const optionsFor = (width        )                => {
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
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
    // One hour alone would have no width.
    scales: {
      x: { range: (_, from, until) => (until - from < hourS ? [from - hourS, until + hourS] : [from, until]) },
    },
    axes: [axis, { ...axis, size: 60, values: (_, all) => all.map((ms) => `${ms} ms`) }],
    series: [{ label: 'UTC' }, line('p50', '--good'), line('p95', '--accent'), line('p99', '--bad')],
  };
};

const dataOf = ({ points }           )                    => [
  points.map(({ from }) => Date.parse(from) / 1_000),
  points.map(({ p50Ms }) => p50Ms),
  points.map(({ p95Ms }) => p95Ms),
  points.map(({ p99Ms }) => p99Ms),
];

const shownOf = ({ operations }              , chosen                    )                        =>
  operations.find(({ operation }) => operation === chosen) ?? operations[0];

/** Draws into the place that the markup has made for it; to be called whenever that was rendered. */
export const drawLatency = (all              , chosen                    )       => {
  const operation = shownOf(all, chosen);
  const place = document.querySelector('.chart');
  if (!place || !operation) return;
  const width = Math.max(280, place.clientWidth);
  if (drawn?.place === place && drawn.chart.width === width) {
    drawn.chart.setData(dataOf(operation));
    return;
  }
  drawn?.chart.destroy();
  drawn = { place, chart: new uPlot(optionsFor(width), dataOf(operation), place               ) };
};

/** To be drawn anew: its colours are others. */
export const forgetLatency = ()       => {
  drawn?.chart.destroy();
  drawn = undefined;
};

const table = ({ operation, points }           )                 => html`
  <details><summary>The figures of ${operation}</summary>
    <div class="wide" role="region" tabindex="0" aria-label="Latency of ${operation}"><table>
      <thead><tr><th scope="col">from</th><th scope="col" class="number">requests</th><th scope="col" class="number">p50 ms</th><th scope="col" class="number">p95 ms</th><th scope="col" class="number">p99 ms</th></tr></thead>
      <tbody>${points.map(
        ({ from, count, p50Ms, p95Ms, p99Ms }) =>
          html`<tr><th scope="row">${moment(from)}</th><td class="number">${count}</td><td class="number">${p50Ms}</td><td class="number">${p95Ms}</td><td class="number">${p99Ms}</td></tr>`,
      )}</tbody></table></div></details>`;

export const latencyView = (all              , given       )                 => {
  const shown = shownOf(all, given.operation);
  if (!shown) return section('Latency', none('no request was measured in this time'));
  const operations = all.operations.map(({ operation }) => [operation, operation]         );
  const choice = picker('of', operations, { given: { operation: shown.operation }, what: 'operation' });
  return section(
    'Latency',
    html`<div class="chart" aria-hidden="true"></div>${table(shown)}`,
    html`<span class="choice">${choice}</span>`,
  );
};
