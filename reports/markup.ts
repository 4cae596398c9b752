/** Pieces of HTML that pages share: the page itself, lists and tables. Foreign text is escaped here. */
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

/** Names and values, in two columns where there is room. */
export const definitions = (facts: readonly { readonly name: string; readonly value: string }[]): string =>
  `<dl>\n${facts.map(({ name, value }) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('\n')}\n</dl>`;

/** Small pieces of markup that the parts of the page share. What came from elsewhere is escaped here. */
export const signOf = (state: ClauseState): string =>
  `<span class="sign ${state}" aria-hidden="true">${stateWords[state].sign}</span>`;

/** A cell of the matrix. */
export const signLink = (state: ClauseState, clause: string): string =>
  `<a class="sign ${state}" href="#${clause}" title="${clause}: ${stateWords[state].name}" aria-label="${clause}: ${stateWords[state].name}">${stateWords[state].sign}</a>`;

export const named = (name: string, value: string, kind = ''): string =>
  `<dt>${escaped(name)}</dt><dd${kind === '' ? '' : ` class="${kind}"`}>${escaped(value)}</dd>`;

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
