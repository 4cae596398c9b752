/** The example for Kubernetes has the form that Kubernetes takes, keeps what it promises, and its probes are answered. */
import { deepEqual, equal, match, ok, throws } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { guardOf } from '../../dashboard/guarded-server.ts';
import type { ScaleFigures } from '../bench/scale-row.ts';
import { acceptedBy } from './command-line.ts';
import { formErrors } from './kubernetes-form.ts';
import { brokenRules, containerIn, type Example, exampleIn, ruleNames } from './kubernetes-rules.ts';

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

test('its image is made of the Containerfile, whose entry point takes its words, and the kubelet is answered', async () => {
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
  // The kubelet and Prometheus, whoever comes through the service, and a stranger.
  const called = ['10.42.0.7:8420', 'preflight-monitor:8420', '10.42.0.8:8420'];
  deepEqual(
    called.map((each) => guard.isMeant({ host: each })),
    [true, true, false],
  );
});
