/** The paths of all files below a folder. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
