/** Judges objects by the types that Kubernetes publishes: the compiler knows which fields there are, and of what. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
