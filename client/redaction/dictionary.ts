/** The words of a language, with their inflections: a Hunspell dictionary, read when the first word is looked up. */
import { readFileSync } from 'node:fs';
import { remembered } from './remembered.ts';

export type Language = 'en' | 'ru';

type AffixRule = {
  readonly flag: string;
  readonly stripped: string;
  readonly isCrossed: boolean;
  readonly ends: RegExp;
};

/** By what a rule adds to the stem. */
type AffixRules = ReadonlyMap<string, AffixRule[]>;

/** Messages leave the dots of ё out, and have apostrophes of either kind. */
const [yo, ye] = [Buffer.from('ё'), Buffer.from('е')];
const plain = (text: string): string => text.replaceAll('ё', 'е').replaceAll('’', "'");

const fileOf = (language: Language, ending: string): Buffer =>
  readFileSync(new URL(`index.${ending}`, import.meta.resolve(`dictionary-${language}`)));

const rulesIn = (affixes: string, kind: 'PFX' | 'SFX'): AffixRules => {
  const rules = new Map<string, AffixRule[]>();
  const crossed = new Map<string, boolean>();
  for (const line of affixes.split('\n')) {
    const [is, flag = '', stripped = '', ending = '', condition] = line.split(/\s+/);
    if (is !== kind) continue;
    const added = ending === '0' ? '' : ending;
    if (condition === undefined) {
      crossed.set(flag, stripped === 'Y');
      continue;
    }
    const known = rules.get(added) ?? [];
    rules.set(added, known);
    known.push({
      flag,
      stripped: stripped === '0' ? '' : stripped,
      isCrossed: crossed.get(flag) === true,
      ends: new RegExp(kind === 'SFX' ? `(?:${condition})$` : `^(?:${condition})`),
    });
  }
  return rules;
};

const [newline, slash] = [0x0a, 0x2f];
const [hashStart, hashFactor] = [0x811c9dc5, 0x01000193];

/** FNV-1a. */
const hashOf = (bytes: Uint8Array): number =>
  bytes.reduce((hash, byte) => Math.imul(hash ^ byte, hashFactor), hashStart | 0);

/**
 * The flags of a stem; one line for each of its meanings. The file stays bytes, and a table leads to its lines: a map
 * of its 140,000 stems takes 50 MB and four times as long.
 */
const stemsOf = (bytes: Buffer): ((stem: string) => string[]) => {
  // The first line says about how many follow.
  const mask = 2 ** Math.ceil(Math.log2(2 * Number.parseInt(bytes.toString('latin1', 0, 12), 10))) - 1;
  const starts = new Uint32Array(mask + 1);
  const end = bytes.length;
  let at = bytes.indexOf(newline) + 1;
  while (at < end) {
    const start = at;
    let hash = hashStart | 0;
    for (let byte = bytes[at] ?? newline; byte !== newline && byte !== slash; byte = bytes[at] ?? newline) {
      // ё, of two bytes as е is.
      if (byte === yo[0] && bytes[at + 1] === yo[1]) {
        ye.copy(bytes, at);
        byte = bytes[at] ?? 0;
      }
      hash = Math.imul(hash ^ byte, hashFactor);
      at += 1;
    }
    let slot = hash & mask;
    while (starts[slot] !== 0) slot = (slot + 1) & mask;
    starts[slot] = start;
    while (at < end && bytes[at] !== newline) at += 1;
    at += 1;
  }
  return (stem) => {
    const wanted = Buffer.from(stem);
    const found: string[] = [];
    for (let slot = hashOf(wanted) & mask; starts[slot] !== 0; slot = (slot + 1) & mask) {
      const start = starts[slot] ?? 0;
      const stemEnd = start + wanted.length;
      const after = bytes[stemEnd] ?? newline;
      if ((after !== newline && after !== slash) || !bytes.subarray(start, stemEnd).equals(wanted)) continue;
      const lineEnd = bytes.indexOf(newline, stemEnd);
      found.push(bytes.toString('utf8', stemEnd + 1, lineEnd < 0 ? end : Math.max(lineEnd, stemEnd + 1)));
    }
    return found;
  };
};

/** Whether it is a word as it is written: in lower case, a name is none. */
const wordsOf = (language: Language): ((word: string) => boolean) => {
  const affixes = plain(fileOf(language, 'aff').toString());
  const [prefixes, suffixes] = [rulesIn(affixes, 'PFX'), rulesIn(affixes, 'SFX')];
  const longest = Math.max(...[...suffixes.keys()].map(({ length }) => length));
  const flagsOf = stemsOf(fileOf(language, 'dic'));

  /** With the flag of a prefix that was taken off, if one was. */
  const isSuffixed = (word: string, prefix?: AffixRule): boolean => {
    const bears = (stem: string, rule?: AffixRule): boolean =>
      flagsOf(stem).some(
        (flags) => (!prefix || flags.includes(prefix.flag)) && (rule === undefined || flags.includes(rule.flag)),
      );
    if (bears(word)) return true;
    for (let cut = Math.min(longest, word.length - 1); cut >= 0; cut--) {
      const at = word.length - cut;
      for (const rule of suffixes.get(word.slice(at)) ?? []) {
        const stem = word.slice(0, at) + rule.stripped;
        if ((!prefix || rule.isCrossed) && rule.ends.test(stem) && bears(stem, rule)) return true;
      }
    }
    return false;
  };

  return (word) =>
    isSuffixed(word) ||
    [...prefixes].some(
      ([added, rules]) =>
        word.startsWith(added) &&
        rules.some((rule) => {
          const stem = rule.stripped + word.slice(added.length);
          return rule.ends.test(stem) && isSuffixed(stem, rule);
        }),
    );
};

/** Of the trade and of programs, or spelled as in Britain: the dictionaries lack them. */
const tradeWords: ReadonlySet<string> = new Set(
  `adt api app auth avia chd checkin checkout checkins checkouts config csv currencies gds html http https iata icao id ids ie
  inf infant infants iso json jwt max min mrz multi null pax pnr preset proto presets ptc req resp sms sql ssr str sub timestamp
  uid upsell upsells uri url utc uuid vat xml overbooked refundable prepaid nonrefundable unrefundable
  cancelled cancelling traveller travellers travelling authorised unauthorised recognised unrecognised latin
  авиа брони бронь единиц закрыт закрыта закрыто закрыты занят занята занято заняты онлайн`.split(/\s+/),
);

const languages = new Map<Language, (word: string) => boolean>();
const charactersMax = 40;
const english = /^(?:(?:I|[a-z]+)['’])?[a-z]+$/;

const isListed = (word: string, like: string): boolean => {
  const language = english.test(like) ? 'en' : /^[а-яё]+$/.test(like) ? 'ru' : undefined;
  if (language === undefined || word.length > charactersMax) return false;
  const isOf = languages.get(language) ?? wordsOf(language);
  languages.set(language, isOf);
  return word.length === 1 || isOf(plain(word));
};

/** In lower case, of English or Russian. What is in capitals, but for `I've`, is never looked up: it may be a name. */
export const isWord = remembered((word) => tradeWords.has(word) || isListed(word, word));

/** A word in lower case that names a person or a place, too: `rose`. */
const isName = (word: string): boolean =>
  word.length > 2 && !tradeWords.has(word) && isListed(word.charAt(0).toUpperCase() + word.slice(1), word);

const short = /^[a-z]{2}$/i;
const hasLetters = /\p{L}/u;

/**
 * Whether a text is only dictionary words, joined as in `guestName`, `NO_ROOM_LEFT`. Names in a row are none: those of
 * two letters, such as `LiNa`, and words that are all names, too, such as `ROSE_BAKER`.
 */
export const isMadeOfWords = remembered((text) => {
  const parts = text.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\d+|[^\p{L}\d]/gu) ?? [];
  const words = parts.filter((part) => hasLetters.test(part)).map((part) => part.toLowerCase());
  return (
    parts.join('') === text &&
    parts.every((part) => /^([$_.-]|\d{1,3})$/.test(part) || short.test(part) || isWord(part.toLowerCase())) &&
    (words.filter((word) => short.test(word)).length < 2 || words.some((word) => word.length > 2)) &&
    (words.length < 2 || !words.every(isName))
  );
});
