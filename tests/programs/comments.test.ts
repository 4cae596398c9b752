/** The comment of a pull request, on a stand-in of GitHub and of its API: written once, renewed, and never in the way. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { preflightPartner } from '../../sandbox/access/tokens.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { emptyFolder, listening, plainEnvironment } from '../cli/preflight-process.ts';
import { partnerRepository, root, variablesFor, workflows } from '../pipelines/partner.ts';
import { gitHubToken, nothingKept, runWorkflow } from '../pipelines/run-workflow.ts';

type Comment = { readonly id: number; body: string; readonly user: { readonly type: string } };

/** As much of the API as is asked for; with a status it refuses what would write. */
const gitHub = async (t: TestContext, { comments = [] as Comment[], refuses = 0 } = {}) => {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    asked.push(`${method} ${url}`);
    let text = '';
    for await (const chunk of request) text += chunk;
    const answer = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const { pathname, searchParams } = new URL(url, 'http://stub');
    const [, of, id] = /^\/api\/v3\/repos\/acme\/shop\/issues\/(?:(7)\/comments|comments\/(\d+))$/.exec(pathname) ?? [];
    if (headers.authorization !== `Bearer ${gitHubToken}`) return answer(401, {});
    const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('per_page'))];
    if (method === 'GET' && of) return answer(200, comments.slice((page - 1) * size, page * size));
    if (refuses) return answer(refuses, { message: 'Resource not accessible by integration\n::error::@everyone' });
    const { body } = JSON.parse(text) as { body: string };
    if (body.length > 65_536) return answer(422, {});
    const found = comments.find((each) => String(each.id) === id);
    if (method === 'PATCH' && found) found.body = body;
    else if (method === 'POST' && of) comments.push({ id: 9_000 + comments.length, body, user: { type: 'Bot' } });
    else return answer(404, {});
    return answer(200, {});
  });
  const { url: api, close } = await listening(server);
  t.after(close);
  return { api: `${api}/api/v3`, comments, asked, close };
};

const event = { pull_request: { number: 7, head: { repo: { full_name: 'acme/shop' } } } };

type Given = { readonly api: string; readonly target?: string; readonly text?: string };

/** The step alone. */
const commented = async ({ api, target = 'acme', text }: Given): Promise<{ code: unknown; stdout: string }> => {
  const folder = emptyFolder();
  const file = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const environment = {
    ...plainEnvironment(folder),
    GITHUB_API_URL: api,
    GITHUB_SERVER_URL: 'https://code.acme.example',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_WORKFLOW: 'nights --> of all',
    GITHUB_RUN_ID: '12',
    GITHUB_RUN_ATTEMPT: '2',
    GITHUB_EVENT_PATH: file('event.json', JSON.stringify(event)),
    TOKEN: gitHubToken,
    TARGET: target,
    TEXT: text === undefined ? '' : file('comment.md', text),
    VERDICT: 'refused',
    EXIT_CODE: '2',
  };
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [join(root, '.github/actions/preflight/comment.mjs')],
      { env: environment },
      (failed, stdout) => resolve({ code: failed?.code ?? 0, stdout }),
    ),
  );
};

test('a pull request gets one comment beside the run of its base branch, and the next gate renews it', async (t) => {
  const { api, comments, asked } = await gitHub(t);
  const kept = nothingKept();
  const only = ['depth: probe', 'arguments: --only=countries'];
  const repository = partnerRepository({ command: join(root, 'cli/preflight.mjs'), inputs: only });
  const faults = ['swaps-one-pair-deep-in-countries'] as const;
  const gated = async (name: string, broken: readonly (typeof faults)[number][] = []) => {
    const sandbox = await startSandbox({ world: { scale: 'small', faults: broken } });
    const { jobs } = await runWorkflow({
      repository,
      workflow: join(repository, workflows, name),
      kept,
      ...(name === 'pull-request.yml' && { eventName: 'pull_request', event }),
      secrets: { ACME_ENV: variablesFor(sandbox.url, preflightPartner) },
      environment: { GITHUB_API_URL: api },
    }).finally(() => sandbox.close());
    const { 'gate / gate': gate } = jobs;
    if (!gate) throw new Error('there was no gate');
    ok(!gate.log.includes(gitHubToken));
    return gate;
  };

  const first = await gated('pull-request.yml', faults);
  equal(first.outputs.verdict, 'fail', first.log);
  match(comments[0]?.body ?? '', /^<!-- preflight acme pull-request -->\n## ` acme ` ❌ is broken\n/);
  match(comments[0]?.body ?? '', /\nNo run of `` main `` is kept, so it is not said what is new\.\n/);

  const base = await gated('release.yml');
  equal(base.conclusion, 'success', base.log);
  equal(asked.length, 2, 'a branch has no comment');
  const [key = ''] = [...kept.caches.keys()];
  const [, id = ''] = /^preflight-run\/acme\/main\/(\S+)$/.exec(key) ?? [];
  deepEqual([...kept.artifacts.keys()].at(-1), `preflight-acme-${id}`);

  const again = await gated('pull-request.yml', faults);
  deepEqual([again.conclusion, again.outputs.verdict], ['failure', 'fail'], again.log);
  const { body = '' } = comments[0] ?? {};
  match(body, new RegExp(`\n- since run \` ${id} \` of [^\n]*:\n- newly broken: \` countries\\.sorted-by-id \`\n`));
  match(body, /\nFAIL {2}countries\.sorted-by-id [\s\S]*\n {6}where {5}countries /);
  match(body, /\]\(https:\/\/code\.acme\.example\/acme\/shop\/actions\/runs\/1\/attempts\/1\)\n$/);
  const wrote = asked.filter((each) => /^P/.test(each)).map((each) => each.split('/api/v3/repos/acme/shop/issues'));
  deepEqual(wrote, [
    ['POST ', '/7/comments'],
    ['PATCH ', '/comments/9000'],
  ]);
  deepEqual(
    kept.alerts?.map((each) => /"ruleId": "countries\.sorted-by-id"/.test(each)),
    [true, true],
  );
});

const marker = '<!-- preflight acme nights%20--%3E%20of%20all -->';
const by = (type: string, id: number, body = 'looks good'): Comment => ({ id, body, user: { type } });

test('its own comment is found behind a page of others; one that a person has marked stays', async (t) => {
  const others = Array.from({ length: 120 }, (_, id) => by('User', id));
  const comments = [by('User', 500, `${marker}\nall is well`), ...others, by('Bot', 600, `${marker}\nof yesterday`)];
  const { api, asked } = await gitHub(t, { comments });
  deepEqual(await commented({ api, text: 'of today\n' }), { code: 0, stdout: '' });
  equal(asked.length, 3);
  equal(comments.length, 122);
  match(comments[0]?.body ?? '', /all is well$/);
  ok(comments.at(-1)?.body.startsWith(`${marker}\nof today\n`));
});

test('what is too long is cut, no name ends the marker, and a gate without a run says so', async (t) => {
  const { api, comments } = await gitHub(t);
  await commented({ api, text: '\u{1f600}'.repeat(60_000) });
  const [{ body = '' } = {}] = comments;
  ok(body.length > 60_000 && body.isWellFormed() && body.endsWith('\n\n…'));
  await commented({ api, target: 'x` --> @everyone\n# y' });
  const [first, heading, , sentence] = comments[1]?.body.split('\n') ?? [];
  equal(first, '<!-- preflight x%60%20--%3E%20%40everyone%0A%23%20y nights%20--%3E%20of%20all -->');
  equal(heading, "## `` x' --> @everyone'# y `` ⚠️ has no report to show");
  equal(sentence, 'The gate ended with exit code 2 (refused), and the log of the job says why.');
});

test('without the permission, and where GitHub is not there, one line says so and the step passes', async (t) => {
  const { api, close } = await gitHub(t, { refuses: 403 });
  const said = '::warning title=preflight::the comment was not written: ';
  deepEqual(await commented({ api, text: 'x' }), {
    code: 0,
    stdout: `${said}GitHub answered HTTP 403. Give the job pull-requests: write, which a pull request of a fork never has\n`,
  });
  close();
  const nowhere = await commented({ api, text: 'x' });
  deepEqual(nowhere, { code: 0, stdout: `${said}fetch failed (ECONNREFUSED)\n` });
});
