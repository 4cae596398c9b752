/** The matrix of a page: areas by clauses, each a sign of how it stands and a link to what is said of it. */
import { families } from '../../contracts/families.ts';
import { type ClauseRow, clauseStates, countsText, countText, stateCounts } from '../clause-states.ts';
import { signLink, signOf } from './markup.ts';

const areaRow = (area: string, rows: readonly ClauseRow[]): string =>
  `<tr><th scope="row">${area}</th><td><div class="cells">${rows.map(({ state, clause }) => signLink(state, clause)).join('')}</div></td></tr>`;

const familyTable = (family: string, rows: readonly ClauseRow[]): string => `\
<table><caption>${family} <span class="dim">${countsText(stateCounts(rows))}</span></caption><tbody>
${[...Map.groupBy(rows, ({ area }) => area)].map(([area, ofArea]) => areaRow(area, ofArea)).join('\n')}
</tbody></table>`;

export const matrix = (rows: readonly ClauseRow[]): string => {
  const counts = stateCounts(rows);
  const legend = clauseStates
    .filter((state) => counts[state] > 0)
    .map((state) => `<li>${signOf(state)} <a href="#g-${state}">${countText(state, counts[state])}</a></li>`);
  const tables = families.flatMap((family) => {
    const ofFamily = rows.filter((row) => row.family === family);
    return ofFamily.length === 0 ? [] : [familyTable(family, ofFamily)];
  });
  return `\
<section class="matrix" aria-labelledby="matrix"><h2 id="matrix">Areas and clauses</h2>
<ul class="legend">${legend.join('')}</ul>
<div class="columns">
${tables.join('\n')}
</div></section>`;
};
