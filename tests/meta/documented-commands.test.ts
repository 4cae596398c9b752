/** Every command line that a person copies is one that the command line takes: command, options and values. */
import { deepEqual, ok } from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { split } from 'shlex';
import { commandLine, commands } from '../../cli/command-line.ts';
import { partsOfProcess } from '../../cli/command-parts.ts';
import { chosenBy } from '../../contracts/areas.ts';
import { knownArea } from '../../contracts/policy.ts';
import { stepsText, targetText } from '../../gate/init.ts';
import { isFaultId } from '../../sandbox/faults.ts';
import { acceptedBy } from './command-line.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (pattern: string) =>
  globSync(pattern, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => ({ file: relative(root, file), text: readFileSync(file, 'utf8') }));

const documents = read('{README.md,docs/*/*.md}');

const helpOf = async (name?: string): Promise<string> => {
  const printed: string[] = [];
  const words = name === undefined ? ['--help'] : [name, '--help'];
  await commandLine(words, { ...partsOfProcess(), print: (text) => printed.push(text) });
  return printed.join('\n');
};

const acme = { name: 'acme', package: '@preflight-gate/preflight', revision: '2026-08-31' };
const npm = { install: 'npm ci', run: 'npx --no -- preflight', isInGit: true, pipeline: undefined };

/** A quotation that only names a command. */
const namesOnly = /preflight(?: [a-z-]+){0,2}$/;

/** What stands alone: a quotation, or a line of a block, of a script or of a help. */
const spoken = [
  ...documents.flatMap(({ file, text }) => {
    const blocks = [...text.matchAll(/^```.*\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) => block.split('\n'));
    const quoted = [...text.replaceAll(/^```.*\n[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)];
    return [
      ...blocks,
      ...quoted.flatMap(([, quotation = '']) =>
        quotation.includes(' --') && !namesOnly.test(quotation) ? quotation : [],
      ),
    ].map((line) => ({ at: file, line }));
  }),
  ...(await Promise.all([undefined, ...Object.keys(commands)].map(helpOf)))
    .flatMap((text) => text.split('\n'))
    .map((line) => ({ at: '--help', line })),
  ...stepsText(acme, npm)
    .split('\n')
    .filter((line) => !line.includes('version=$'))
    .map((line) => ({ at: 'init', line })),
];

type Shown = { readonly at: string; readonly words: readonly string[] };

/** A placeholder that a person replaces with a word. */
const isOpen = (line: string): boolean => /[<…$[\]]|\.\.\.|\b[A-Z]{2,}\b/.test(line);

const shown = spoken.flatMap(({ at, line }): Shown[] => {
  const [, command] = /(?:^|[\s=(])(?:npx (?:--no )?(?:-- )?preflight|npm start --)((?: .*)?)$/.exec(line) ?? [];
  if (command === undefined) return [];
  const [alone = ''] = command.split(/ {2,}| #|[|;&>)]/);
  // A page may show what is refused.
  if (isOpen(alone) || line.includes('# exit code 2')) return [];
  const words = split(alone.trim());
  const isNamed = Object.hasOwn(commands, words[0] ?? '') || words[0]?.startsWith('--help') || words[0] === '--version';
  return [{ at: `${at}: ${alone}`, words: isNamed || line.includes('preflight help') ? words : ['gate', ...words] }];
});

const byName = ({ words: [name = ''] }: Shown): boolean => ['gate', 'compare', 'nightly'].includes(name);

const faulty = async (all: readonly Shown[], check: (shown: Shown) => Promise<void>): Promise<string[]> => {
  const wrong: string[] = [];
  for (const each of all) await check(each).catch((thrown: Error) => wrong.push(`${each.at}: ${thrown.message}`));
  return wrong;
};

test('the real command line takes each, with the values of its options', async () => {
  ok(shown.length > 100, `only ${shown.length} were found`);
  const wrong = await faulty(
    shown.filter(({ words }) => !words[0]?.startsWith('--')),
    async (each) => {
      if (each.words.includes('--help')) return;
      const { only, require, allowUnjudged, fault } = await acceptedBy(each.words);
      const meant: readonly string[] = byName(each) ? [...(only ?? []), ...(require ?? [])] : [];
      // Pages name the clauses of a target file by their area.
      for (const name of meant.filter((one) => one !== 'partner')) chosenBy(name);
      for (const name of allowUnjudged ?? []) knownArea(name);
      for (const id of fault ?? []) ok(isFaultId(id.split(':')[0] ?? ''), `${id} is no fault`);
    },
  );
  deepEqual(wrong, []);
});

test('arguments that a workflow gives the gate are taken, too', async () => {
  const given = documents.flatMap(({ file, text }) =>
    [...text.matchAll(/^ +arguments: \|\n((?: +--\S+\n)+)/gm)].map(([, lines = '']) => ({
      at: file,
      words: ['gate', ...split(lines)],
    })),
  );
  ok(given.length > 0, 'no workflow was found');
  const wrong = await faulty(given, async ({ words }) => {
    for (const name of (await acceptedBy(words)).only ?? []) chosenBy(name);
  });
  deepEqual(wrong, []);
});

test('the command has its dashes wherever a person copies it from', () => {
  const sources = read('{cli,contracts,dashboard/{page,status},engine,flows,gate,history,monitor,reports}/**/*.ts');
  const others = read('{.github/**/*,docs/examples/*,Containerfile,docs/*.svg,playwright.config.ts}');
  const init = { file: 'init', text: targetText(acme) };
  const bare = /npx (?:--no )?preflight\b/;
  deepEqual(
    [...documents, ...sources, ...others, init].filter(({ text }) => bare.test(text)).map(({ file }) => file),
    [],
  );
});
