/** Evaluates what stands in `${{ }}` of a workflow, with GitHub's own evaluator. */
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';

export type Context = Readonly<Record<string, unknown>>;
/** What a condition may ask of the job so far, such as `always()`. */
export type Status = Readonly<Record<string, () => boolean>>;

export const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? (Array.isArray(value) ? 'Array' : 'Object') : String(value);
};

export const isTrue = (value: unknown): boolean => !(value === '' || Number.isNaN(value) || !value);

/** @throws Error for what is no expression, and for a context or a function that is unknown. */
export const evaluated = (text: string, context: Context, status: Status = {}): unknown => {
  const functions = Object.entries(status).map(([name, holds]) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(holds()),
  }));
  const expression = new Parser(new Lexer(text).lex().tokens, Object.keys(context), functions).parse();
  const given: data.Dictionary = JSON.parse(JSON.stringify(context), data.reviver);
  const value = new Evaluator(expression, given, new Map(functions.map((each) => [each.name, each]))).evaluate();
  return JSON.parse(JSON.stringify(value, data.replacer));
};

const placeForm = /\$\{\{((?:'(?:[^']|'')*'|[^'}]|\}(?!\}))*)\}\}/g;

/** A text in which expressions may stand; one that is an expression and nothing else keeps its type. */
export const filled = (template: unknown, context: Context): unknown => {
  if (typeof template !== 'string') return template;
  const [whole] = [...template.trim().matchAll(placeForm)];
  if (whole && whole[0] === template.trim()) return evaluated(whole[1] ?? '', context);
  return template.replace(placeForm, (_, inner: string) => textOf(evaluated(inner, context)));
};
