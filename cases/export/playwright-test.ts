/** A case as a Playwright test, which fails as long as the error is there. */
import { clause as clauseOf } from '../../contracts/clauses.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { plainJson, plainText } from '../show/excerpt.ts';
import { comments, headLines, planOf, shipped, stepTitle, titleOf } from './said.ts';
import type { Script, ScriptStep } from './script.ts';

const comment = comments('//');

/** In source code `__proto__` would set the prototype of an object. */
const namesPrototype = (value: Json): boolean =>
  Array.isArray(value)
    ? value.some(namesPrototype)
    : isJsonObject(value) && Object.entries(value).some(([key, child]) => key === '__proto__' || namesPrototype(child));

const literal = (value: Json, indent: number): string =>
  namesPrototype(value)
    ? `JSON.parse(${plainText(JSON.stringify(value))})`
    : plainJson(value).replaceAll('\n', `\n${' '.repeat(indent)}`);

const sent = ({ number, exchange, path, headers, body, bearer, tokenOf }: ScriptStep, indent: number): string => {
  const margin = ' '.repeat(indent + 2);
  return [
    `await send(${number}, {`,
    `${margin}method: ${plainText(exchange.request.method)},`,
    `${margin}path: ${plainText(path)},`,
    `${margin}kind: ${plainText(exchange.operation === 'token' ? 'missing' : bearer)},`,
    `${margin}whose: ${typeof tokenOf === 'number' ? tokenOf : plainText(tokenOf)},`,
    `${margin}headers: ${literal(Object.fromEntries(headers), indent + 2)},`,
    ...(body === undefined ? [] : [`${margin}body: ${literal(body, indent + 2)},`]),
    `${' '.repeat(indent)}});`,
  ].join('\n');
};

const stepText = (step: ScriptStep, of: number): string => {
  const { waitMs, clockMs } = step;
  return [
    `    await test.step(${plainText(stepTitle(step, of))}, async () => {`,
    ...(clockMs > 0
      ? [
          `      throw new Error('cannot tell: the clock of the service must be moved here, ${(clockMs / 3_600_000).toFixed(2)} hours ahead');`,
        ]
      : []),
    ...(waitMs > 0 ? [`      await new Promise((resolve) => setTimeout(resolve, ${waitMs}));`] : []),
    `      ${sent(step, 6)}`,
    '    });',
  ].join('\n');
};

const testTitle = (script: Script): string => {
  const { broken } = script.focus;
  return broken
    ? `${broken.verdict.clause}: ${clauseOf(broken.verdict.clause, broken.verdict.statement).text}`
    : titleOf(script);
};

const code = (file: string): string =>
  shipped(file)
    .replace(/^import .*\n/gm, '')
    .replace(/^export /gm, '');

export const playwrightTest = (script: Script): string => {
  const { steps, cleanUp } = script;
  const cleaned = cleanUp.flatMap((step) => [
    '      try {',
    `        ${sent(step, 8)}`,
    '      } catch {',
    '        // Perhaps nothing was booked.',
    '      }',
  ]);
  const waits = steps.reduce((sum, { waitMs }) => sum + waitMs, 0);
  return `${[
    ...headLines(script).map(comment),
    '// Run it with npx playwright test, and with PREFLIGHT_URL, PREFLIGHT_CLIENT_ID and PREFLIGHT_CLIENT_SECRET set. It fails as long',
    '// as the error is there.',
    '// @ts-nocheck',
    "import { expect, test } from '@playwright/test';",
    '',
    `const plan = ${planOf(script)};`,
    '',
    `test(${plainText(testTitle(script))}, async ({ request }) => {`,
    `  test.setTimeout(${120_000 + waits});`,
    '  const { answers, send } = createSession(request, plan);',
    '  try {',
    ...steps.map((step) => stepText(step, steps.length)),
    '    const { seen, look } = lookAt(plan, answers);',
    '    expect(seen, look).toBe(false);',
    '  } finally {',
    ...(cleaned.length > 0
      ? ["    await test.step('Clean-up', async () => {", ...cleaned, '    });']
      : ['    await request.dispose();']),
    '  }',
    '});',
    '',
    code('session.mjs'),
    '',
    code('seen.mjs'),
  ].join('\n')}\n`;
};
