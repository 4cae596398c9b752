/** A case as a bash script of curl commands. At the end it prints whether the error is still there. */
import { plainJson } from '../show/excerpt.ts';
import { comments, headLines, planOf, shipped, stepTitle } from './said.ts';
import type { Script, ScriptStep } from './script.ts';

/** The shell expands nothing in single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const comment = comments('#');

/** @param of The number of steps; undefined for the clean-up. */
const stepText = (step: ScriptStep, of: number | undefined): string => {
  const { number, exchange, path, headers, body, bearer, tokenOf, waitMs, clockMs } = step;
  const kind = exchange.operation === 'token' ? 'missing' : bearer;
  const words = [number, exchange.request.method, quoted(path), kind, tokenOf];
  const send = `  send ${[...words, ...headers.map(([name, value]) => quoted(`${name}: ${value}`))].join(' ')}`;
  return [
    comment(of === undefined ? `Clean-up: ${exchange.operation}` : stepTitle(step, of)),
    `step_${number}() {`,
    ...(clockMs > 0 ? [`  moved ${number} ${quoted((clockMs / 3_600_000).toFixed(2))}`] : []),
    ...(waitMs > 0 ? [`  sleep ${Math.ceil(waitMs / 1000)}`] : []),
    // Every line begins like JSON, so that no line ends the here-document.
    ...(body === undefined ? [`${send} </dev/null`] : [`${send} <<'JSON'`, plainJson(body), 'JSON']),
    '}',
  ].join('\n');
};

/** A file that the script writes into its work folder. */
const written = (name: string, text: string): string[] => [
  `cat >"$work/${name}" <<'END OF ${name}'`,
  text,
  `END OF ${name}`,
];

const variable = (name: string, meaning: string): string => `: "\${${name}:?set it to ${meaning}}"`;

const variables = (needsOther: boolean): string[] => [
  variable('PREFLIGHT_URL', 'the base url of the service'),
  variable('PREFLIGHT_CLIENT_ID', 'the clientId of a partner'),
  variable('PREFLIGHT_CLIENT_SECRET', 'the clientSecret of that partner'),
  ...(needsOther
    ? [
        variable('PREFLIGHT_OTHER_CLIENT_ID', 'the clientId of another partner'),
        variable('PREFLIGHT_OTHER_CLIENT_SECRET', 'the clientSecret of the other partner'),
      ]
    : []),
];

const permission = `if [ "$\{PREFLIGHT_MAY_BOOK:-}" != yes ]; then
  echo 'This books for real. Set PREFLIGHT_MAY_BOOK=yes if it may.' >&2
  exit 2
fi`;

export const curlScript = (script: Script): string => {
  const { steps, cleanUp, books, needsOtherPartner } = script;
  return `${[
    '#!/usr/bin/env bash',
    ...headLines(script).map(comment),
    '# It needs bash, curl 7.55 or later, and node 18 or later. Exit codes: 1 the error is still there, 0 it is gone,',
    '# 2 a variable is missing, 3 the script cannot tell.',
    '',
    ...steps.map((step) => `${stepText(step, steps.length)}\n`),
    ...cleanUp.map((step) => `${stepText(step, undefined)}\n`),
    shipped('send.sh'),
    '',
    'clean_up() {',
    ...cleanUp.map(({ number }) => `  ( step_${number} ) || true`),
    '  rm -rf "$work"',
    '}',
    '',
    'set -eu',
    'trap "exit 2" EXIT',
    ...variables(needsOtherPartner),
    ...(books ? [permission] : []),
    `url=$\{PREFLIGHT_URL%/}`,
    'work=$(mktemp -d)',
    'trap clean_up EXIT',
    ...written('plan.json', planOf(script)),
    ...written('seen.mjs', shipped('seen.mjs')),
    ...written('kit.mjs', shipped('kit.mjs')),
    '',
    ...steps.map(({ number }) => `step_${number}`),
    'kit verdict',
  ].join('\n')}\n`;
};
