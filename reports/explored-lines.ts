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

const linesOf = ({ fingerprint, exploration, input, requestsUntil, shrinkRequests }: Counterexample): string[] => [
  `${fingerprint}  ${exploration}, found after ${counted(requestsUntil, 'request')}, shrunk by ${shrinkRequests} more`,
  `              ${oneLine(JSON.stringify(input))}`,
];

/** @param corpus Where they are kept. */
export const exploredLines = (found: readonly Counterexample[], corpus: string | undefined): string =>
  [
    ...found.flatMap(linesOf),
    ...(corpus === undefined ? [] : [`kept in ${oneLine(corpus)}, and tried first the next time`]),
  ].join('\n');
