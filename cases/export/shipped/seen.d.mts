/** The types of what an exported script takes with it. */
import type { Json } from '../../../contracts/json.ts';
import type { Test } from '../test.ts';

export type ShippedAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json | undefined;
  readonly text: string | undefined;
};
export type ShippedAnswers = Readonly<Record<number, ShippedAnswer>>;

export const isSeen: (test: Test, answers: ShippedAnswers) => { readonly seen?: boolean; readonly value?: Json };
