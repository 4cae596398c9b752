/**
 * Pieces of HTML that pages share, and the script and style of the page of a run. What came from elsewhere is escaped
 * here.
 */
import { createHash } from 'node:crypto';
import { escaped } from './safe-text.ts';
import { type ClauseState, stateWords } from './summary.ts';

const style = `
:root { color-scheme: light dark; --back: #fff; --text: #1c1f23; --dim: #5f6874; --line: #d8dde3; --soft: #f5f7f9;
  --bad: #b3261e; --bad-back: #fdecea; --other: #7a5200; --other-back: #fff3d6; --name: #0b5394; }
@media (prefers-color-scheme: dark) { :root { --back: #15181c; --text: #e4e7eb; --dim: #9aa4b0; --line: #343a42;
  --soft: #1d2126; --bad: #ff8a80; --bad-back: #43201d; --other: #ffd479; --other-back: #3b2f12; --name: #8ab8f0; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 64rem; padding: 1.25rem 1rem 4rem; background: var(--back); color: var(--text);
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.35rem; line-height: 1.3; margin: 0 0 1rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
code, pre, summary { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .875rem; }
pre { margin: .25rem 0 .75rem; padding: .6rem .75rem; background: var(--soft); border: 1px solid var(--line);
  border-radius: 6px; white-space: pre-wrap; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0; }
dt { color: var(--dim); } dd { margin: 0; }
details { border-top: 1px solid var(--line); padding: .35rem 0; } details.bad { border-left: 4px solid var(--bad);
  padding-left: .6rem; } summary { cursor: pointer; padding: .3rem 0; } details:last-of-type { border-bottom: 1px solid
  var(--line); } h3 { font-size: .9rem; margin: .5rem 0 0; color: var(--dim); font-weight: 600; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .3rem .5rem; border-bottom: 1px
  solid var(--line); vertical-align: top; } th { color: var(--dim); font-weight: 600; }
.exchange { border-top: 1px solid var(--line); margin: 0; padding: .65rem 0 .65rem 1.1rem; font: .875rem/1.5 ui-monospace,
  Menlo, Consolas, monospace; } .label { color: var(--bad); } .label.warning { color: var(--other); } .label.none { color: var(--name); }
.dim { color: var(--dim); } a { color: var(--name); } .name { color: var(--name); } .value { unicode-bidi: isolate; }
mark { background: var(--other-back); color: var(--other); border-radius: 3px; padding: 0 .15em; unicode-bidi: isolate; }
.here { background: var(--bad-back); color: var(--bad); font-weight: 600; border-radius: 3px; display: inline-block;
  width: 100%; }
.wide { overflow-x: auto; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; }
  body { padding: 1rem .75rem 3rem; } }
`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** A browser allows the page these styles and this script, and nothing else. */
const policyOf = (styles: readonly string[], script: string | undefined): string =>
  [
    "default-src 'none'",
    `style-src ${styles.map(hashOf).join(' ')}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

type More = {
  /** After the style that every page has. */
  readonly style?: string;
  readonly script?: string;
};

/** @param body Markup: what is in it from elsewhere is escaped. */
export const page = (title: string, body: string, more: More = {}): string => {
  const styles = [style, ...(more.style === undefined ? [] : [more.style])];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(styles, more.script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
${styles.map((each) => `<style>${each}</style>`).join('\n')}
</head>
<body>
${body}
${more.script === undefined ? '' : `<script>${more.script}</script>\n`}</body>
</html>
`;
};

export const signOf = (state: ClauseState): string =>
  `<span class="sign ${state}" aria-hidden="true">${stateWords[state].sign}</span>`;

export const signLink = (state: ClauseState, clause: string): string =>
  `<a class="sign ${state}" href="#${clause}" title="${clause}: ${stateWords[state].name}" aria-label="${clause}: ${stateWords[state].name}">${stateWords[state].sign}</a>`;

export const named = (name: string, value: string, kind = ''): string =>
  `<dt>${escaped(name)}</dt><dd${kind === '' ? '' : ` class="${kind}"`}>${escaped(value)}</dd>`;

/** Names and values, in two columns where there is room. */
export const definitions = (facts: readonly { readonly name: string; readonly value: string }[]): string =>
  `<dl>\n${facts.map(({ name, value }) => named(name, value)).join('\n')}\n</dl>`;

/** Names and commands, each to be taken with one click. */
export const commandList = (commands: readonly (readonly [name: string, command: string])[]): string =>
  `<dl class="commands">${commands.map(([name, command]) => `<dt>${escaped(name)}</dt><dd><code>${escaped(command)}</code></dd>`).join('')}</dl>`;

type Column = { readonly name: string; readonly isNumber?: boolean };

/** @param rows Markup of cells. */
export const tableOf = (label: string, columns: readonly Column[], rows: readonly (readonly string[])[]): string => {
  const kind = (at: number): string => (columns[at]?.isNumber ? ' class="number"' : '');
  return [
    `<div class="wide" role="region" tabindex="0" aria-label="${escaped(label)}"><table>`,
    `<thead><tr>${columns.map(({ name }, at) => `<th scope="col"${kind(at)}>${escaped(name)}</th>`).join('')}</tr></thead>`,
    `<tbody>${rows.map((cells) => `<tr>${cells.map((cell, at) => `<td${kind(at)}>${cell}</td>`).join('')}</tr>`).join('\n')}</tbody>`,
    '</table></div>',
  ].join('\n');
};

/** Plain JavaScript for browsers; the page allows no other. Without it, everything is there and nothing is filtered. */
export const runScript = `
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
  const kinds = ['state', 'area', 'severity', 'basis'].map((kind) => [kind, chosen.getAll(kind)]).filter(([, values]) => values.length > 0);
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

/** What a run's page adds to the common style: states in colours that are also signs, the matrix, the filters. */
export const runStyle = `
:root { --good: #1a7f37; --good-back: #b7e4c1; --calm-back: #e3e7ec; --accent: #0b5394; }
@media (prefers-color-scheme: dark) { :root { --good: #6fdd8b; --good-back: #1f5a31; --calm-back: #3a414a; --accent: #8ab8f0; } }
body { max-width: 76rem; } :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -99rem; } .skip:focus { position: static; }
h1 { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; margin-bottom: .5rem; }
h2 { border-bottom: 1px solid var(--line); padding-bottom: .25rem; } h3 { font-size: 1rem; color: var(--text); }
.pass { color: var(--good); } .fail { color: var(--bad); } .inconclusive { color: var(--other); }
.kicker { margin: 0; color: var(--dim); font-size: .875rem; } .sentence { margin: 0 0 1rem; }
.causes { list-style: none; margin: 0 0 1rem; padding: 0; border-left: 4px solid var(--bad); }
.causes li { padding: .2rem .75rem; } .causes p { margin: 0; }
.facts { font-size: .875rem; } .facts > dl { grid-template-columns: max-content 1fr; gap: .1rem 1rem; } .facts dd { margin: 0; }
.columns { display: grid; gap: .5rem 2.5rem; align-items: start; }
@media (min-width: 60rem) { .columns { grid-template-columns: 1fr 1fr; } .facts > dl:first-child { grid-template-columns:
  max-content 1fr max-content 1fr; } }
.sign { display: inline-block; min-width: 1.5rem; height: 1.5rem; line-height: 1.5rem; text-align: center; border-radius: 4px; vertical-align: middle;
  font: 700 .875rem/1.5rem ui-monospace, Menlo, Consolas, monospace; text-decoration: none; color: var(--text);
  background: var(--calm-back); }
.sign.broken { background: var(--bad); color: var(--back); } .sign.warning, .sign.waived, .sign.flaky { background:
  var(--other-back); color: var(--other); } .sign.waived { outline: 1px dashed var(--other); outline-offset: -2px; }
.sign.error, .sign.trouble { background: var(--other); color: var(--back); } .sign.holds { background: var(--good-back); }
.sign.unjudged, .sign.left-out { background: var(--back); color: var(--dim); border: 1px solid var(--dim); line-height: 1.375rem; }
.matrix table { margin-bottom: .5rem; } .matrix caption { text-align: left; font-weight: 600; padding: .25rem 0; }
.matrix th { font-weight: 400; width: 10.5rem; font-size: .875rem; padding: .1rem .5rem .1rem 0; border: 0; }
.matrix td { padding: .1rem 0; border: 0; } .cells { display: flex; flex-wrap: wrap; gap: 3px; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 0 0 .75rem; padding: 0; list-style: none; font-size: .875rem; }
form { display: grid; gap: .5rem 1.5rem; margin: 1rem 0; padding: .75rem; background: var(--soft); border: 1px solid var(--line);
  border-radius: 6px; } form[hidden] { display: none; } .choices { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; }
fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .1rem .9rem; align-items: center; }
legend { float: left; margin-right: .75rem; color: var(--dim); font-size: .875rem; } form label { white-space: nowrap; min-height: 1.5rem; }
input[type=search] { font: inherit; padding: .35rem .5rem; border: 1px solid var(--dim); border-radius: 4px; background:
  var(--back); color: var(--text); flex: 1 1 14rem; min-width: 0; } input[type=checkbox] { width: 1.1rem; height: 1.1rem; vertical-align: -.15rem; }
button { font: inherit; padding: .35rem .75rem; border: 1px solid var(--dim); border-radius: 4px; background: var(--back);
  color: var(--text); cursor: pointer; } .find { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.clause > summary { display: flex; gap: .6rem; align-items: baseline; } .clause > summary::before { content: '▸'; color: var(--dim); } .clause[open] > summary::before { content: '▾'; }
.clause > summary .said { flex: 1; font-family: system-ui,
  sans-serif; } .clause > summary code { font-weight: 600; } .clause > summary .about { color: var(--dim); }
.clause > .inside { padding: .25rem 0 .75rem 2.1rem; } .group > h2 { border: 0; padding: 0; } .group > summary { font: 600 1.1rem/1.4 system-ui, sans-serif; margin-top: 1.5rem; }
.finding { border: 1px solid var(--line); border-radius: 6px; padding: .75rem; margin: .75rem 0; } .finding h3 { margin: 0 0 .5rem; } .finding details, .finding .exchange { border: 0; padding-block: 0; }
.finding .exchange { padding-block: .3rem; } .finding details.bad { border-left: 4px solid var(--bad); }
.finding dd.value { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .875rem; }
.finding dd.wrong { color: var(--bad); font-weight: 600; } .commands code { user-select: all; }
.commands { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .5rem 0; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
svg.spread { display: block; width: 11rem; height: 1.75rem; } svg.spread rect { fill: var(--accent); } svg.spread path { stroke: var(--line); }
.none { color: var(--dim); } tr.faded { color: var(--dim); }
@media (max-width: 40rem) { .matrix th { display: block; width: auto; border: 0; padding: .35rem 0 0; } .matrix td { display: block; }
  .clause > summary { flex-wrap: wrap; } .clause > summary .said { flex-basis: 100%; } .clause > .inside { padding-left: 0; }
  .commands { grid-template-columns: 1fr; } .finding { padding: .5rem; } form label { white-space: normal; } }
`;
