/** The matrix of a page: areas by clauses, each a sign of how it stands and a link to what is said of it. */
import { type ClauseRow, clauseStates, countsText, countText, type Summary } from '../summary.ts';
import { signLink, signOf } from './markup.ts';

const topicRow = (topic: string, rows: readonly ClauseRow[]): string =>
  `<tr><th scope="row">${topic}</th><td><div class="cells">${rows.map(({ state, clause }) => signLink(state, clause)).join('')}</div></td></tr>`;

const areaTable = ({ area, rows, counts }: Summary['areas'][number]): string => `\
<table><caption>${area} <span class="dim">${countsText(counts)}</span></caption><tbody>
${[...Map.groupBy(rows, ({ topic }) => topic)].map(([topic, ofTopic]) => topicRow(topic, ofTopic)).join('\n')}
</tbody></table>`;

export const matrix = ({ counts, areas }: Summary): string => {
  const legend = clauseStates
    .filter((state) => counts[state] > 0)
    .map((state) => `<li>${signOf(state)} <a href="#g-${state}">${countText(state, counts[state])}</a></li>`);
  return `\
<section class="matrix" aria-labelledby="matrix"><h2 id="matrix">Areas and clauses</h2>
<ul class="legend">${legend.join('')}</ul>
<div class="columns">
${areas.map(areaTable).join('\n')}
</div></section>`;
};
