/** A target without its functions, as one process can send it to another. */
import type { Target } from '../contracts/target.ts';

/** Stands for a function. */
const called = '\u0000function';

export type TargetData = { readonly data: unknown };

const mapped = (value: unknown, leaf: (value: unknown, name: string) => unknown, name = 'target'): unknown => {
  if (Array.isArray(value)) return value.map((each, i) => mapped(each, leaf, `${name}[${i}]`));
  if (typeof value !== 'object' || value === null) return leaf(value, name);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapped(each, leaf, `${name}.${key}`)]));
};

export const targetData = (target: Target): TargetData => ({
  data: mapped(target, (value) => (typeof value === 'function' ? called : value)),
});

/** Its functions are there to be found, and throw when they are called. */
export const targetFrom = ({ data }: TargetData): Target =>
  mapped(data, (value, name) => {
    if (value !== called) return value;
    return () => {
      throw new Error(`${name} is called outside the process that walks`);
    };
  }) as Target;
