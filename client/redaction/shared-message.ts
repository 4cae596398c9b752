/** Of a text that a person wrote for persons: our own values, codes, and words that say nothing of anybody. */
import { refusalCodes } from '../../contracts/outcome.ts';
import { messageWords } from './message-words.ts';
import type { OwnValues } from './own-values.ts';
import type { Placeholders } from './placeholder.ts';

/** From where to where of the text something else stands than was said. */
export type Replaced = readonly [from: number, to: number];

export type SharedMessage = { readonly text: string; readonly replaced: readonly Replaced[] };

/** A longer one is no message. */
const charactersMax = 4_000;

/** What belongs together: an e-mail address, a URL, digits as of a telephone or a card with what stands between them, or a word. */
const parts = /\S+@\S+|[a-z][a-z0-9+.-]*:\/\/\S+|\+?\d[\d\s().:/-]*\d(?=$|[^\p{L}\p{N}])|[\p{L}\p{M}\p{N}_]+/giu;
/** A documented code tells what happened wherever it stands, and nothing of anybody. */
export const documentedCodes: ReadonlySet<string> = new Set([...refusalCodes, 'INTERNAL_ERROR']);
const digit = /\d/;

/**
 * @param names Of the fields that were sent, and the code beside the message.
 */
export const sharedMessage = (
  text: string,
  { own, names, placeholders }: { own: OwnValues; names: ReadonlySet<string>; placeholders: Placeholders },
): SharedMessage => {
  if (text.length > charactersMax) return { text: placeholders.text(text), replaced: [[0, text.length]] };
  const replaced: [number, number][] = [];
  const isShown = (part: string): boolean => {
    if (documentedCodes.has(part) || names.has(part) || own.hasText(part)) return true;
    if (digit.test(part)) return /^\d+$/.test(part) && own.hasNumber(Number(part));
    return messageWords.has(part.toLowerCase()) || own.hasWord(part);
  };
  const made = text.replace(parts, (part, at: number) => {
    if (isShown(part)) return part;
    replaced.push([at, at + part.length]);
    return placeholders.text(part);
  });
  return { text: made, replaced };
};
