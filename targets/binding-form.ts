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

/** Typed as what it lets through: the form of each binding is the same, and only its intents differ. */
export const bindings = z.strictObject(forms, {
  error: (issue) => {
    if (issue.code !== 'unrecognized_keys') return undefined;
    return unknownName('bound operation', String(issue.keys?.[0]), boundOperations, 'see docs/bindings.md').message;
  },
}) as unknown as z.ZodType<Bindings>;
