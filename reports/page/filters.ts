/** The filters of a page: by text, state, area and basis. They are shown where the script of the page runs. */

import { areas } from '../../contracts/areas.ts';
import { clause as clauseOf } from '../../contracts/clauses.ts';
import { type ClauseRow, clauseStates, type Summary, stateWords } from '../summary.ts';

type Choice = { readonly value: string; readonly name: string; readonly count: number };

const choices = (kind: string, all: readonly Choice[]): string => {
  const boxes = all
    .filter(({ count }) => count > 0)
    .map(
      ({ value, name, count }) =>
        `<label><input type="checkbox" name="${kind}" value="${value}"> ${name} <span class="dim">${count}</span></label>`,
    );
  return `<fieldset><legend>${kind}</legend>${boxes.join(' ')}</fieldset>`;
};

export const filters = ({ rows, counts }: Summary): string => {
  const count = (is: (row: ClauseRow) => boolean): number => rows.filter(is).length;
  const bases = ['documented', 'reading', 'derived'] as const;
  return `\
<form hidden role="search" aria-label="filter the clauses">
<div class="find"><label for="text">Filter</label>
<input type="search" id="text" name="text" placeholder="words of a clause, a value, a request id …  ( / )" autocomplete="off">
<button type="reset">Clear</button> <output aria-live="polite"></output></div>
<div class="choices">
${choices(
  'state',
  clauseStates.map((state) => ({ value: state, name: stateWords[state].name, count: counts[state] })),
)}
${choices(
  'area',
  areas.map((area) => ({ value: area, name: area, count: count((row) => row.area === area) })),
)}
${choices(
  'basis',
  bases.map((basis) => ({ value: basis, name: basis, count: count(({ clause }) => clauseOf(clause).basis === basis) })),
)}
</div></form>`;
};
