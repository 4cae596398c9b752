/** Names of people in a trace, without invented ones: they leave in no message and no case, dictionary words too. */
import { isJsonObject, type Json } from '../../contracts/json.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { type OwnValues, wordsOf } from './own-values.ts';

const ofPerson =
  /name|guest|passenger|pax|travell?er|holder|contact|customer|person|payer|booker|booked_?by|recipient|occupant|tourist|^(first|last|middle|given|family|full|patronymic|fio|фио|имя|фамилия|отчество|гост[ьи]|пассажиры?|заказчик)$/i;
/** A field whose name holds one of these words is about a person, also with other words beside it: `roomGuests`. */
const surelyOfPerson = /guest|passenger|pax|travell?er|occupant|tourist|booker/i;
/** Of a name: in which language it is, or how it is written. */
const form = /^([a-z]{2}|value|text|latin|cyrillic|native|original)$/i;
const ofKind = /type|categor|class|service|plan|fare|tax|fee|count|number/i;
const ofThing =
  /hotel|room|rate|cit(y|ies)|countr|region|meal|board|bed|preset|provider|supplier|vendor|airline|airport|carrier|aircraft|type|categor|tariff|fare|brand|class|amenit|group|plan|service|tax|fee|currenc|field|file|offer|product|package|upsell/i;
/** Its keys are names, too: `{ "Petra Realperson": {} }`. */
const severalWords = /^\p{Lu}\S*\s+\p{Lu}/u;
/** What is longer is a text about something. */
const charactersMax = 60;

/** A Russian name in any case: `Ивановой`, `Иванову`. Undefined where nothing says the case. */
const stemOf = (word: string): string | undefined =>
  /^([а-яё]{3,}?)(?:[ыи]ми|[ао]го|[ое]му|[ая]ми|[оеаяыи][йюмх]|[ую]ю|[ая]я|и[юия]|[аяыиуюеойь])?$/.exec(word)?.[1];

/** Whether a joined text holds the name of a person: `rose_baker`, `roseBaker`. */
export const namesPerson = (text: string, people: ReadonlySet<string>): boolean =>
  wordsOf(text.replace(/[_.]|(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).some(
    (word) => people.has(word) || people.has(stemOf(word) ?? word),
  );

export const peopleIn = (exchanges: readonly Exchange[], own: OwnValues): ReadonlySet<string> => {
  const people = new Set<string>();
  const add = (text: string): void => {
    if (text.length > charactersMax) return;
    for (const word of wordsOf(text))
      if (word.length > 1 && /\p{L}/u.test(word) && !own.hasWord(word)) people.add(word).add(stemOf(word) ?? word);
  };
  const walk = (value: Json, isPerson: boolean, isThing: boolean): void => {
    if (typeof value === 'string' && isPerson) add(value);
    else if (Array.isArray(value)) for (const item of value) walk(item, isPerson, isThing);
    else if (isJsonObject(value))
      for (const [key, child] of Object.entries(value)) {
        if (severalWords.test(key)) add(key);
        const isOfThing = ofThing.test(key) && !(surelyOfPerson.test(key) && !ofKind.test(key));
        // The name of a thing stands in it: `{ "room": { "name": "Grand" } }`.
        const isNamed = ofPerson.test(key) || (isPerson && form.test(key));
        walk(child, isNamed && !isOfThing && !(isThing && /^name/i.test(key)), isOfThing);
      }
  };
  for (const { request, response } of exchanges)
    for (const body of [request.body, response?.body]) if (body !== undefined) walk(body, false, false);
  return people;
};
