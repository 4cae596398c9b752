/** What an example for Kubernetes must keep beyond its form: shared work of two monitors, and least rights. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { Service } from 'kubernetes-types/core/v1.js';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js';
import { parseAllDocuments } from 'yaml';
import { awaitMsMax, cleanUpMs } from '../../client/in-time.ts';
import { graceMs } from '../../monitor/run-monitor.ts';

/** Judges objects by the types that Kubernetes publishes: the compiler knows which fields there are, and of what. */
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

const groups: Readonly<Record<string, string>> = { Deployment: 'apps', PodDisruptionBudget: 'policy', Service: 'core' };

/** Literals, because the compiler looks for unknown fields in those alone. */
const declared = (object: { readonly kind?: string }, at: number): string => {
  const kind = object.kind ?? '';
  return `export const object${at}: import('kubernetes-types/${groups[kind]}/v1.js').${kind} = ${JSON.stringify(object)};`;
};

/** @returns What is wrong with each; empty for one that is right. One run of the compiler for all. */
export const formErrors = (objects: readonly { readonly kind?: string }[]): string[][] => {
  const folder = mkdtempSync(join(tmpdir(), 'preflight-'));
  try {
    symlinkSync(modules, join(folder, 'node_modules'));
    writeFileSync(join(folder, 'objects.ts'), objects.map(declared).join('\n'));
    const options = '--noEmit --strict --skipLibCheck --module nodenext --target esnext --types --pretty false'.split(
      ' ',
    );
    const { stdout, error } = spawnSync(join(modules, '.bin/tsc'), [...options, 'objects.ts'], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (error) throw error;
    const found: string[][] = objects.map(() => []);
    for (const [, line, text = ''] of stdout.matchAll(/^objects\.ts\((\d+),\d+\): error (.*(?:\n .*)*)/gm))
      found[Number(line) - 1]?.push(text);
    if (stdout !== '' && found.every((each) => each.length === 0)) throw new Error(stdout);
    return found;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

export type Example = {
  readonly deployment: Deployment;
  readonly budget: PodDisruptionBudget;
  readonly service: Service;
};

/** @throws TypeError for a mistake of YAML, and where one of the three is not there. */
export const exampleIn = (text: string): Example => {
  const documents = parseAllDocuments(text);
  const [error] = documents.flatMap(({ errors }) => errors);
  if (error) throw new TypeError(error.message);
  const all = documents.map((document) => document.toJS() as { kind?: string });
  const of = (kind: string): never => {
    const found = all.filter((each) => each.kind === kind);
    if (found.length !== 1) throw new TypeError(`there is to be one ${kind}`);
    return found[0] as never;
  };
  return { deployment: of('Deployment'), budget: of('PodDisruptionBudget'), service: of('Service') };
};

export const containerIn = ({ deployment }: Example) => deployment.spec?.template.spec?.containers[0];

const stopSecondsMin = (graceMs + awaitMsMax + cleanUpMs) / 1_000;

const isSame = (one: unknown, other: unknown): boolean =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other);

/** In bytes. */
const bytesOf = (quantity = ''): number => {
  const [, amount, unit = ''] = /^(\d+)([MG]i)$/.exec(quantity) ?? [];
  return Number(amount) * 2 ** (unit === 'Gi' ? 30 : 20);
};

type Rule = (example: Example) => boolean;

const podOf = ({ deployment }: Example) => deployment.spec?.template.spec;
const probesOf = (example: Example) => {
  const { startupProbe, livenessProbe, readinessProbe } = containerIn(example) ?? {};
  return [startupProbe, livenessProbe, readinessProbe];
};

/** @param memoryBytes What one monitor was seen to take. */
const rules = (memoryBytes: number): Readonly<Record<string, Rule>> => ({
  'two monitors run': ({ deployment }) => deployment.spec?.replicas === 2,
  'all three select the pods that are made': ({ deployment, budget, service }) => {
    const labels = deployment.spec?.template.metadata?.labels;
    const selected = [
      deployment.spec?.selector.matchLabels,
      budget.spec?.selector?.matchLabels,
      service.spec?.selector,
    ];
    return selected.every((each) => isSame(each, labels));
  },
  'one of them always stays': ({ deployment, budget }) =>
    budget.spec?.minAvailable === 1 && deployment.spec?.strategy?.rollingUpdate?.maxUnavailable === 0,
  'they are kept apart': (example) => {
    const [term] = podOf(example)?.affinity?.podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
    const { topologyKey, labelSelector } = term?.podAffinityTerm ?? {};
    const labels = example.deployment.spec?.template.metadata?.labels;
    return topologyKey === 'kubernetes.io/hostname' && isSame(labelSelector?.matchLabels, labels);
  },
  'a monitor is given the time to clean up': (example) =>
    (podOf(example)?.terminationGracePeriodSeconds ?? 0) > stopSecondsMin,
  'nobody is root, nor can become it': (example) => {
    const { runAsNonRoot, runAsUser = 0, seccompProfile } = podOf(example)?.securityContext ?? {};
    const { allowPrivilegeEscalation, capabilities, privileged } = containerIn(example)?.securityContext ?? {};
    const isBound = allowPrivilegeEscalation === false && isSame(capabilities?.drop, ['ALL']) && !privileged;
    return runAsNonRoot === true && runAsUser > 0 && seccompProfile?.type === 'RuntimeDefault' && isBound;
  },
  'only what is mounted can be written': (example) => {
    const { securityContext, volumeMounts = [], env = [] } = containerIn(example) ?? {};
    const volumes = podOf(example)
      ?.volumes?.filter(({ emptyDir }) => emptyDir?.sizeLimit)
      .map(({ name }) => name);
    const folders = env.flatMap(({ name, value = '' }) => (/_HOME$|_CACHE$/.test(name) ? [value] : []));
    const isMounted = (folder: string): boolean =>
      volumeMounts.some(({ mountPath, name }) => folder.startsWith(mountPath) && volumes?.includes(name));
    return securityContext?.readOnlyRootFilesystem === true && [...folders, '/work', '/tmp'].every(isMounted);
  },
  'it is given no key to the cluster': (example) => podOf(example)?.automountServiceAccountToken === false,
  'what is secret comes from a secret': (example) => {
    const env = containerIn(example)?.env ?? [];
    const isSecret = (name: string): boolean => /TOKEN|SECRET|PASSPHRASE|PASSWORD|DATABASE_URL/.test(name);
    return (
      env.some(({ name }) => name === 'DATABASE_URL') &&
      env.every(({ name, valueFrom }) => !isSecret(name) || valueFrom?.secretKeyRef?.key === name)
    );
  },
  'a database that is away kills nobody': (example) => {
    const [startup, liveness, readiness] = probesOf(example);
    return (
      [startup, liveness].every((each) => each?.httpGet?.path === '/healthz') && readiness?.httpGet?.path === '/readyz'
    );
  },
  'the probes ask where it listens': (example) => {
    const { args = [], ports = [] } = containerIn(example) ?? {};
    const [port] = ports;
    const isAsked = [
      ...probesOf(example).map((each) => each?.httpGet?.port),
      example.service.spec?.ports?.[0]?.targetPort,
    ];
    const isOpen = args[args.indexOf('--host') + 1] === '0.0.0.0' && args.includes('$(POD_IP)');
    const listensAt = args[args.indexOf('--dashboard') + 1];
    return isOpen && listensAt === String(port?.containerPort) && isAsked.every((each) => each === port?.name);
  },
  'memory is what was measured, and some more': (example) => {
    const { requests, limits } = containerIn(example)?.resources ?? {};
    return bytesOf(requests?.memory) >= memoryBytes && bytesOf(limits?.memory) >= 2 * memoryBytes;
  },
  'who has logged in is known to whoever is asked': ({ service }) => service.spec?.sessionAffinity === 'ClientIP',
});

/** @returns What is not kept. */
export const brokenRules = (example: Example, memoryBytes: number): string[] =>
  Object.entries(rules(memoryBytes)).flatMap(([what, isKept]) => (isKept(example) ? [] : [what]));

export const ruleNames = Object.keys(rules(0));
