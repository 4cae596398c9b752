/** A case as an .http file for the REST client of an editor: requests one after the other, with variables. */
import { anyEntry, type Path } from '../../contracts/check.ts';
import { plainJson, plainText } from '../show/excerpt.ts';
import { comments, headLines, stepTitle } from './said.ts';
import type { Script, ScriptStep } from './script.ts';
import type { GivenByStep } from './test.ts';

const comment = comments('#');

/** JSONPath of a value in the answer of a named request. */
const jsonPath = (path: Path): string =>
  path
    .map((key) =>
      key === anyEntry
        ? '[*]'
        : typeof key === 'number'
          ? `[${key}]`
          : /^[A-Za-z_]\w*$/.test(key)
            ? `.${key}`
            : `[${plainText(key)}]`,
    )
    .join('');

const taken = ({ step, at }: GivenByStep): string => `{{step${step}.response.body.$${jsonPath(at)}}}`;

const credentials = (whose: ScriptStep['tokenOf']): Readonly<Record<string, string>> =>
  whose === 'other'
    ? { clientId: '{{otherClientId}}', clientSecret: '{{otherClientSecret}}' }
    : { clientId: '{{clientId}}', clientSecret: '{{clientSecret}}' };

const isBadToken = ({ bearer, exchange }: ScriptStep): boolean =>
  exchange.operation !== 'token' && !['own', 'other', 'missing', 'empty'].includes(bearer);

/** Only names of the export stay variables: a foreign one could read secrets of the editor. */
const bodyText = ({ body, tokenOf }: ScriptStep, given: Script['given']): string => {
  if (body === undefined) return '';
  const known = credentials(tokenOf);
  return plainJson(body).replace(/"\{\{(\w+)\}\}"|\{\{/g, (whole, name?: string) => {
    if (name === undefined) return '\\u007b{';
    if (Object.hasOwn(known, name)) return `"${known[name]}"`;
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (!value) return whole.replace('{{', '\\u007b{');
    return typeof value.was === 'number' ? taken(value) : `"${taken(value)}"`;
  });
};

const bearerLine = (step: ScriptStep): string[] => {
  const { exchange, bearer, tokenOf } = step;
  if (exchange.operation === 'token' || bearer === 'missing') return [];
  if (isBadToken(step)) return ['Authorization: Bearer {{badToken}}'];
  const login = typeof tokenOf === 'number' ? `step${tokenOf}` : tokenOf === 'other' ? 'loginOther' : 'login';
  return [`Authorization: Bearer ${bearer === 'empty' ? '' : `{{${login}.response.body.$.token}}`}`];
};

const stepText = (step: ScriptStep, { given, steps }: Script, title: string): string => {
  const { number, exchange, path, headers, bearer } = step;
  const body = bodyText(step, given);
  return [
    `### ${title}`,
    ...(isBadToken(step) ? [comment(`Set badToken above: it carried a token that was ${bearer}.`)] : []),
    ...(step.waitMs > 0 ? [comment(`Wait ${Math.ceil(step.waitMs / 1000)} seconds before it.`)] : []),
    ...(number <= steps.length ? [`# @name step${number}`] : []),
    `${exchange.request.method} {{baseUrl}}${path}`,
    ...headers.map(([name, value]) => `${name}: ${value.replaceAll('{{', '{ {')}`),
    ...bearerLine(step),
    ...(body === '' ? [] : ['', body]),
  ].join('\n');
};

const login = (name: string, whose: 'own' | 'other'): string =>
  [
    `### Log in${whose === 'other' ? ' as the other partner' : ''}`,
    `# @name ${name}`,
    'POST {{baseUrl}}/auth/token',
    'content-type: application/json',
    '',
    JSON.stringify(credentials(whose)),
  ].join('\n');

export const httpFile = (script: Script): string => {
  const { steps, cleanUp, needsOtherPartner } = script;
  return `${[
    [
      ...headLines(script).map(comment),
      '# For the REST client of Visual Studio Code, and other programs that read this form. Send the requests from the top down:',
      '# later requests take their ids from earlier answers.',
    ].join('\n'),
    [
      '@baseUrl = {{$processEnv PREFLIGHT_URL}}',
      '@clientId = {{$processEnv PREFLIGHT_CLIENT_ID}}',
      '@clientSecret = {{$processEnv PREFLIGHT_CLIENT_SECRET}}',
      ...(needsOtherPartner
        ? [
            '@otherClientId = {{$processEnv PREFLIGHT_OTHER_CLIENT_ID}}',
            '@otherClientSecret = {{$processEnv PREFLIGHT_OTHER_CLIENT_SECRET}}',
          ]
        : []),
      ...(steps.some(isBadToken) ? ['@badToken = no-token'] : []),
    ].join('\n'),
    login('login', 'own'),
    ...(needsOtherPartner ? [login('loginOther', 'other')] : []),
    ...steps.map((step) => stepText(step, script, comment(stepTitle(step, steps.length)).slice(2))),
    ...cleanUp.map((step) => stepText(step, script, `Clean-up: ${step.exchange.operation}`)),
  ].join('\n\n')}\n`;
};
