/** The version of Preflight, as its package says. */
import { readFileSync } from 'node:fs';

/** Read, and not imported: a compiler would put a second package file beside what it compiles. */
const text = readFileSync(new URL(import.meta.resolve('#package')), 'utf8');

export const preflightVersion = (JSON.parse(text) as { version: string }).version;
