/** The step that gates: hands the inputs on as arguments, none of them to a shell, and says as outputs what came of it. */
import { spawn } from 'node:child_process';
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseEnv } from 'node:util';

const { VARIABLES = '', PREFLIGHT, ...environment } = process.env;
const { TARGET, POLICY, WAIVERS, DEPTH, REPORT, ARGUMENTS = '', UNMEASURED, COMMENT, SARIF, ARTIFACT } = environment;
const { GITHUB_WORKSPACE: workspace, GITHUB_BASE_REF: baseRef = '' } = environment;

const said = (kind, line) => console.log(`::${kind} title=preflight::${line}`);

/** In one word, and as the last line of the log says it. */
const meanings = {
  0: { verdict: 'pass', line: 'what must hold holds' },
  1: { verdict: 'fail', line: 'a promise is broken' },
  2: { verdict: 'refused', line: 'wrong settings, and nothing was sent' },
  3: { verdict: 'unmeasured', line: 'could not measure, which breaks no promise' },
  130: { verdict: 'interrupted', line: 'interrupted' },
};

const output = (values) =>
  appendFileSync(
    process.env.GITHUB_OUTPUT,
    Object.entries(values)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );

/** GitHub hides what it knows as a secret: of several in one it knows the whole only. */
const hide = (values) => {
  const escaped = (value) => value.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  // A short one hides nothing, and would make the log unreadable.
  for (const value of values) if (value.length >= 6) console.log(`::add-mask::${escaped(value)}`);
};

/** A pull request of a stranger sees no secrets, nor does one of Dependabot. */
const seesNoSecrets = () => {
  if (process.env.GITHUB_ACTOR === 'dependabot[bot]') return true;
  if (process.env.GITHUB_EVENT_NAME !== 'pull_request' || !process.env.GITHUB_EVENT_PATH) return false;
  const { pull_request: request, repository } = JSON.parse(readFileSync(process.env.GITHUB_EVENT_PATH, 'utf8'));
  return request?.head?.repo?.full_name !== repository?.full_name;
};

const given = (name, value) => (value ? [`--${name}=${value}`] : []);
const lines = ARGUMENTS.split('\n').map((line) => line.trim());
const args = [
  'gate',
  '--json',
  `--target=${TARGET}`,
  `--depth=${DEPTH}`,
  ...given('policy', POLICY),
  ...given('waivers', WAIVERS),
  ...given('report', SARIF === 'true' ? [REPORT, 'sarif'].filter(Boolean).join() : REPORT),
  ...lines.filter((line) => line !== ''),
  // The outputs name it.
  '--output=results',
];

/** A state that no later job has is none: nothing is left behind on purpose. */
const lasting = environment.PREFLIGHT_STATE_LASTS ?? String(environment.PREFLIGHT_STATE !== undefined);

const gate = async () => {
  const variables = parseEnv(VARIABLES);
  hide(Object.values(variables));
  const child = spawn(process.execPath, [PREFLIGHT, ...args], {
    env: { ...environment, PREFLIGHT_STATE_LASTS: lasting, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
    // It is interrupted once, by the line below.
    detached: true,
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill('SIGINT'));
  const ended = new Promise((resolve) => child.once('close', (code) => resolve(code ?? 3)));
  return { document: await text(child.stdout), code: await ended };
};

/** The run, where there is one. */
const ranIn = (document) => {
  try {
    const { id, totals } = JSON.parse(document);
    if (id === undefined) return {};
    const folder = join('results', id);
    const seen = (path) => (existsSync(path) ? relative(workspace, join(process.cwd(), path)) : '');
    return {
      results: seen(folder),
      report: seen(join(folder, 'report.html')),
      sarif: seen(join(folder, 'report.sarif')),
      // No other run has its id: not one of another job, of another shard, or of another attempt.
      artifact: [ARTIFACT, TARGET.replaceAll(/[^\w.-]+/g, '-').replace(/^[-.]+/, ''), id].join('-'),
      ...totals,
    };
  } catch {
    return {};
  }
};

const kept = join(workspace, '.preflight/base');
const keptRun = join(kept, 'run.json');

/** For the pull requests to come; one that measured too little would make all look newly broken. */
const keepRun = (results, code) => {
  if (COMMENT !== 'true' || baseRef !== '' || code > 1 || !results) return {};
  mkdirSync(kept, { recursive: true });
  copyFileSync(join(workspace, results, 'run.json'), keptRun);
  return { 'kept-run': basename(results) };
};

const reported = (results, ...more) =>
  new Promise((resolve) => {
    const args = ['report', join(workspace, results), '--as=comment', ...more];
    const child = spawn(process.execPath, [PREFLIGHT, ...args], {
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('close', (code) => resolve(code === 0));
  });

/** The text of the comment, beside the run of the base branch where there is one. */
const commentOn = async (results, code) => {
  if (COMMENT !== 'true' || baseRef === '' || code > 3 || !results) return {};
  const isKept = existsSync(keptRun);
  const isCompared = isKept && (await reported(results, `--since=${keptRun}`));
  if (!isCompared && !(await reported(results))) return {};
  const comment = join(workspace, results, 'comment.md');
  const base = `\`\` ${baseRef.replaceAll('`', "'")} \`\``;
  const why = isKept ? `The run that is kept of ${base} cannot be compared with this one` : `No run of ${base} is kept`;
  if (!isCompared) appendFileSync(comment, `\n${why}, so it is not said what is new.\n`);
  return { comment };
};

if (UNMEASURED !== 'fail' && UNMEASURED !== 'warn') {
  said('error', `the input unmeasured is ${JSON.stringify(UNMEASURED)}: say fail or warn`);
  output({ verdict: 'refused', 'exit-code': 2, 'ends-with': 2 });
} else {
  const { document, code } = await gate();
  const ran = ranIn(document);
  // What was only asked what it would do has measured nothing, and nothing is released for it.
  const isIdle = code === 0 && ran.results === undefined;
  const ends = isIdle ? 2 : code;
  const { verdict, line } = meanings[ends] ?? meanings[3];
  const isLet = ends === 0 || (ends === 3 && UNMEASURED === 'warn');
  output({ verdict, 'exit-code': ends, 'ends-with': isLet ? 0 : ends, ...ran });
  // The verdict stands, whether these can be written or not.
  try {
    output({ ...keepRun(ran.results, ends), ...(await commentOn(ran.results, ends)) });
  } catch (thrown) {
    said('warning', `the run cannot be kept or commented: ${thrown.code ?? thrown.message}`);
  }
  if (isIdle) said('error', 'nothing was judged: leave --dry-run, --shard and --help out of the input arguments');
  else if (ends !== 0) said(isLet ? 'warning' : 'error', `the gate ended with exit code ${ends}: ${line}`);
  if (code === 2 && seesNoSecrets())
    said(
      'error',
      'a pull request of a fork or of Dependabot sees no secrets: gate it from a branch of this repository',
    );
}
