/** docs/operate/deploying.md, systemd's unit and the example for Kubernetes say the same; tests/long runs its commands. */
import { deepEqual, ok } from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { commandBlocks } from '../cli/command-blocks.ts';
import { containerIn, exampleIn } from './kubernetes-rules.ts';
import { valueIn } from './systemd-unit.ts';

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
