/** The types of what an exported script takes with it. */

import type { Path } from '../../../contracts/check.ts';
import type { Json } from '../../../contracts/json.ts';
import type { GivenByStep, Test } from '../test.ts';

export type ShippedAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json | undefined;
  readonly text: string | undefined;
};
export type ShippedAnswers = Readonly<Record<number, ShippedAnswer>>;

export const valueAt: (value: unknown, path: Path) => Json | undefined;
export const valueGiven: (name: string, given: Readonly<Record<string, GivenByStep>>, answers: ShippedAnswers) => Json;
export const filled: (value: Json, give: (name: string) => Json | undefined) => Json;
export const bearerOf: (kind: string, token: string) => string | undefined;
export const isSeen: (test: Test, answers: ShippedAnswers) => { readonly seen?: boolean; readonly value?: Json };
