/** The version of Preflight, as its package says. */
import { readFile } from 'node:fs/promises';

export const preflightVersion = async (): Promise<string> => {
  const text = await readFile(new URL(import.meta.resolve('#package')), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
};
