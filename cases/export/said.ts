/** The head of every export in plain text, and the parts that scripts embed. Foreign text is cut to one line. */
import { readFileSync } from 'node:fs';
import { clause as clauseOf } from '../../contracts/clauses.ts';
import type { Json } from '../../contracts/json.ts';
import { oneLine } from '../../reports/safe-text.ts';
import { createReferences, isOtherThanSent } from '../references.ts';
import { plainJson } from '../show/excerpt.ts';
import type { Script, ScriptStep } from './script.ts';

/** A comment on one line: a line end in it would begin a command. */
export const comments =
  (sign: '#' | '//') =>
  (line: string): string =>
    `${sign} ${line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')}`.trimEnd();

export const shipped = (file: string): string =>
  readFileSync(new URL(`shipped/${file}`, import.meta.url), 'utf8').trimEnd();

/** As JSON: the values of earlier steps, and how to see the error. */
export const planOf = ({ given, test, steps, focus, books }: Script): string =>
  plainJson({
    given,
    books,
    ...(test && { test }),
    step: steps.find(({ exchange }) => exchange === focus.exchange)?.number ?? steps.length,
    where: focus.where,
    expected: focus.expected ?? 'not said: no clause is broken',
    actual: focus.actual,
  } as unknown as Json);

/** Further places of a step are counted. */
const placesMax = 20;

export const titleOf = ({ focus: { broken, ended, exchange } }: Script): string =>
  broken ? `${broken.verdict.clause} is broken` : oneLine(ended?.text ?? exchange.operation, 160);

export const promiseLines = ({ focus: { broken, ended, where, expected, actual, exchange } }: Script): string[] => {
  const seen = [`actual    ${oneLine(actual)}`, `where     ${exchange.operation}, ${oneLine(where)}`];
  if (!broken) return [...(ended?.message === undefined ? [] : [`message   ${oneLine(ended.message)}`]), ...seen];
  const { section, text } = clauseOf(broken.verdict.clause, broken.verdict.statement);
  return [`${text} (interface, part ${section})`, `expected  ${oneLine(expected ?? '')}`, ...seen];
};

export const originLine = ({ case: { bundle } }: Script): string => {
  const { run, imported } = bundle;
  const from = imported ? `imported from ${oneLine(imported.file, 80)}` : `run ${oneLine(run.id, 80)}`;
  return `Recorded at ${run.startedAt} on ${oneLine(run.target, 80)}, ${from}.`;
};

export const replacedLines = ({ replaced }: Script): string[] => {
  if (replaced.length === 0) return ['Replaced: nothing. All requests and answers are as they were.'];
  const lines = replaced.map(({ step, places }) => {
    const named = places.slice(0, placesMax).map((place) => oneLine(place, 120));
    const more = places.length - named.length;
    return `  step ${step.number}, ${step.exchange.operation}: ${[...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')}`;
  });
  return ['Replaced: the values at these places were replaced by others of the same form and length.', ...lines];
};

const replacedInRequests = ({ steps }: Script): boolean => {
  const references = createReferences(steps.map(({ exchange }) => exchange));
  return steps.some(({ exchange }) => exchange.operation !== 'token' && isOtherThanSent(exchange, references));
};

const day = /20\d\d-[01]\d-[0-3]\d/;

export const warningLines = (script: Script): string[] => {
  const { steps, books, cleanUp } = script;
  const date = steps.map(({ exchange }) => day.exec(JSON.stringify(exchange.request.body ?? ''))?.[0]).find(Boolean);
  const clock = steps.filter(({ clockMs }) => clockMs > 0);
  return [
    ...(books
      ? [
          `It BOOKS for real, and warns again before it sends anything. ${cleanUp.length > 0 ? 'At the end it cancels its booking.' : 'Cancel the booking by hand.'}`,
        ]
      : []),
    ...(date ? [`Dates are as they were sent, such as ${date}: move them once they are in the past.`] : []),
    ...(replacedInRequests(script)
      ? ['Values of requests were replaced, too: the service may answer them in another way.']
      : []),
    ...clock.map(
      ({ number, clockMs }) =>
        `Before step ${number} the clock of the service was moved ${(clockMs / 3_600_000).toFixed(2)} hours ahead.`,
    ),
  ];
};

export const headLines = (script: Script): string[] => [
  titleOf(script),
  '',
  ...replacedLines(script),
  '',
  ...promiseLines(script),
  originLine(script),
  ...warningLines(script),
  '',
];

export const stepTitle = ({ number, exchange }: ScriptStep, of: number): string => {
  const { operation, bearer, login, response, index } = exchange;
  const token = operation === 'token' ? ` (login ${login ?? 'own'})` : bearer === 'own' ? '' : ` (token ${bearer})`;
  return `Step ${number} of ${of}: ${operation}${token}. It was exchange ${index}, at ${exchange.sentAt}, and answered ${response?.status ?? 'nothing'}.`;
};
