/** Walks docs/use/your-environment.md: types its commands and writes its files where the package is installed. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shell } from './packed.ts';

const page = readFileSync(new URL('../../docs/use/your-environment.md', import.meta.url), 'utf8');

/** In their order: `sh` to type, with a name a file of that name, `text` that is said, `background` beside them. */
const blocks = [...page.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(([, kind, name, text = '']) => ({
  kind,
  name,
  text,
}));

/** Keeps the variables that it has set for the commands after it. */
const remembering = (line: string): string => `${line} || exit $?\nenv | grep ^ACME_ > .remembered || true`;

/** As `env` has written them down. */
const variablesIn = (file: string): NodeJS.ProcessEnv =>
  Object.fromEntries(
    [...readFileSync(file, 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );

/** Values are drawn anew in every look; names, readers and counts are not. */
const withoutValues = (text: string): string => text.replace(/"[^"]*"|\b\d{3,}\b/g, ' ').replace(/\s+/g, ' ');

/**
 * @param serve Starts the sandbox as the page says, in the other terminal; gives its address.
 * @returns What was typed.
 */
export const walk = async (
  folder: string,
  { serve }: { readonly serve: (command: string) => Promise<string> },
): Promise<string[]> => {
  const remembered = join(folder, '.remembered');
  writeFileSync(remembered, '');
  const typed: string[] = [];
  let [said, url] = ['', ''];
  for (const { kind, name, text } of blocks) {
    const lines = text.trimEnd().split('\n');
    if (name === 'background') url = await serve(text.trimEnd());
    else if (name) writeFileSync(join(folder, name), text.replaceAll('http://127.0.0.1:4010', url));
    if (kind === 'text') for (const line of lines) assert.ok(withoutValues(said).includes(withoutValues(line)), line);
    if (kind !== 'sh' || name) continue;
    for (const line of lines) {
      const { code, stdout, stderr } = await shell(remembering(line), folder, variablesIn(remembered));
      assert.equal(code, 0, `${line}\n${stdout}${stderr}`);
      said = stdout;
      typed.push(line);
    }
  }
  return typed;
};
