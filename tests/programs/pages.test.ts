/** The commands of the pages in docs/ run as they are written. */
import assert, { deepEqual, equal, match, ok } from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { z } from 'zod';
import { metrics } from '../../dashboard/metrics.ts';
import { reportForms } from '../../gate/results.ts';
import { clauseStates, stateWords } from '../../reports/summary.ts';
import { blocksOf, chapter } from '../chapter.ts';
import { begun, preflight, refused, typed, wordsOf } from '../cli/preflight-here.ts';
import { commandBlocks, emptyFolder } from '../cli/preflight-process.ts';
import { closeSandbox, sandbox } from '../unit/flows/hotel-world.ts';
import { sandboxFile } from './monitored.ts';

const page = chapter('operate/dashboard.md');
/** The five minutes are gone through in a browser: tests/browser/monitored.test.ts. */
const others = commandBlocks(page).find((block) => block.some((line) => line.includes('0.0.0.0'))) ?? [];

const urlOf = async (one: ReturnType<typeof begun>): Promise<string> =>
  /http:\S+/.exec(await one.printed('dashboard   http'))?.[0] ?? '';

const stateAt = async (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/api/state`, { headers });

test('a dashboard and the metrics of the pages show what a monitor has found, others need the token', async () => {
  const [monitor, curl = ''] = commandBlocks(chapter('operate/metrics.md'))[0] ?? [];
  const watching = begun([...wordsOf((monitor ?? '').replace(/ &$/, '')), '--dashboard', '0']);
  const { folder } = watching;
  const url = await urlOf(watching);
  match(await (await fetch(url)).text(), /<title>Preflight<\/title>/);
  await watching.printed('PASS');
  const { targets } = (await (await stateAt(url)).json()) as { targets: { target: string; state: string }[] };
  deepEqual(
    targets.map(({ target, state }) => [target, state]),
    [['sandbox', 'holds']],
  );
  const asked = /http:\S+/.exec(curl)?.[0]?.replace('http://127.0.0.1:8420', url) ?? '';
  ok(asked.startsWith(url) && asked !== url, curl);
  const text = await (await fetch(asked)).text();
  match(text, /^probe_success\{probe="sandbox-probe",target="sandbox",location="here"\} 1$/m);
  match(text, /^probe_http_duration_seconds\{.*phase="processing"\} \d+\.\d+$/m);

  const words = wordsOf((others[0] ?? '').replace(/^\S+\$\(.*?\) /, ''));
  ok(words.includes('0.0.0.0'), 'the page opens it to others');
  const token = 'a token that is hard to guess';
  const shared = begun([...words.map((word) => word.replace('0.0.0.0', '127.0.0.1')), '--port', '0'], {
    folder,
    environment: { PREFLIGHT_DASHBOARD_TOKEN: token },
  });
  const open = await urlOf(shared);
  equal((await stateAt(open)).status, 401);
  equal((await stateAt(open, { authorization: `Bearer ${token}` })).status, 200);
  for (const one of [shared, watching]) {
    one.interrupt();
    equal((await one.ended).code, 0);
  }
});

test('what is in the way is one line, and nothing is served', async () => {
  const folder = emptyFolder();
  equal((await preflight(['monitor', '--once'], { folder })).code, 0);
  for (const [args, environment, says] of [
    [['--host', '0.0.0.0'], {}, /--host 0\.0\.0\.0 is open to others: set PREFLIGHT_DASHBOARD_TOKEN/],
    [['--port', '70000'], {}, /take a number up to 65535/],
    [['--history', 'none.db'], {}, /history none\.db does not exist/],
    [['--port', '0'], { PREFLIGHT_DASHBOARD_TOKEN: 'short' }, /has 5 characters: take 16 or more/],
    [
      ['--host', '192.0.2.1'],
      { PREFLIGHT_DASHBOARD_TOKEN: 'long enough to be one' },
      /cannot be opened \(EADDRNOTAVAIL\)/,
    ],
  ] as const)
    await refused(['dashboard', ...args], says, { folder, environment });
});

describe('docs/metrics.md', () => {
  const page = chapter('operate/metrics.md');

  test('its table names every metric, with its labels', () => {
    const rows = [...page.matchAll(/^\| `([a-z]\w+)` +\| ([\w, ]*?) +\|/gm)].map(([, name, labels]) => [name, labels]);
    deepEqual(
      rows,
      metrics.map(({ name, labels }) => [name, labels.join(', ')]),
    );
  });

  test('its configurations can be read, and its alerts ask for metrics that exist', () => {
    const [scrape, loaded] = blocksOf(page, 'yaml').map((block) => parse(block) as unknown) as [
      { scrape_configs: { static_configs: { targets: string[] }[] }[] },
      { rule_files: string[] },
    ];
    deepEqual(scrape.scrape_configs[0]?.static_configs[0]?.targets, ['127.0.0.1:8420']);
    const [file = ''] = loaded.rule_files;
    const { groups } = parse(readFileSync(join('docs/examples', file), 'utf8')) as {
      groups: { rules: { alert?: string; record?: string; expr: string }[] }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    const recorded = rules.flatMap(({ record }) => record ?? []);
    const alerts = rules.filter(({ alert }) => alert !== undefined);
    ok(alerts.length > 4);
    for (const { alert, expr } of alerts) {
      const names: string[] = [];
      parser.parse(expr).iterate({
        enter: ({ type, from, to }) => {
          ok(!type.isError, alert);
          if (type.name === 'Identifier') names.push(expr.slice(from, to));
        },
      });
      const known = [...recorded, ...metrics.map(({ name }) => name)];
      ok(
        names.length > 0 && names.every((name) => known.includes(name) || !/^preflight|^probe_/.test(name)),
        `${alert}: ${names}`,
      );
    }
  });
});

describe('docs/reports.md', () => {
  const page = chapter('use/reports.md');

  test('the five minutes of the page end as it says', async () => {
    const folder = await firstBlockOf(page);
    for (const file of [
      'results/latest/report.html',
      'results/latest/report.md',
      'out/junit.xml',
      'out/report.sarif',
      'out/badge.svg',
    ])
      assert.ok(existsSync(join(folder, file)), file);
  });

  test('the command reports every form and every state', () => {
    for (const name of [
      ...reportForms.map((form) => `\`${form}\``),
      ...clauseStates.map((state) => stateWords[state].name),
    ])
      assert.match(page, new RegExp(`^\\| ${name} +\\|`, 'm'));
  });
});

test('the page of OpenTelemetry names the SDK that the package asks for', () => {
  const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const [[install] = []] = commandBlocks(chapter('operate/metrics.md', 'Send telemetry with OpenTelemetry'));
  const { peerDependencies } = JSON.parse(read('package.json')) as { peerDependencies: Record<string, string> };
  const [[name, version] = []] = Object.entries(peerDependencies);
  equal(install, `npm install ${name}@${version}`);
  ok(read('cli/telemetry.ts').includes(`'${version}'`));
});

test("the commands of a stranger's service end as the page says, and its document can be read", async () => {
  const folder = emptyFolder();
  const page = chapter('use/bindings.md', "A stranger's service");
  const [block = '', serve = ''] = blocksOf(page, 'sh');
  const unredirected = (command: string): string[] => wordsOf(command.replace(/ > \S+$/, ''));
  const [gate, document, broken] = await Array.fromAsync(typed(block, { folder }, unredirected));
  // Its seed is drawn: what no answer happens to show is not judged.
  match(gate?.stdout ?? '', /0 broken(?:; \d+ not judged .*)?\n.* on sandbox-7 /);
  match(broken?.stdout ?? '', /^FAIL .*keeps-offer-ids-of-search/m);
  equal(JSON.parse(document?.stdout ?? '').openapi, '3.1.1');
  const served = begun(wordsOf(serve.trimEnd().replace('4010', '0')), { folder });
  match(await served.printed('--target sandbox-7'), /Sandbox at http:[\s\S]*clientSecret/);
  served.interrupt();
  equal((await served.ended).code, 0);
});

/** Runs the first block of a chapter: its comments say how each line ends, and what it prints. @returns The folder. */
const firstBlockOf = async (page: string): Promise<string> => {
  const folder = emptyFolder();
  for await (const { comment, stdout, stderr } of typed(blocksOf(page, 'sh')[0] ?? '', { folder })) {
    const [, said = ''] = /; (?:wrote )?(.*)$/.exec(comment) ?? [];
    ok((stdout + stderr).includes(said), `${comment}: ${stdout}`);
  }
  return folder;
};

test('the page of pipelines releases what its gate has passed', async () => {
  await firstBlockOf(chapter('use/pipelines.md', 'May this build be released?'));
});

// Files of one process share that sandbox: it closes when all of them are over.
after(closeSandbox);

describe('docs/sharding.md', () => {
  const page = chapter('use/pipelines.md', 'One gate on several machines');

  test('the five minutes of the page end as it says', async () => {
    const folder = await firstBlockOf(page);
    for (const file of ['run.json', 'report.html', 'junit.xml'])
      ok(existsSync(join(folder, 'results/latest', file)), file);
  });

  /** A service that takes a token of another, and a target file that allows as many shards as the page has. */
  const acme = () => {
    const folder = emptyFolder();
    const limits = 'limits: { ...sandbox.limits, concurrency: 4 }';
    writeFileSync(join(folder, 'acme.target.mts'), sandboxFile(`name: 'acme', ${limits}`));
    const environment = { PREFLIGHT_SANDBOX_URL: sandbox.openWorld({ scale: 'small' }).baseUrl };
    /** What a line of the page says, of a few flows. */
    const ends = async (line: string, expected: number): Promise<void> => {
      const words = line.replace(/ +# .*$/, '').split(' ');
      const args = words.slice(words.indexOf('preflight') + 1);
      const only = args[0] === 'gate' ? ['--only', 'token.is-jwt,cities,countries'] : [];
      const { code, stdout, stderr } = await preflight([...args, ...only], { folder, environment });
      equal(code, expected, `${line}\n${stdout}${stderr}`);
    };
    return { folder, ends };
  };

  test('shards that share a token walk as the page says', async () => {
    const { folder, ends } = acme();
    const [, commands = ''] = /## One token[\s\S]*?```sh\n([\s\S]*?)```/.exec(page) ?? [];
    const lines = commands.trimEnd().replaceAll('"$PIPELINE_ID"', 'pipeline-7').split('\n');
    equal(lines.length, 4);
    for (const line of lines) await ends(line, 0);
    await ends('npx --no -- preflight merge results', 0);
    ok(existsSync(join(folder, 'results/latest/run.json')));
  });

  const job = z.object({
    needs: z.string().optional(),
    if: z.string().optional(),
    strategy: z.object({ 'fail-fast': z.literal(false), matrix: z.object({ shard: z.array(z.int()) }) }).optional(),
    steps: z.array(z.object({ run: z.string().optional() })),
  });

  test('its workflow walks every shard once, the first of them after the others', async () => {
    const [, text = ''] = /```yaml .github\S+\n([\s\S]*?)```/.exec(page) ?? [];
    const { jobs } = z.object({ jobs: z.object({ token: job, shards: job, verdict: job }) }).parse(parse(text));
    const { token, shards, verdict } = jobs;
    equal(shards.needs, 'token');
    equal(verdict.needs, 'shards');
    // A shard that failed must not keep the verdict from being reported.
    equal(verdict.if, 'always()');
    const runs = [token, shards, verdict].flatMap(({ steps }) => steps.flatMap(({ run = [] }) => run));
    const walked = runs.flatMap((run) => /--shard "?([^\s"]+)"? --run-id/.exec(run)?.[1] ?? []);
    const count = Number(walked[0]?.split('/').at(-1));
    equal(walked.length, 2);
    for (const each of walked) equal(Number(each.split('/').at(-1)), count);
    const all = [...(shards.strategy?.matrix.shard ?? []), Number(walked[1]?.split('/')[0])];
    equal(all.toSorted((one, other) => one - other).join(), Array.from({ length: count }, (_, at) => at + 1).join());

    // Every artefact is in its own folder; here all machines have one.
    const { folder, ends } = acme();
    for (const run of runs.filter((each) => each.includes('npx '))) {
      const line = run.replace('"$GITHUB_RUN_ID"', '7');
      const those = line.includes('$SHARD') ? (shards.strategy?.matrix.shard ?? []) : [0];
      for (const at of those) await ends(line.replace(/"\$SHARD(\S+)"/, `${at}$1`), 0);
      if (line.includes(' token ')) cpSync(join(folder, 'handed/token'), join(folder, 'results/acme-token/token'));
    }
    ok(existsSync(join(folder, 'results/latest/report.html')));
  });
});
