/** The bindings of a target as one run calls them: each ends in time, and one that did not is not called again. */
import { inTime, OutOfTime } from '../client/in-time.ts';
import type { Binding, Bindings } from '../contracts/bindings.ts';
import type { BoundOperation } from '../contracts/intents.ts';

type AnyBinding = Binding<BoundOperation>;

const bindingInTime = (operation: string, { request, response }: AnyBinding, ms: number): AnyBinding => {
  let overdue: OutOfTime | undefined;
  const called = <T>(name: keyof AnyBinding, call: () => T): T => {
    if (overdue) throw overdue;
    try {
      return inTime({ what: `bindings['${operation}'].${name}`, ms }, call);
    } catch (thrown) {
      if (thrown instanceof OutOfTime) overdue = thrown;
      throw thrown;
    }
  };
  return {
    request: (intent) => called('request', () => request(intent as never)),
    ...(response && { response: (body, intent) => called('response', () => response(body, intent as never)) }),
  };
};

/** @param ms How long each call may take. */
export const bindingsInTime = (bindings: Bindings, ms: number): Bindings =>
  Object.fromEntries(
    Object.entries(bindings).map(([operation, binding]) => [
      operation,
      bindingInTime(operation, binding as AnyBinding, ms),
    ]),
  );
