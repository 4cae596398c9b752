/** Evaluates what stands in `${{ }}` of a workflow, as GitHub documents it, as far as the workflows here go. */

export type Context = Readonly<Record<string, unknown>>;
export type Functions = Readonly<Record<string, (...given: unknown[]) => unknown>>;

const tokenForm = /\s*(?:('(?:[^']|'')*')|(-?\d+(?:\.\d+)?)|([A-Za-z_][\w-]*)|(\|\||&&|[!=<>]=|[!<>()[\].,]))/y;

const tokensOf = (text: string): string[] => {
  const tokens: string[] = [];
  tokenForm.lastIndex = 0;
  while (tokenForm.lastIndex < text.trimEnd().length) {
    const at = tokenForm.lastIndex;
    const [token] = tokenForm.exec(text) ?? [];
    if (token === undefined) throw new Error(`no expression at ${at}: ${text}`);
    tokens.push(token.trim());
  }
  return tokens;
};

export const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? (Array.isArray(value) ? 'Array' : 'Object') : String(value);
};

export const isTrue = (value: unknown): boolean => !(value === '' || Number.isNaN(value) || !value);

const numberOf = (value: unknown): number => {
  if (value === null || value === undefined) return 0;
  return typeof value === 'object' ? Number.NaN : Number(value);
};

/** Texts are the same in any case of their letters; what is of two types is compared as numbers. */
const equals = (one: unknown, other: unknown): boolean => {
  if (typeof one === 'string' && typeof other === 'string') return one.toLowerCase() === other.toLowerCase();
  return typeof one === typeof other && one !== null && other !== null
    ? one === other
    : numberOf(one) === numberOf(other);
};

const contains = (whole: unknown, part: unknown): boolean =>
  Array.isArray(whole)
    ? whole.some((each) => equals(each, part))
    : textOf(whole).toLowerCase().includes(textOf(part).toLowerCase());

const always: Functions = {
  contains,
  startsWith: (text, start) => textOf(text).toLowerCase().startsWith(textOf(start).toLowerCase()),
  endsWith: (text, end) => textOf(text).toLowerCase().endsWith(textOf(end).toLowerCase()),
  format: (form, ...values) => textOf(form).replace(/\{(\d+)\}/g, (_, at) => textOf(values[Number(at)])),
  join: (list, by = ',') => (Array.isArray(list) ? list.map(textOf).join(textOf(by)) : textOf(list)),
  toJSON: (value) => JSON.stringify(value ?? null, null, 2),
  fromJSON: (text) => JSON.parse(textOf(text)),
};

const property = (of: unknown, name: string): unknown => {
  if (typeof of !== 'object' || of === null) return null;
  const [found] = Object.entries(of).filter(([key]) => key.toLowerCase() === name.toLowerCase());
  return found?.[1] ?? null;
};

/** From what binds least; each level is of the left. */
const levels: readonly Readonly<Record<string, (one: unknown, other: () => unknown) => unknown>>[] = [
  { '||': (one, other) => (isTrue(one) ? one : other()) },
  { '&&': (one, other) => (isTrue(one) ? other() : one) },
  { '==': (one, other) => equals(one, other()), '!=': (one, other) => !equals(one, other()) },
  {
    '<': (one, other) => numberOf(one) < numberOf(other()),
    '>': (one, other) => numberOf(one) > numberOf(other()),
    '<=': (one, other) => numberOf(one) <= numberOf(other()),
    '>=': (one, other) => numberOf(one) >= numberOf(other()),
  },
];

/** @throws Error for what is no expression, and for a context or a function that is unknown. */
export const evaluated = (text: string, context: Context, more: Functions = {}): unknown => {
  const [functions, tokens] = [Object.assign({}, always, more), tokensOf(text)];
  const take = (expected?: string): string => {
    const token = tokens.shift();
    if (token === undefined || (expected !== undefined && token !== expected))
      throw new Error(`${expected ?? 'a value'} is missing: ${text}`);
    return token;
  };
  const argumentsOf = (): (() => unknown)[] => {
    const given: (() => unknown)[] = [];
    while (tokens[0] !== ')') {
      given.push(binary(0));
      if (tokens[0] !== ')') take(',');
    }
    take(')');
    return given;
  };
  const primary = (): (() => unknown) => {
    const token = take();
    if (token === '(') {
      const inner = binary(0);
      take(')');
      return inner;
    }
    if (token.startsWith("'")) return () => token.slice(1, -1).replaceAll("''", "'");
    if (/^-?\d/.test(token)) return () => Number(token);
    if (token === 'true' || token === 'false') return () => token === 'true';
    if (token === 'null') return () => null;
    if (tokens[0] === '(') {
      take('(');
      const given = argumentsOf();
      const called = functions[token];
      if (!called) throw new Error(`the function ${token} is unknown: ${text}`);
      return () => called(...given.map((each) => each()));
    }
    if (!Object.hasOwn(context, token)) throw new Error(`the context ${token} is unknown: ${text}`);
    return () => context[token];
  };
  const reached = (): (() => unknown) => {
    let value = primary();
    while (tokens[0] === '.' || tokens[0] === '[') {
      const of = value;
      if (take() === '.') {
        const name = take();
        value = () => property(of(), name);
      } else {
        const name = binary(0);
        take(']');
        value = () => property(of(), textOf(name()));
      }
    }
    return value;
  };
  const unary = (): (() => unknown) => {
    if (tokens[0] !== '!') return reached();
    take();
    const value = unary();
    return () => !isTrue(value());
  };
  const binary = (level: number): (() => unknown) => {
    const operators = levels[level];
    if (!operators) return unary();
    let left = binary(level + 1);
    for (let operator = operators[tokens[0] ?? '']; operator; operator = operators[tokens[0] ?? '']) {
      take();
      const [one, does, other] = [left, operator, binary(level + 1)];
      left = () => does(one(), other);
    }
    return left;
  };
  const value = binary(0);
  if (tokens.length > 0) throw new Error(`${tokens[0]} is too much: ${text}`);
  return value();
};

const placeForm = /\$\{\{((?:'(?:[^']|'')*'|[^'}]|\}(?!\}))*)\}\}/g;

/** A text in which expressions may stand; one that is an expression and nothing else keeps its type. */
export const filled = (template: unknown, context: Context, more?: Functions): unknown => {
  if (typeof template !== 'string') return template;
  const [whole] = [...template.trim().matchAll(placeForm)];
  if (whole && whole[0] === template.trim()) return evaluated(whole[1] ?? '', context, more);
  return template.replace(placeForm, (_, inner: string) => textOf(evaluated(inner, context, more)));
};
