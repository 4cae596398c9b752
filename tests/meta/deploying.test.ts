/** The files of docs/operate/deploying.md are valid, and run what they say. */
import { deepEqual, equal, match, ok, throws } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { guardOf } from '../../dashboard/guarded-server.ts';
import type { ScaleFigures } from '../bench/scale-row.ts';
import { commandBlocks } from '../cli/preflight-process.ts';
import { acceptedBy } from './command-line.ts';
import { brokenRules, containerIn, type Example, exampleIn, formErrors, ruleNames } from './kubernetes-rules.ts';
import { valueIn, wrongInUnit } from './systemd-unit.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { name, version, bin, engines } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const lines = readFileSync(`${root}Containerfile`, 'utf8')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const instructions = lines.map((line) => /^([A-Z]+) (.+)$/.exec(line)?.slice(1) ?? [line]);
const of = (instruction: string): string[] =>
  instructions.filter(([each]) => each === instruction).map(([, rest = '']) => rest);

test('every line is an instruction, in an order in which it can be built', () => {
  deepEqual(
    instructions.map(([instruction]) => instruction),
    ['FROM', 'COPY', 'RUN', 'USER', 'WORKDIR', 'ENTRYPOINT', 'CMD'],
  );
});

test('it starts from a slim Node that the package runs on', () => {
  const [, major] = /^docker\.io\/library\/node:(\d+)-slim$/.exec(of('FROM')[0] ?? '') ?? [];
  equal(major, '24');
  match(engines.node, /^>=\d+/);
});

test('it copies the file that npm pack makes, and installs it where the entry point is', () => {
  const tarball = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
  const [pattern = '', copied = ''] = (of('COPY')[0] ?? '').split(' ');
  match(tarball, new RegExp(`^${pattern.replaceAll('.', '\\.').replace('*', '.*')}$`));
  const [prefix = ''] = /(?<=--prefix )\S+/.exec(of('RUN')[0] ?? '') ?? [];
  ok(of('RUN')[0]?.includes(` ${copied} `), copied);
  deepEqual(JSON.parse(of('ENTRYPOINT')[0] ?? ''), [`${prefix}/node_modules/.bin/${Object.keys(bin)[0]}`]);
  deepEqual(JSON.parse(of('CMD')[0] ?? ''), ['gate']);
});

test('the user that runs it is not root', () => {
  equal(of('USER')[0], 'node');
});

describe('the page', () => {
  const root = new URL('../../', import.meta.url);
  const textOf = (file: string): string => readFileSync(new URL(file, root), 'utf8');
  const page = textOf('docs/operate/deploying.md');
  const unit = textOf('docs/examples/preflight-monitor.service');
  const container = containerIn(exampleIn(textOf('docs/examples/kubernetes.yaml')));
  const { name, version, files } = JSON.parse(textOf('package.json'));

  const variables = [...(/```sh monitor\.env\n([\s\S]*?)```/.exec(page)?.[1]?.matchAll(/^([A-Z_]+)=\S+$/gm) ?? [])].map(
    ([, variable = '']) => variable,
  );
  const [, service = [], kubernetes = []] = commandBlocks(page);

  test('the secret of Kubernetes has what its container takes from it', () => {
    const taken = container?.env?.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []) ?? [];
    deepEqual(taken.map(({ key }) => key).sort(), variables.toSorted());
    const secret = /^kubectl create secret generic (\S+) --from-env-file=monitor\.env$/;
    const [, made] = kubernetes.map((line) => secret.exec(line)).find(Boolean) ?? [];
    deepEqual([...new Set(taken.map((each) => each.name))], [made]);
  });

  test('what is installed is where the unit looks for it', () => {
    const has = (what: string): boolean => service.some((line) => line.includes(what));
    const [program = ''] = valueIn(unit, 'ExecStart')?.split(' ') ?? [];
    const prefix = program.replace('/node_modules/.bin/preflight', '');
    const tarball = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
    ok(has(`npm install --prefix ${prefix} --omit=dev ./${tarball}`), prefix);
    ok(has(`monitor.env ${valueIn(unit, 'EnvironmentFile')}`));
    ok(has(`--home-dir ${valueIn(unit, 'WorkingDirectory')} `) && has(`nologin ${valueIn(unit, 'User')}`));
    // It is copied from the package, which has it.
    const [, copied = ''] = /cp \/opt\/preflight\/node_modules\/@preflight-gate\/preflight\/(\S+)/.exec(page) ?? [];
    ok(existsSync(new URL(copied, root)) && files.some((each: string) => copied.startsWith(each)), copied);
    ok(has('enable --now preflight-monitor') && copied.endsWith('/preflight-monitor.service'));
  });

  test('the image that is built is the one that runs, and what is applied is there', () => {
    ok(kubernetes[0]?.includes(`podman build --tag ${container?.image} .`), kubernetes[0]);
    ok(kubernetes.includes('kubectl apply --filename docs/examples/kubernetes.yaml'));
  });
});

const file = fileURLToPath(new URL('../../docs/examples/preflight-monitor.service', import.meta.url));
const unit = readFileSync(file, 'utf8');

/** Each as a person could spoil it, and what is said then. */
const spoilt: readonly (readonly [RegExp, string, string])[] = [
  [/^Restart=/m, 'Restrat=', '[Service] has no Restrat'],
  [/^\[Install\]/m, '[Instal]', '[Instal] has no WantedBy'],
  [/^UMask/m, 'nonsense\nUMask', '[Service] has no nonsense'],
  [/^User=.*/m, 'User=root', 'User is to be'],
  [/^EnvironmentFile=.*\n/m, '', 'EnvironmentFile is to be'],
  [/^ExecStart=\//m, 'ExecStart=', 'ExecStart is to be'],
  [/^ProtectSystem=.*/m, 'ProtectSystem=full', 'ProtectSystem is to be'],
  [/^CapabilityBoundingSet=.*\n/m, '', 'CapabilityBoundingSet is to be'],
  [/^SystemCallErrorNumber=.*\n/m, '', 'SystemCallErrorNumber is to be'],
  [/^Type=/m, 'WatchdogSec=30\nType=', 'WatchdogSec: '],
  [/^UMask=/m, 'MemoryDenyWriteExecute=yes\nUMask=', 'MemoryDenyWriteExecute: '],
  [/^UMask=/m, 'ProcSubset=pid\nUMask=', 'ProcSubset: '],
  [/^Environment=/m, 'Environment=DATABASE_URL=postgresql://a:b@c/d ', 'Environment shows a secret: DATABASE_URL='],
  [/^TimeoutStopSec=.*/m, 'TimeoutStopSec=90', 'TimeoutStopSec is to be longer than 90'],
];

test('nothing is wrong with it', () => {
  deepEqual(wrongInUnit(unit), []);
});

for (const [what, instead, said] of spoilt) {
  test(`it would be seen: ${said}`, () => {
    const changed = unit.replace(what, instead);
    ok(changed !== unit, 'nothing was spoilt');
    ok(
      wrongInUnit(changed).some((line) => line.startsWith(said)),
      wrongInUnit(changed).join('\n'),
    );
  });
}

test('the command line takes what it starts', async () => {
  const [program = '', ...words] = valueIn(unit, 'ExecStart')?.split(' ') ?? [];
  const { bin } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  equal(program, `/opt/preflight/node_modules/.bin/${Object.keys(bin)[0]}`);
  const { location, target } = await acceptedBy(words);
  deepEqual([location, target], ['fra', ['live']]);
});

/** Where there is one; elsewhere the rules above are all there is. */
const isThere = spawnSync('systemd-analyze', ['--version']).status === 0;
const exposureMax = 2;

test('systemd finds nothing wrong with it', {
  skip: isThere ? false : 'systemd-analyze is not on this machine',
}, () => {
  const { stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  // It is installed nowhere.
  deepEqual(stderr.replace(/^.* is not executable: No such file or directory\n/, ''), '');
  const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', file], { encoding: 'utf8' });
  const [, exposure] = /exposure level for [^:]+: ([\d.]+)/.exec(stdout) ?? [];
  ok(Number(exposure) <= exposureMax, stdout);
});

describe('Kubernetes', () => {
  const root = new URL('../../', import.meta.url);
  const text = readFileSync(new URL('docs/examples/kubernetes.yaml', root), 'utf8');
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));

  const { probing } = JSON.parse(readFileSync(new URL('tests/bench/scale-figures.json', root), 'utf8')) as ScaleFigures;
  const memoryBytes = probing.peakBytes;

  /** As a person could spoil it, by the rule that sees it. */
  const spoilt: Readonly<Record<string, readonly [string | RegExp, string]>> = {
    'two monitors run': ['replicas: 2', 'replicas: 1'],
    'all three select the pods that are made': [/(selector:\n +matchLabels: ).*/, '$1{ app: other }'],
    'one of them always stays': ['maxUnavailable: 0', 'maxUnavailable: 1'],
    'they are kept apart': ['topologyKey: kubernetes.io/hostname', 'topologyKey: kubernetes.io/os'],
    'a monitor is given the time to clean up': ['PeriodSeconds: 120', 'PeriodSeconds: 90'],
    'nobody is root, nor can become it': ['runAsUser: 1000', 'runAsUser: 0'],
    'only what is mounted can be written': ['value: /work/cache }', 'value: /home/node }'],
    'it is given no key to the cluster': ['automountServiceAccountToken: false', 'automountServiceAccountToken: true'],
    'what is secret comes from a secret': [
      /valueFrom: \{ secretKeyRef.* key: DATABASE_URL \} \}/,
      'value: postgresql://a:b@c/d',
    ],
    'a database that is away kills nobody': [/(livenessProbe:\n +httpGet: \{ path: )\/healthz/, '$1/readyz'],
    'the probes ask where it listens': ['- $(POD_IP)\n', '- preflight\n'],
    'memory is what was measured, and some more': ['memory: 640Mi', 'memory: 256Mi'],
    'who has logged in is known to whoever is asked': ['sessionAffinity: ClientIP', 'sessionAffinity: None'],
  };

  test('it keeps every rule', () => {
    deepEqual(brokenRules(exampleIn(text), memoryBytes), []);
    deepEqual(Object.keys(spoilt), ruleNames);
  });

  for (const [rule, [what, instead]] of Object.entries(spoilt)) {
    test(`it would be seen if not: ${rule}`, () => {
      const changed = text.replace(what, instead);
      ok(changed !== text, 'nothing was spoilt');
      deepEqual(brokenRules(exampleIn(changed), memoryBytes), [rule]);
    });
  }

  const objectsOf = ({ deployment, budget, service }: Example) => [deployment, budget, service];

  test('its objects are of the form of Kubernetes, and what is misspelt is seen', () => {
    const misspelt = [
      text.replace('replicas: 2', 'replcas: 2'),
      text.replace('httpGet:', 'htpGet:'),
      text.replace('minAvailable: 1', 'minAvailable: [1]'),
      text.replace('port: 8420', 'port: "8420"'),
    ];
    const all = [text, ...misspelt].map((each) => objectsOf(exampleIn(each)));
    const [own, ...others] = Map.groupBy(formErrors(all.flat()).entries(), ([at]) => Math.floor(at / 3)).values();
    deepEqual(
      own?.map(([, errors]) => errors),
      [[], [], []],
    );
    const said = others.map((each) => each.flatMap(([, errors]) => errors).join('\n'));
    for (const [at, what] of [
      `'"replcas"' does not exist`,
      `'"htpGet"' does not exist`,
      'number[]',
      "'string' is not",
    ].entries())
      ok(said[at]?.includes(what), said[at]);
  });

  test('a mistake of YAML is seen, and a missing object', () => {
    throws(() => exampleIn(text.replace('replicas: 2', 'replicas: { 2')), TypeError);
    throws(() => exampleIn(text.replace('kind: Service', 'kind: Servant')), /there is to be one Service/);
  });

  test('its image is made of the Containerfile, its entry point takes arguments, the kubelet is answered', async () => {
    const { image, args = [] } = containerIn(exampleIn(text)) ?? {};
    equal(image, `preflight:${version}`);
    const made = readFileSync(new URL('Containerfile', root), 'utf8');
    match(made, /^ENTRYPOINT \["\/opt\/preflight\/node_modules\/.bin\/preflight"\]$/m);
    match(made, /^USER node$/m);
    match(made, /^WORKDIR \/work$/m);
    const { target, location, host, dashboard, name } = await acceptedBy(args);
    deepEqual([target, location, host, dashboard], [['live'], 'fra', '0.0.0.0', 8420]);
    const names = (name as string[]).map((each) => each.replace('$(POD_IP)', '10.42.0.7'));
    const guard = guardOf({ host, names, token: 'a token of the dashboard', cookie: 'c', now: Date.now });
    // The kubelet and Prometheus, any caller that comes through the service, and a stranger.
    const called = ['10.42.0.7:8420', 'preflight-monitor:8420', '10.42.0.8:8420'];
    deepEqual(
      called.map((each) => guard.isMeant({ host: each })),
      [true, true, false],
    );
  });
});
