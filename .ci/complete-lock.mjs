#!/usr/bin/env node
// Completes package-lock.json after an install from a registry that lags: builds for other platforms that it does not
// have are left out of the lock, and `npm ci` then refuses it everywhere. Run it with `npm run lock` after `npm install`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const lock = JSON.parse(readFileSync(file, 'utf8'));

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32'];

/** What a name such as `@biomejs/cli-linux-x64-musl` says of the platform it is for. */
const platformOf = (name) => {
  const words = name.split(/[/-]/);
  const os = words.filter((word) => systems.includes(word));
  const cpu = words.filter((word) => processors.includes(word));
  const libc = words.includes('musl') || words.includes('musleabihf') ? ['musl'] : [];
  return { ...(cpu.length > 0 && { cpu }), ...(libc.length > 0 && { libc }), ...(os.length > 0 && { os }) };
};

const missing = Object.values(lock.packages).flatMap(({ optionalDependencies = {}, dev }) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => !lock.packages[`node_modules/${name}`])
    .map(([name, version]) => [name, { version, ...(dev && { dev }), optional: true, ...platformOf(name) }]),
);

for (const [name, entry] of missing) {
  if (!/^\d+\.\d+\.\d+/.test(entry.version))
    throw new Error(`${name} ${entry.version}: only an exact version can be completed`);
  if (!entry.os && !entry.cpu) throw new Error(`${name}: its platform is not in its name`);
  lock.packages[`node_modules/${name}`] = entry;
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([one], [other]) => (one < other ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${missing.length} builds for other platforms added to package-lock.json`);
