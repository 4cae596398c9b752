/** Compares two names without showing them: they are personal, or belong to a service. */
import { createHash } from 'node:crypto';

/** Said of a word in other letters than Latin ones: it may be the same word, written in another script. */
export const otherScript = 'other-script';

/** As few as keep some hundred words apart, so that they lead back to no name. */
const digitsMax = 6;
const charactersMax = 1_000;

const digestOf = (word: string): string => createHash('sha256').update(word).digest('hex').slice(0, digitsMax);

/** Each word of a name without its case and its accents, in the order of the alphabet of what hides it. */
export const nameWords = (name: string): string[] => {
  const plain = name.slice(0, charactersMax).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/\p{L}+/gu) ?? [];
  return [...new Set(words.map((word) => (/^[a-z]+$/.test(word) ? digestOf(word) : otherScript)))].toSorted();
};

const aliasForm = /^Supplier-[0-9a-f]{4}$/;

/** Stands for a supplier wherever it leaves the machine: the same in every run, and too short to lead back. */
export const supplierAlias = (name: string): string =>
  aliasForm.test(name) ? name : `Supplier-${createHash('sha256').update(name).digest('hex').slice(0, 4)}`;

/** @param then Of a case: the name itself, or what stands for it. */
export const isSameSupplier = (then: string | undefined, now: string | undefined): boolean =>
  then === now || (now !== undefined && then === supplierAlias(now));

// The mark in the name of one of our guests: by it a booking is found again whose answer was lost.

/** No name of a person has these letters in a row. */
export const guestMarkPrefix = 'Pfq';

/** How many random letters follow at least: a mark must stay unique for years. */
export const guestMarkLettersMin = 10;

const mark = new RegExp(`${guestMarkPrefix}[a-z]{${guestMarkLettersMin},}`, 'gi');

/** The marks in a text, each as it was made: a service may change the case of names, and join them. */
export const guestMarksIn = (text: string): string[] =>
  (text.match(mark) ?? []).map((found) => `${found.charAt(0).toUpperCase()}${found.slice(1).toLowerCase()}`);
