/** What one monitor can do: the probes that it runs a second when all are due at once, what each sends, and the memory it takes. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { startBeside } from './beside.ts';
import { elapsed, runProcess } from './elapsed.ts';
import type { MemorySample } from './memory-sampler.ts';

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Few and many: their difference leaves out what a monitor takes to start and to end. */
const [few, many] = [20, 140] as const;

const watches = (folder: string, probes: number): void => {
  mkdirSync(folder, { recursive: true });
  const sandbox = JSON.stringify(pathOf('../../targets/sandbox.ts'));
  const names = Array.from({ length: probes }, (_, at) => `service-${at}`);
  for (const name of names) {
    const text = `import sandbox from ${sandbox};\nexport default { ...sandbox, name: '${name}', may: {} };\n`;
    writeFileSync(join(folder, `${name}.ts`), text);
  }
  const all = names.map((name) => ({ name, target: `./${name}.ts`, cron: '* * * * *', deadlineMs: 60_000 }));
  writeFileSync(join(folder, 'monitor.config.mts'), `export default ${JSON.stringify({ probes: all })};\n`);
};

type Round = { readonly ms: number; readonly last: MemorySample };

const roundOf = async (folder: string, probes: number, sandboxUrl: string): Promise<Round> => {
  watches(folder, probes);
  const samples = join(folder, 'samples.jsonl');
  const env = {
    ...process.env,
    PREFLIGHT_SANDBOX_URL: sandboxUrl,
    PREFLIGHT_STATE: join(folder, 'state'),
    PREFLIGHT_BENCH_SAMPLES: samples,
    NODE_OPTIONS: `--import=${JSON.stringify(pathOf('memory-sampler.ts'))}`,
  };
  const ms = await elapsed(async () => {
    const code = await runProcess([pathOf('../../cli/preflight.mjs'), 'monitor', '--once'], { cwd: folder, env });
    if (code !== 0) throw new Error(`a monitor of ${probes} probes ended with ${code}`);
  });
  const lines = readFileSync(samples, 'utf8').trimEnd().split('\n');
  return { ms, last: JSON.parse(lines.at(-1) ?? '') as MemorySample };
};

export type Probing = {
  readonly probesASecond: number;
  /** Of the processor, for one probe. */
  readonly cpuMsAProbe: number;
  readonly requestsAProbe: number;
  readonly peakBytes: number;
  /** The store that it has left, with a run of each probe. */
  readonly store: string;
};

export const measuredProbing = async (scratch: string): Promise<Probing> => {
  const sandbox = await startBeside('sandbox-process.ts', []);
  try {
    const small = await roundOf(join(scratch, 'few'), few, sandbox.said);
    const large = await roundOf(join(scratch, 'many'), many, sandbox.said);
    const store = join(scratch, 'many', 'results', 'history.db');
    const database = new DatabaseSync(store, { readOnly: true });
    const { requests } = database.prepare('SELECT avg(requests) AS requests FROM run').get() as { requests: number };
    database.close();
    return {
      probesASecond: ((many - few) * 1_000) / (large.ms - small.ms),
      cpuMsAProbe: (large.last.cpuMs - small.last.cpuMs) / (many - few),
      requestsAProbe: requests,
      peakBytes: large.last.peak,
      store,
    };
  } finally {
    await sandbox.end();
  }
};
