/** Makes the form of a body that may leave: what fits its place and what we sent stays, and the rest is replaced. */

import { nameMark, type Path, pathText } from '../../contracts/check.ts';
import { type Json, rebuiltArray, rebuiltObject } from '../../contracts/json.ts';
import { keptCharactersMax } from '../limits.ts';
import { documentedCodes, documentedNames, type Place } from './allow-list.ts';
import { isMadeOfWords } from './dictionary.ts';
import { namesPerson } from './people.ts';
import { looksLikeJwt, type Placeholders } from './placeholder.ts';
import { sharedMessage, type TraceWords } from './shared-message.ts';

const identifier = /^[A-Za-z_$][\w$.-]{0,63}$/;
/** Without any of these it says nothing about a person. */
const content = /[\p{L}\p{N}]/u;
/** A longer one may draw a picture. */
const signsMax = 16;

/** Places that are alike but for where in a list: named by one of them, or by all where none of them stays. */
type Alike = { kept: number; readonly replaced: string[]; readonly at: string; readonly children: Map<string, Alike> };

const placesMax = 1_000;

const alikeAt = (at: string): Alike => ({ kept: 0, replaced: [], at, children: new Map() });

const replacedIn = ({ kept, replaced, at, children }: Alike): string[] => [
  ...(replaced.length === 0 ? [] : kept === 0 || replaced.length > placesMax ? [at] : replaced),
  ...[...children.values()].flatMap(replacedIn),
];

const childOf = (alike: Alike, key: string | number): Alike => {
  const name = typeof key === 'number' ? '[]' : key;
  const made = alike.children.get(name) ?? alikeAt(typeof key === 'number' ? `${alike.at}[]` : `${alike.at}.${key}`);
  alike.children.set(name, made);
  return made;
};

export const createSharedValues = (placeholders: Placeholders) => {
  let replaced: string[] = [];

  /**
   * The value itself where nothing was replaced.
   *
   * @param given `root`: its place in its exchange, `response.body`. `stays`: what is known to be plain stays.
   */
  const of = (
    whole: Json,
    place: Place | undefined,
    { root, known, stays }: { root: string; known: TraceWords; stays?: ((at: Path) => boolean) | undefined },
  ): Json => {
    const { own, names, people } = known;
    const top = alikeAt(root);
    /** In whichever element of a list. */
    const renamed = new Set<string>();
    const path: (string | number)[] = [];
    const here = (): string =>
      `${root}${path.length === 0 || typeof path[0] === 'number' ? '' : '.'}${pathText(path as Path)}`;

    const note = <V extends Json>(alike: Alike, made: V, suffix = ''): V => {
      if (alike.replaced.length <= placesMax) alike.replaced.push(`${here()}${suffix}`);
      else alike.replaced.length = placesMax + 1;
      return made;
    };

    const message = (text: string, alike: Alike): string => {
      const made = sharedMessage(text, known, placeholders);
      if (made.replaced.length === 0) {
        alike.kept += 1;
        return text;
      }
      // Part of it stays: the replaced places are listed by characters.
      alike.kept += 1;
      return note(alike, made.text, `#${made.replaced.map(([from, to]) => `${from}-${to}`).join()}`);
    };

    const sharedText = (text: string, at: Place | undefined, alike: Alike): string => {
      // Credentials were replaced when they were written down.
      if (at?.mark === 'secret' || looksLikeJwt(text)) return note(alike, text);
      if (at?.isMessage) return message(text, alike);
      if (at?.form === 'name') return isNameShown(text, undefined) ? text : note(alike, placeholders.text(text));
      const isShown =
        text.length <= keptCharactersMax && at?.keeps(text) && !(at.form === 'code' && namesPerson(text, people()));
      const saysNothing = !content.test(text) && (text.length <= signsMax || text.trim() === '');
      if (isShown || saysNothing || documentedCodes.has(text) || own.hasText(text)) {
        alike.kept += 1;
        return text;
      }
      return note(alike, placeholders.text(text));
    };

    const sharedNumber = (value: number, at: Place | undefined, alike: Alike): number => {
      if (at?.keeps(value) || value === 0 || own.hasNumber(value)) {
        alike.kept += 1;
        return value;
      }
      return note(alike, placeholders.number(value, own.hasNumber));
    };

    /** A name that no schema shows and none of our requests has is a value; words of a dictionary name fields. */
    const isNameShown = (name: string, at: Place | undefined): boolean => {
      if (at?.names(name)) return true;
      const isShown = known.shownNames.get(name) ?? isNameAllowed(name);
      known.shownNames.set(name, isShown);
      return isShown;
    };

    const isNameAllowed = (name: string): boolean => {
      if (names.has(name) || documentedNames().has(name)) return true;
      if (own.isExcluded(name)) return false;
      if (own.hasText(name)) return true;
      return identifier.test(name) && isMadeOfWords(name) && !namesPerson(name, people());
    };

    const within = (key: string | number, value: Json, at: Place | undefined, alike: Alike): Json => {
      path.push(key);
      const made = shared(value, at, alike);
      path.pop();
      return made;
    };

    const shared = (value: Json, at: Place | undefined, alike: Alike): Json => {
      if (stays?.(path as Path) && at?.mark !== 'secret') {
        alike.kept += 1;
        return value;
      }
      if (typeof value === 'string') return sharedText(value, at, alike);
      if (typeof value === 'number') return sharedNumber(value, at, alike);
      if (value === null || typeof value === 'boolean') return value;
      if (Array.isArray(value)) {
        const [item, items] = [at?.item(), childOf(alike, 0)];
        return rebuiltArray(value, (child, i) => within(i, child, item, items));
      }
      return sharedObject(value, at, alike);
    };

    const sharedObject = (value: { [key: string]: Json }, at: Place | undefined, alike: Alike): Json => {
      // Only placeholders can collide: with each other, or with a property that keeps its name.
      let taken: Set<string> | undefined;
      const nameOf = (key: string, i: number): string => {
        const made = isNameShown(key, at) ? key : placeholders.text(key);
        if (made === key) return key;
        taken ??= new Set();
        const name = taken.has(made) || Object.hasOwn(value, made) ? `${made}~${i}` : made;
        taken.add(name);
        renamed.add(`${alike.at}.${name}${nameMark}`);
        return name;
      };
      return rebuiltObject(value, nameOf, (key, name) =>
        within(name, value[key] ?? null, at?.property(key), childOf(alike, name)),
      );
    };

    const made = shared(whole, place, top);
    replaced.push(...renamed, ...replacedIn(top));
    return made;
  };

  return {
    of,
    /** Of all that was made since the last time. */
    replaced: () => {
      const all = replaced;
      replaced = [];
      return all;
    },
  };
};
