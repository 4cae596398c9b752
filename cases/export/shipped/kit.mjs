// The JSON part of an exported curl script. Credentials come from the environment. Only the answer of a login is stored.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { bearerOf, filled, isSeen } from './seen.mjs';

const [work, task, ...words] = process.argv.slice(2);
const pathOf = (name) => `${work}/${name}`;
const read = (name) => readFileSync(pathOf(name), 'utf8');
const write = (name, text) => writeFileSync(pathOf(name), text, { mode: 0o600 });
const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const plan = JSON.parse(read('plan.json'));
const answers = existsSync(pathOf('answers.json')) ? JSON.parse(read('answers.json')) : {};

const end = (code, text) => {
  console.log(text);
  process.exit(code);
};

const tasks = {
  /** Fills values of earlier answers into standard input. */
  fill: ([whose]) => {
    const text = readFileSync(0, 'utf8');
    const source = { whose, given: plan.given, answers };
    write('sent', text === '' ? '' : JSON.stringify(filled(JSON.parse(text), source)));
  },
  /** Stores the answer that curl has written. */
  keep: ([step]) => {
    const lines = read('head').trim().split(/\r?\n/);
    const [statusLine, ...fields] = lines.slice(lines.findLastIndex((line) => line.startsWith('HTTP/')));
    const text = read('body');
    const headers = fields.map((line) => [line.split(':')[0].toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]);
    const status = Number(statusLine.split(' ')[1]);
    answers[step] = { status, headers: Object.fromEntries(headers), body: parsed(text), text };
    write('answers.json', JSON.stringify(answers));
    console.log(`${/^\d/.test(step) ? `step ${step}` : 'login'}: HTTP ${status}, ${text.length} characters`);
  },
  /** The header with the token, which may be a bad one. */
  bearer: ([kind, from]) => {
    const token = kind === 'expired' ? process.env.PREFLIGHT_EXPIRED_TOKEN : answers[from]?.body?.token;
    if (kind === 'expired' && !token) end(3, 'cannot tell: set PREFLIGHT_EXPIRED_TOKEN to a token that has expired');
    if (kind !== 'garbage' && typeof token !== 'string') {
      end(3, `cannot tell: the login gave no token, it answered ${answers[from]?.status}`);
    }
    write('bearer', `Authorization: Bearer ${bearerOf(kind, token ?? '')}\n`);
  },
  /** Whether the error is still there. */
  verdict: () => {
    const { seen, value } = plan.test ? isSeen(plan.test, answers) : {};
    const { body, text } = answers[plan.step] ?? {};
    console.log(`look at   step ${plan.step}, ${plan.where}`);
    console.log(`expected  ${plan.expected}`);
    console.log(`recorded  ${plan.actual}`);
    if (seen === undefined) {
      end(
        3,
        `answered  ${JSON.stringify(body ?? text ?? null).slice(0, 4000)}\nA person must decide whether the error is still there.`,
      );
    }
    console.log(`now       ${value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 200)}`);
    end(seen ? 1 : 0, seen ? 'The error is still there.' : 'The error is gone.');
  },
};

try {
  tasks[task](words);
} catch (thrown) {
  end(3, `cannot tell: ${thrown.message}`);
}
