/** The form of `bindings` in a target file, checked as it is loaded: a mistake is told before anything is sent. */
import { z } from 'zod';
import type { Binding, Bindings } from '../contracts/bindings.ts';
import { type BoundOperation, boundOperations } from '../contracts/intents.ts';
import { unknownName } from '../contracts/usage-error.ts';

export const aFunction = <F>() => z.custom<F>((value) => typeof value === 'function', 'must be a function');

const bindingForm = <Operation extends BoundOperation>() =>
  z.strictObject({
    request: aFunction<Binding<Operation>['request']>(),
    response: aFunction<NonNullable<Binding<Operation>['response']>>().optional(),
  });

const forms = Object.fromEntries(boundOperations.map((operation) => [operation, bindingForm().optional()]));

const pages = 'docs/use/bindings.md and docs/use/flight-bindings.md';

const wordsOf = (name: string): string[] => name.toLowerCase().match(/[a-z]+/g) ?? [];

/** Where to look for the right name: those that share a word, and the pages that have all of them. */
const whereToLook = (name: string): string => {
  const words = wordsOf(name);
  if (words.join('-') === 'ticket-cancel') return 'its body is documented, so it needs no binding';
  const near = boundOperations.filter((each) =>
    wordsOf(each).some((word) => words.some((written) => written.startsWith(word) || word.startsWith(written))),
  );
  return near.length > 0 ? `near it: ${near.join(', ')}; see ${pages}` : `see ${pages}`;
};

/** Typed as what it lets through: the form of each binding is the same, and only its intents differ. */
export const bindings = z.strictObject(forms, {
  error: (issue) => {
    if (issue.code !== 'unrecognized_keys') return undefined;
    const name = String(issue.keys?.[0]);
    return unknownName('bound operation', name, boundOperations, whereToLook(name)).message;
  },
}) as unknown as z.ZodType<Bindings>;
