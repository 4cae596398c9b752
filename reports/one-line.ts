/** Makes foreign text safe to print: one line, bounded, nothing in it that a terminal or a reader could obey. */
import { stripVTControlCharacters } from 'node:util';

const charactersMax = 240;

/** Controls, line and paragraph separators. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Invisible characters, among them those that turn the direction of writing and can make a line read otherwise. */
const invisible = /\p{Cf}/gu;

/** What GitHub, Azure and TeamCity take for a command, at the start of a line or, of the older forms, anywhere in it. */
const commands = /:(?=:[\w-]+(?: .*?)?::)|#(?=#(?:\[|vso\[|teamcity\[))/gi;

/** @param max In characters, the sign of the cut included. */
export const oneLine = (text: string, max: number = charactersMax): string => {
  // What cannot be shown need not be cleaned either: a service may send megabytes.
  const bounded = text.slice(0, 16 * max);
  const clean = stripVTControlCharacters(bounded)
    .toWellFormed()
    .replace(controls, ' ')
    .replace(invisible, '')
    .replace(commands, '$& ')
    .trim();
  const characters = [...clean];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : clean;
};
