/** The step that comments: one comment of a pull request for each target and workflow, which later runs renew. */
import { readFileSync } from 'node:fs';

const { TOKEN, TARGET, TEXT, VERDICT, EXIT_CODE } = process.env;
const {
  GITHUB_API_URL: api,
  GITHUB_SERVER_URL: server,
  GITHUB_REPOSITORY: repository,
  GITHUB_WORKFLOW: workflow = '',
  GITHUB_RUN_ID: run,
  GITHUB_RUN_ATTEMPT: attempt,
  GITHUB_EVENT_PATH: eventFile,
} = process.env;

/** GitHub refuses more. */
const charactersMax = 65_536;
const perPage = 100;
/** GitHub keeps 2,500 comments of a pull request. */
const pagesMax = 30;
const timeoutMs = 20_000;

const marker = `<!-- preflight ${[TARGET, workflow].map(encodeURIComponent).join(' ')} -->`;

/** In which nothing acts. */
const code = (text) => `\`\` ${text.replaceAll(/[`\r\n]/g, "'")} \`\``;

/** What stands there where no run was recorded: the comment of an earlier run must not stay. */
const unrecorded = () =>
  `## ${code(TARGET)} ⚠️ has no report to show\n\nThe gate ended with exit code ${EXIT_CODE} (${VERDICT}), and the log of the job says why.\n`;

const body = () => {
  const start = `${marker}\n${TEXT ? readFileSync(TEXT, 'utf8') : unrecorded()}`;
  const end = `\n[The job, its log and its results](${server}/${repository}/actions/runs/${run}/attempts/${attempt})\n`;
  const left = charactersMax - end.length;
  // What is cut may be in the middle of a block of code.
  return start.length <= left ? start + end : `${start.slice(0, left - 100).toWellFormed()}\n\n…`;
};

/** @throws Error that says in a line what GitHub said. */
const ask = async (method, path, text) => {
  const response = await fetch(`${api}/repos/${repository}/${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${TOKEN}`,
      'x-github-api-version': '2022-11-28',
      'user-agent': 'preflight',
    },
    signal: AbortSignal.timeout(timeoutMs),
    ...(text !== undefined && { body: JSON.stringify({ body: text }) }),
  });
  if (response.ok) return response.json();
  const wayOut = [403, 404].includes(response.status)
    ? '. Give the job pull-requests: write, which a pull request of a fork never has'
    : '';
  throw new Error(`GitHub answered HTTP ${response.status}${wayOut}`);
};

/** Of ours alone: anybody can write a marker, and no person is a bot. */
const found = async (number) => {
  for (let page = 1; page <= pagesMax; page += 1) {
    const comments = await ask('GET', `issues/${number}/comments?per_page=${perPage}&page=${page}`);
    const own = comments.find((each) => each.user?.type === 'Bot' && each.body?.startsWith(marker));
    if (own || comments.length < perPage) return own;
  }
  return undefined;
};

try {
  const { number } = JSON.parse(readFileSync(eventFile, 'utf8')).pull_request;
  const own = await found(number);
  if (own) await ask('PATCH', `issues/comments/${own.id}`, body());
  else await ask('POST', `issues/${number}/comments`, body());
} catch (thrown) {
  const why = thrown.cause?.code ?? thrown.cause?.message;
  const line = `${thrown.message}${why ? ` (${why})` : ''}`.replaceAll(/[\r\n]+/g, ' ');
  console.log(`::warning title=preflight::the comment was not written: ${line}`);
}
