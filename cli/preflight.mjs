#!/usr/bin/env node
// Starts the command on a Node that is recent enough: in a clone that is the one the project brings.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const pathOf = (file) => fileURLToPath(new URL(file, import.meta.url));

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isRecent = major > 24 || (major === 24 && minor >= 15);

// The package has what was compiled of a clone, because Node strips no types below node_modules.
const isClone = existsSync(pathOf('main.ts'));

// What is compiled is kept for the next command, and for the processes that this one starts. Where that folder cannot be
// written nothing is kept, and nothing breaks.
process.env.NODE_COMPILE_CACHE ??= pathOf('../node_modules/.cache/compiled');

// npm, its shell and an older Node wait for us. When one of them was killed, it could not tell.
if (process.env.npm_command || process.env.PREFLIGHT_LAUNCHED) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}

const refuse = (wayOut) => {
  console.error(`preflight needs Node 24.15 or newer, and this is ${process.version}: ${wayOut}`);
  process.exit(2);
};

if (isRecent) {
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  const { main } = await import(isClone ? './main.ts' : '../dist/cli/main.js');
  await main(process.argv);
} else {
  const ours = pathOf('../node_modules/node/bin/node');
  if (!isClone) refuse('install Node 24, or let npx bring it: npx --package node@24 -- preflight gate');
  if (!existsSync(ours)) refuse('run npm ci, which brings it');
  const child = spawn(ours, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    env: { ...process.env, PREFLIGHT_LAUNCHED: 'yes' },
    stdio: 'inherit',
  });
  const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of endings) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => process.exit(code ?? (endings.includes(signal ?? '') ? 130 : 3)));
}
