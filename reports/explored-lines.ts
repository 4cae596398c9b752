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
  /** A smaller one that was never sent, and what speaks for it. */
  readonly unsent?: { readonly input: Json; readonly shownBy: string } | undefined;
};

type Places = {
  /** Where they are kept; undefined where none are. */
  readonly corpus: string | undefined;
  /** The command that sends the smaller input of a finding. */
  readonly sending: (fingerprint: string) => string;
};

const unsentLines = ({ fingerprint, unsent }: Counterexample, { sending }: Places): string[] =>
  unsent
    ? [
        `              smaller by ${oneLine(unsent.shownBy)}, and not sent: ${sending(fingerprint)}`,
        `              ${oneLine(JSON.stringify(unsent.input))}`,
      ]
    : [];

const linesOf = (each: Counterexample, places: Places): string[] => [
  `${each.fingerprint}  ${each.exploration}, found after ${counted(each.requestsUntil, 'request')}, shrunk by ${each.shrinkRequests} more`,
  `              ${oneLine(JSON.stringify(each.input))}`,
  ...unsentLines(each, places),
];

export const exploredLines = (found: readonly Counterexample[], places: Places): string =>
  [
    ...found.flatMap((each) => linesOf(each, places)),
    ...(places.corpus === undefined ? [] : [`kept in ${oneLine(places.corpus)}, and tried first the next time`]),
  ].join('\n');
