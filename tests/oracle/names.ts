/** Every name that users write or read: what a change of the inside must not change. Prose is free. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as library from '@preflight-gate/preflight';
import type { Command } from 'commander';
import { z } from 'zod';
import { commands } from '../../cli/command-line.ts';
import { clauseIds, retiredIds } from '../../contracts/clauses.ts';
import { exitCodes } from '../../contracts/exit-codes.ts';
import { policyForm, waiver } from '../../contracts/policy.ts';
import { walkerVariables } from '../../gate/walker-messages.ts';
import { monitorForm } from '../../monitor/config.ts';
import { faultIds } from '../../sandbox/faults.ts';
import { oddityIds } from '../../sandbox/oddities.ts';
import { troubleIds } from '../../sandbox/troubles.ts';
import { targetForm } from '../../targets/resolved-target.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** One line a name, so that a change is a line of a diff. */
export const namesFile = new URL('names.txt', import.meta.url);

/** Options have no need of what their commands do. */
const partsOfNothing = new Proxy({}, { get: () => () => {} }) as Parameters<(typeof commands)[string]['load']>[0];

const optionsOf = (command: Command, name: string): string[] => [
  `command ${name}`,
  ...command.registeredArguments.map((each) => `argument ${name} ${each.name()}${each.required ? '' : ', optional'}`),
  ...command.options.map(({ flags, defaultValue, argChoices }) => {
    const choices = argChoices ? `, one of ${argChoices.join(' ')}` : '';
    return `option ${name} ${flags}${choices}${defaultValue === undefined ? '' : `, ${JSON.stringify(defaultValue)} by default`}`;
  }),
  ...command.commands.flatMap((each) => optionsOf(each as Command, `${name} ${each.name()}`)),
];

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
};

/** Clause ids and the like stand in lists of their own. */
const listedMax = 12;

/** Every place of a document, with what may stand there where that is a list of words. */
const placesIn = (schema: Schema, path: string, all: Schema = schema, depth = 0): string[] => {
  if (depth > 8) return [];
  const inner = (each: Schema | undefined, at: string): string[] =>
    each && typeof each === 'object' ? placesIn(each, at, all, depth + 1) : [];
  const words = schema.const === undefined ? schema.enum : [schema.const];
  const isListed = words !== undefined && words.length <= listedMax;
  const fallback = schema.default === undefined || typeof schema.default === 'object' ? [] : [schema.default];
  const referenced = schema.$ref?.split('/').at(-1);
  return [
    ...(isListed ? [`${path} = ${words.map((each) => JSON.stringify(each)).join(' ')}`] : []),
    ...fallback.map((each) => `${path}, ${JSON.stringify(each)} by default`),
    ...(referenced === undefined ? [] : inner(all.$defs?.[referenced], path)),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((each) => inner(each, path)),
    ...inner(schema.items, `${path}[]`),
    ...(typeof schema.additionalProperties === 'object' ? inner(schema.additionalProperties, `${path}.*`) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) => [
      `${path}.${name}`,
      ...inner(each, `${path}.${name}`),
    ]),
  ];
};

const formOf = (form: z.ZodType): Schema =>
  z.toJSONSchema(form, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema;

/** Of no user. */
const ours: readonly string[] = Object.values(walkerVariables);

/** What our own programs read or write, by the words that stand in their texts. */
const wordsIn = (pattern: RegExp): string[] =>
  globSync(
    '{cases,cli,client,contracts,dashboard,engine,explore,gate,history,monitor,reports,sandbox,stores,targets}/**/*.{ts,mjs,sh}',
    {
      cwd: root,
      exclude: ['contracts/compiled/**', 'dashboard/compiled/**'],
    },
  ).flatMap((file) => readFileSync(`${root}${file}`, 'utf8').match(pattern) ?? []);

export const namesNow = async (): Promise<string[]> => {
  const published = globSync('contracts/published/*.schema.json', { cwd: root }).flatMap((file) =>
    placesIn(JSON.parse(readFileSync(`${root}${file}`, 'utf8')), file.split('/').at(-1)?.split('.')[0] ?? file),
  );
  const loaded = await Promise.all(
    Object.entries(commands).map(async ([name, { load }]) => optionsOf(await load(partsOfNothing), name)),
  );
  const names = [
    ...[...clauseIds, ...retiredIds].map((id) => `clause ${id}`),
    ...faultIds.map((id) => `fault ${id}`),
    ...oddityIds.map((id) => `oddity ${id}`),
    ...troubleIds.map((id) => `trouble ${id}`),
    ...loaded.flat(),
    ...Object.entries(exitCodes).map(([name, code]) => `exit code ${code} ${name}`),
    ...wordsIn(/\bPREFLIGHT_[A-Z0-9_]+\b/g).flatMap((name) => (ours.includes(name) ? [] : `variable ${name}`)),
    ...wordsIn(/\bpreflight_[a-z_]+[a-z]\b/g).map((name) => `metric ${name}`),
    ...wordsIn(/\bpreflight\.[a-z-]+\/\d\b/g).map((name) => `schema ${name}`),
    ...Object.keys(library).map((name) => `export ${name}`),
    ...placesIn(formOf(targetForm), 'target'),
    ...placesIn(formOf(policyForm), 'policy'),
    ...placesIn(formOf(waiver), 'waiver'),
    ...placesIn(formOf(monitorForm), 'monitor'),
    ...published,
  ];
  return [...new Set(names)].sort();
};

/** The names of users that are not there any more. */
export const lostNames = async (): Promise<string[]> => {
  const now = new Set(await namesNow());
  return readFileSync(namesFile, 'utf8')
    .trimEnd()
    .split('\n')
    .filter((name) => !now.has(name));
};
