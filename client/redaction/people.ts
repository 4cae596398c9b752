/** Words that are names of people in the answers of a trace: they leave in no case and in no message, words of a dictionary too. */
import { isJsonObject, type Json } from '../../contracts/json.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { type OwnValues, wordsOf } from './own-values.ts';

const ofPerson =
  /name|guest|passenger|pax|travell?er|holder|contact|customer|person|payer|^(first|last|middle|given|family|full|patronymic)$/i;
const ofThing =
  /hotel|room|rate|cit(y|ies)|countr|region|meal|board|bed|preset|provider|supplier|vendor|airline|airport|carrier|aircraft|type|categor|tariff|fare|brand|class|amenit|group|plan|service|tax|fee|currenc|field|file|offer|product|package|upsell/i;
/** Its keys are names, too: `{ "Petra Realperson": {} }`. */
const severalWords = /^\p{Lu}\S*\s+\p{Lu}/u;
/** What is longer is a text about something. */
const charactersMax = 60;

export const peopleIn = (exchanges: readonly Exchange[], own: OwnValues): ReadonlySet<string> => {
  const people = new Set<string>();
  const add = (text: string): void => {
    if (text.length > charactersMax) return;
    for (const word of wordsOf(text))
      if (word.length > 1 && /\p{L}/u.test(word) && !own.hasWord(word)) people.add(word);
  };
  const walk = (value: Json, isPerson: boolean, isThing: boolean): void => {
    if (typeof value === 'string' && isPerson) add(value);
    else if (Array.isArray(value)) for (const item of value) walk(item, isPerson, isThing);
    else if (isJsonObject(value))
      for (const [key, child] of Object.entries(value)) {
        if (severalWords.test(key)) add(key);
        const isOfThing = ofThing.test(key);
        // The name of a thing stands in it: `{ "room": { "name": "Grand" } }`.
        walk(child, ofPerson.test(key) && !isOfThing && !(isThing && /^name/i.test(key)), isOfThing);
      }
  };
  for (const { response } of exchanges) if (response?.body !== undefined) walk(response.body, false, false);
  return people;
};
