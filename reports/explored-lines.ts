/** What each counterexample is: the input that shows it, and what it took to find it. */
import type { Json } from '../contracts/json.ts';
import { counted } from './counted.ts';
import { oneLine } from './one-line.ts';

type Counterexample = {
  readonly fingerprint: string;
  readonly exploration: string;
  readonly input: Json;
  readonly requestsUntil: number;
  readonly shrinkRequests: number;
};

/** @param corpus Where they are kept. */
export const exploredLines = (found: readonly Counterexample[], corpus: string | undefined): string =>
  [
    ...found.map(
      ({ fingerprint, exploration, input, requestsUntil, shrinkRequests }) =>
        `\n${fingerprint}  ${exploration}, found after ${counted(requestsUntil, 'request')}, shrunk by ${shrinkRequests} more\n              ${oneLine(JSON.stringify(input))}`,
    ),
    ...(found.length > 0 && corpus !== undefined
      ? [`\nkept in ${oneLine(corpus)}, and tried first the next time`]
      : []),
  ].join('\n');
