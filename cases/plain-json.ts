/** JSON in which nothing is invisible: what a terminal, a page or a script could obey is written as an escape. */
import type { Json } from '../contracts/json.ts';
import { unobeyedJson } from '../reports/safe-text.ts';

/** Controls, separators of lines, what turns the direction of writing, halves of characters, and our own marks. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}‹›]/gu;

const escaped = (text: string): string =>
  [...Array(text.length).keys()].map((i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');

/** It is read as the same text. */
export const plainText = (text: string): string => unobeyedJson(JSON.stringify(text).replace(unseen, escaped));

/** It is read as the same value; lines are indented by two. */
export const plainJson = (value: Json): string =>
  unobeyedJson(JSON.stringify(value, null, 2).replace(unseen, (sign) => (sign === '\n' ? sign : escaped(sign))));
