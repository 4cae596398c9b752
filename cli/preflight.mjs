#!/usr/bin/env node
// Starts the command on the Node that the project brings, whichever Node started this file.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isRecent = major > 24 || (major === 24 && minor >= 15);

// What is compiled is kept for the next command, and for the processes that this one starts.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));

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

if (isRecent) {
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  const { main } = await import('./main.ts');
  await main(process.argv);
} else {
  const ours = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url));
  if (!existsSync(ours)) {
    console.error(`preflight needs Node 24.15 or newer, and this is ${process.version}: run npm ci, which brings it`);
    process.exit(2);
  }
  const child = spawn(ours, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    env: { ...process.env, PREFLIGHT_LAUNCHED: 'yes' },
    stdio: 'inherit',
  });
  const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of endings) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => process.exit(code ?? (endings.includes(signal ?? '') ? 130 : 3)));
}
