/** The script of the page of a run: filters, moving about the matrix by arrow keys, and opening what a link leads to. */

/** Plain JavaScript for browsers; the page allows no other. Without it, everything is there and nothing is filtered. */
export const script = `
'use strict';
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const form = document.querySelector('form');
const rows = all('.clause');
const groups = all('.group');
const shut = groups.filter((group) => group.matches('details:not([open])'));
const texts = new Map();
const textOf = (row) => {
  if (!texts.has(row)) texts.set(row, row.textContent.toLowerCase());
  return texts.get(row);
};

const filter = () => {
  const chosen = new FormData(form);
  const words = String(chosen.get('text')).toLowerCase().split(/\\s+/).filter(Boolean);
  const kinds = ['state', 'area', 'basis'].map((kind) => [kind, chosen.getAll(kind)]).filter(([, values]) => values.length > 0);
  const isFiltering = words.length + kinds.length > 0;
  let count = 0;
  for (const row of rows) {
    const isShown = kinds.every(([kind, values]) => values.includes(row.dataset[kind])) && words.every((word) => textOf(row).includes(word));
    row.hidden = !isShown;
    if (isShown) count += 1;
  }
  for (const group of groups) group.hidden = isFiltering && all('.clause:not([hidden])', group).length === 0;
  for (const group of shut) group.open = isFiltering && !group.hidden;
  for (const each of all('.beside')) each.hidden = isFiltering;
  form.querySelector('output').value = isFiltering ? count + ' of ' + rows.length + ' clauses' : rows.length + ' clauses';
};
form.hidden = false;
form.addEventListener('input', filter);
form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('reset', () => setTimeout(filter));
filter();

const cells = all('.cells a');
const reach = (cell) => {
  for (const each of cells) each.tabIndex = each === cell ? 0 : -1;
};
reach(cells[0]);
document.querySelector('.matrix').addEventListener('keydown', (event) => {
  const at = cells.indexOf(event.target);
  const next = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: cells.length - 1 }[event.key];
  if (at < 0 || !cells[next]) return;
  event.preventDefault();
  reach(cells[next]);
  cells[next].focus();
});

const show = () => {
  const meant = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!meant) return;
  if (meant.closest('[hidden]')) form.reset(), filter();
  for (let each = meant; each; each = each.parentElement) if (each.matches('details')) each.open = true;
  meant.scrollIntoView();
  meant.querySelector('summary')?.focus({ preventScroll: true });
};
addEventListener('hashchange', show);
show();

addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input')) return;
  event.preventDefault();
  form.querySelector('[type=search]').focus();
});
`;
