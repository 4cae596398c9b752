/** Drawn mutants: small changes of the product, each of which a test should notice. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { parseSync, Visitor } from 'oxc-parser';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** `replacement` stands where `original` stood, from `at` on. */
export type Mutant = {
  readonly file: string;
  readonly line: number;
  readonly at: number;
  readonly original: string;
  readonly replacement: string;
};

const rooms = ['contracts', 'client', 'engine', 'gate', 'monitor', 'history'] as const;

/** What is left out: `>` for `>=` and a larger number often change nothing that anybody could see. */
const opposites: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
};

type Span = { readonly start: number; readonly end: number };

/** Every mutant of a file: conditions and operators turned round, booleans too, and calls left out. */
export const mutantsOf = (file: string, source: string): Mutant[] => {
  const found: Mutant[] = [];
  const textOf = ({ start, end }: Span): string => source.slice(start, end);
  const add = (span: Span, replacement: string): void => {
    const line = source.slice(0, span.start).split('\n').length;
    found.push({ file, line, at: span.start, original: textOf(span), replacement });
  };
  const negated = (test: Span): void => add(test, `!(${textOf(test)})`);
  const turned = (node: Span & { operator: string; left: Span; right: Span }): void => {
    const opposite = opposites[node.operator];
    const isText = /['"`]/.test(textOf(node));
    if (opposite === undefined || (node.operator === '+' && isText)) return;
    const from = node.left.end + source.slice(node.left.end, node.right.start).indexOf(node.operator);
    add({ start: from, end: from + node.operator.length }, opposite);
  };
  const visitor = new Visitor({
    IfStatement: ({ test }) => negated(test),
    ConditionalExpression: ({ test }) => negated(test),
    BinaryExpression: turned,
    LogicalExpression: turned,
    Literal: (node) => {
      if (typeof node.value === 'boolean') add(node, String(!node.value));
    },
    ExpressionStatement: (node) => {
      const { type } = node.expression;
      if (type === 'CallExpression' || type === 'AwaitExpression') add(node, ';');
    },
  });
  visitor.visit(parseSync(file, source).program);
  // A type may hold `true`: nothing of it is left when the file runs.
  return found.filter(({ original, at }) => !/^(true|false)$/.test(original) || !/[:|<]\s*$/.test(source.slice(0, at)));
};

/** As many of each room, drawn by a seed. */
export const drawnMutants = ({ seed, count }: { readonly seed: number; readonly count: number }): Mutant[] =>
  rooms.flatMap((room, at) => {
    const files = execFileSync('git', ['ls-files', `${room}/*.ts`], { cwd: root, encoding: 'utf8' })
      .trim()
      .split('\n');
    const all = files.flatMap((file) => mutantsOf(file, readFileSync(join(root, file), 'utf8')));
    const length = count / rooms.length;
    const some = fc.shuffledSubarray(all, { minLength: length, maxLength: length });
    const [drawn = []] = fc.sample(fc.noBias(some), { seed: seed + at, numRuns: 1 });
    return drawn;
  });
