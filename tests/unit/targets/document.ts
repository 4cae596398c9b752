/** What the pages about bindings say, taken apart: their blocks, and the names that stand in code. */
import { readFileSync } from 'node:fs';

const textOf = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

export type Block = { readonly title: string; readonly body: string };

export type Page = {
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** In code, and as a whole word. */
  isNamed(name: string): boolean;
  /** The words in code that look like the id of a clause. */
  readonly clausesNamed: readonly string[];
};

/** No setting, and no member of a fact, has a hyphen before its dot. */
const clauseForm = /`([a-z]+(?:-[a-z]+)+\.[a-z]+(?:-[a-z]+)*|json\.[a-z-]+)`/g;

export const page = (path: string): Page => {
  const text = textOf(path);
  return {
    path,
    text,
    blocks: [...text.matchAll(/```(\w+) ([\w -]+)\n([\s\S]*?)```/g)].map(([, , title = '', body = '']) => ({
      title,
      body,
    })),
    isNamed: (name) => new RegExp(`\`[^\`\n]*\\b${name}\\b[^\`\n]*\``).test(text),
    clausesNamed: [...text.matchAll(clauseForm)].flatMap(([, id]) => id ?? []),
  };
};

const membersOf = (code: string): string[] => [
  ...new Set([...code.matchAll(/(?:^ +|\breadonly )'?(\w[\w-]*)'?\??: /gm)].flatMap(([, name]) => name ?? [])),
];

/** Types leave nothing behind to look at, but their text. */
export const membersIn = (path: string): string[] => membersOf(textOf(path));

/** Of one type alone. */
export const membersOfType = (path: string, type: string): string[] => {
  const [, code = ''] = new RegExp(`export type ${type} = \\{\n([\\s\\S]*?)\n\\};`).exec(textOf(path)) ?? [];
  return membersOf(code);
};

/** What the target files of the pages take from the environment. */
export const acmeEnvironment = {
  ACME_URL: 'https://acme.example',
  ACME_CLIENT_ID: 'a',
  ACME_CLIENT_SECRET: 'b',
  ACME_OTHER_ID: 'c',
  ACME_OTHER_SECRET: 'd',
};
