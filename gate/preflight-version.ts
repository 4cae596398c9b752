/** The version of Preflight, as its package says. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

export const preflightVersion = async (): Promise<string> => {
  // In the package all that was compiled lies one folder deeper.
  const files = ['../package.json', '../../package.json'].map((path) => new URL(path, import.meta.url));
  const text = await readFile(files.find((file) => existsSync(file)) ?? '', 'utf8');
  return (JSON.parse(text) as { version: string }).version;
};
