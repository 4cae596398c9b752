/** The matrix of a page: areas by clauses, each a sign of how it stands and a link to what is said of it. */
import { areas } from '../../contracts/areas.ts';
import { type ClauseRow, clauseStates, countsText, countText, stateCounts } from '../clause-states.ts';
import { signLink, signOf } from './markup.ts';

const topicRow = (topic: string, rows: readonly ClauseRow[]): string =>
  `<tr><th scope="row">${topic}</th><td><div class="cells">${rows.map(({ state, clause }) => signLink(state, clause)).join('')}</div></td></tr>`;

const areaTable = (area: string, rows: readonly ClauseRow[]): string => `\
<table><caption>${area} <span class="dim">${countsText(stateCounts(rows))}</span></caption><tbody>
${[...Map.groupBy(rows, ({ topic }) => topic)].map(([topic, ofTopic]) => topicRow(topic, ofTopic)).join('\n')}
</tbody></table>`;

export const matrix = (rows: readonly ClauseRow[]): string => {
  const counts = stateCounts(rows);
  const legend = clauseStates
    .filter((state) => counts[state] > 0)
    .map((state) => `<li>${signOf(state)} <a href="#g-${state}">${countText(state, counts[state])}</a></li>`);
  const tables = areas.flatMap((area) => {
    const ofArea = rows.filter((row) => row.area === area);
    return ofArea.length === 0 ? [] : [areaTable(area, ofArea)];
  });
  return `\
<section class="matrix" aria-labelledby="matrix"><h2 id="matrix">Areas and clauses</h2>
<ul class="legend">${legend.join('')}</ul>
<div class="columns">
${tables.join('\n')}
</div></section>`;
};
