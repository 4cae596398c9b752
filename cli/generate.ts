/** `npm run generate`: writes every generated file; a test holds them in step. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generated } from './generated.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

rmSync(join(root, 'contracts/published'), { recursive: true, force: true });
for (const [file, text] of Object.entries(generated())) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
