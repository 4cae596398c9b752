/** Runs what was exported of a case against a service, each form as its own program would. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from '../../../../cases/case.ts';
import { exported } from '../../../../cases/export/exported.ts';
import { scriptOf } from '../../../../cases/export/script.ts';
import { isSeen, type ShippedAnswers } from '../../../../cases/export/shipped/seen.mjs';
import type { Json } from '../../../../contracts/json.ts';
import sandboxTarget from '../../../../targets/sandbox.ts';
import { emptyFolder } from '../../../cli/preflight-process.ts';

const [{ clientId, clientSecret }, other] = [sandboxTarget.credentials, sandboxTarget.otherPartner] as const;

const environmentOf = (baseUrl: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  PREFLIGHT_URL: baseUrl,
  PREFLIGHT_CLIENT_ID: String(clientId),
  PREFLIGHT_CLIENT_SECRET: String(clientSecret),
  PREFLIGHT_OTHER_CLIENT_ID: String(other?.clientId),
  PREFLIGHT_OTHER_CLIENT_SECRET: String(other?.clientSecret),
  PREFLIGHT_MAY_BOOK: 'yes',
});

/** What a program said, and how it ended: 1 the error is there, 0 it is gone, 3 it cannot tell. */
export type Ran = { readonly code: number | null; readonly said: string };

const ran = (program: string, file: string, baseUrl: string): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, [file], { env: environmentOf(baseUrl), stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    child.once('error', reject).once('close', (code) => resolve({ code, said }));
  });

const written = (name: string, text: string): string => {
  const file = join(emptyFolder(), name);
  writeFileSync(file, text);
  return file;
};

export const ranCurl = (opened: Case, baseUrl: string): Promise<Ran> =>
  ran('bash', written('again.sh', exported(opened, 'curl', { isPage: false })), baseUrl);

/** In the place of the runner of Playwright, with what the test takes of it. */
const runner = `
const test = (title, run) => new Promise(setImmediate).then(() => run({ request: { dispose: async () => {}, fetch: async (url, { method, headers, data }) => {
  const answer = await fetch(url, { method, headers, body: data, redirect: 'manual' });
  const text = await answer.text();
  return { text: async () => text, status: () => answer.status, headers: () => Object.fromEntries(answer.headers) };
} } })).catch((thrown) => { console.log(String(thrown)); process.exitCode = thrown.exitCode ?? 3; });
test.setTimeout = () => {};
test.step = (title, run) => run();
const expect = (seen, look) => ({ toBe: () => {
  console.log(look);
  if (seen !== false) throw Object.assign(new Error(look), { exitCode: seen ? 1 : 3 });
} });
`;

export const ranPlaywright = (opened: Case, baseUrl: string): Promise<Ran> => {
  const text = exported(opened, 'playwright', { isPage: false });
  const module = text.replace(/^import .*@playwright\/test';$/m, runner);
  return ran(process.execPath, written('again.mjs', module), baseUrl);
};

const atPath = (body: Json | undefined, path: string): Json | undefined => {
  const keys = path.matchAll(/\.([A-Za-z_]\w*)|\[(\d+)\]|\[(\*)\]|\[("(?:[^"\\]|\\.)*")\]/g);
  let value = body;
  for (const [, name, index, any, quoted] of keys) {
    if (typeof value !== 'object' || value === null) return undefined;
    const key = any ? Object.keys(value)[0] : (name ?? index ?? JSON.parse(quoted ?? '""'));
    value = (value as { readonly [key: string]: Json })[key];
  }
  return value;
};

/** Sends an .http file as the REST client of an editor does, and reads the answers as a person would. */
export const ranHttp = async (opened: Case, baseUrl: string): Promise<Ran> => {
  const [head = '', ...requests] = exported(opened, 'http', { isPage: false }).split(/^### .*$/m);
  const environment = environmentOf(baseUrl);
  const variables = new Map(
    [...head.matchAll(/^@(\w+) = (.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replace(/\{\{\$processEnv (\w+)\}\}/, (_, variable: string) => environment[variable] ?? ''),
    ]),
  );
  const bodies = new Map<string, Json | undefined>();
  const answers: Record<number, ShippedAnswers[number]> = {};
  const filled = (text: string): string =>
    text.replace(/\{\{(\w+)(?:\.response\.body\.\$(.*?))?\}\}/g, (whole, name: string, path?: string) => {
      if (path === undefined) return variables.get(name) ?? whole;
      const value = atPath(bodies.get(name), path);
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
    });
  const lines: string[] = [];
  for (const request of requests) {
    const [, name = ''] = /^# @name (\w+)$/m.exec(request) ?? [];
    const [top = '', ...body] = filled(request.replace(/^#.*\n/gm, ''))
      .trim()
      .split('\n\n');
    const [line = '', ...headers] = top.split('\n');
    const [method = '', url = ''] = line.split(' ');
    const pairs = headers.map((each) => [each.slice(0, each.indexOf(':')), each.slice(each.indexOf(':') + 1).trim()]);
    const sent = body.join('\n\n');
    const answer = await fetch(url, { method, headers: Object.fromEntries(pairs), ...(sent !== '' && { body: sent }) });
    const text = await answer.text();
    const read = ((): Json | undefined => {
      try {
        return JSON.parse(text) as Json;
      } catch {
        return undefined;
      }
    })();
    bodies.set(name, read);
    lines.push(`${name} ${answer.status}`);
    const step = Number(/^step(\d+)$/.exec(name)?.[1] ?? 0);
    if (step > 0)
      answers[step] = { status: answer.status, headers: Object.fromEntries(answer.headers), body: read, text };
  }
  const test = scriptOf(opened)?.test;
  const { seen } = test ? isSeen(test, answers) : {};
  return { code: seen === undefined ? 3 : Number(seen), said: lines.join('\n') };
};
