/** Names of people in a trace, without invented ones: they leave in no message and no case, dictionary words too. */
import { isJsonObject, type Json } from '../../contracts/json.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { documentedNames } from './allow-list.ts';
import { type OwnValues, wordsOf } from './own-values.ts';
import { once, remembered } from './remembered.ts';

const namesOfPeople =
  /name|guest|passenger|pax|travell?er|holder|contact|customer|person|payer|booker|booked_?by|recipient|occupant|tourist|^(first|last|middle|given|family|full|patronymic|fio)$|(^|_)(фио|имя|фамилия|отчество|гост(ь|и|я|ей)|пассажир|турист|клиент|заказчик|плательщик|покупатель)/;
/** Who takes part in a deal, as the last word: with other words behind it, it is an id or a device. */
const roles =
  /(^|_)(client|owner|buyer|adult|child(ren)?|infant|people|participant|member|lead|leader|user|author|employee|(?<!user_)agent|manager|visitor|initials|signature|issued_to|on_behalf_of|(creat|updat|modifi|sign|issu|approv|request|confirm|cancell?|assign)ed_by)s?$/;
/** A field whose name holds one of these words is about a person, also with other words beside it: `roomGuests`. */
const surelyOfPerson = /guest|passenger|pax|travell?er|occupant|tourist|booker/;
/** Of a name: in which language it is, or how it is written. */
const form = /^([a-z]{1,2}|value|text|latin|cyrillic|native|original)$/i;
const ofKind = /type|categor|class|service|plan|fare|tax|fee|count|number|(^|_)(тип|номер)(_|$)/;
const ofThing =
  /hotel|room|rate|cit(y|ies)|countr|region|meal|board|bed|preset|provider|supplier|vendor|airline|airport|carrier|aircraft|type|categor|tariff|fare|brand|class|amenit|group|plan|service|tax|fee|currenc|field|(?<!pro)file|offer|product|package|upsell|отел|гостиниц|номер|город|стран|тип/;
/** Its keys are names, too: `{ "Petra Realperson": {} }`. */
const severalWords = /^\p{Lu}\S*\s+\p{Lu}/u;
/** May hold an object by names: `{ "guests": { "rose_baker": {} } }`. */
const several =
  /(guest|passenger|travell?er|occupant|tourist|person|participant|member|adult|infant|client|customer|user|visitor)s$|pax$|people$|children$|(гости|туристы|пассажиры|клиенты)$/;
const fieldOfList =
  /^(items?|lists?|data|results?|entr(y|ies)|elements?|records?|rows?|values?|total|meta|page|links?|details?|info|main|primary|secondary|second|additional|others?|default|address(es)?|documents?|phones?|emails?|ages?|genders?|summary|errors?|warnings?|status|required|optional|(un)?(accepted|refused|rejected|confirmed|paid|expected|arrived|known|named|assigned)|males?|females?|seniors?|youths?|adt|chd|inf)(_|$)|[^\p{L}_$./\s-]/u;
/** What is longer is a text about something, but for short pieces of a list. */
const charactersMax = 60;
const [listCharactersMax, pieceWordsMax] = [2_000, 4];
/** With an account for the first part, that of a person: `rose.baker@…`. */
const mailbox = /([\p{L}\p{N}._+-]+)@[^\s,;]*/gu;
const mailboxesOfAll =
  /^(info|bookings?|reserv\p{L}*|sales|support|service|office|admin\p{L}*|hotel|contact|no|noreply|reply|front|desk|help\p{L}*|mail|hello|team|guests?|relations|travel|test|api|partners?|manager|accounts?|billing|finance)$/u;

/** `onBehalfOf` as `on_behalf_of`. */
const spelled = (key: string): string => key.replace(/(?<=\p{Ll})(?=\p{Lu})|[\s.-]+/gu, '_').toLowerCase();

const test = (holds: (name: string) => boolean): ((key: string) => boolean) => remembered((key) => holds(spelled(key)));
const isRole = test((name) => roles.test(name));
const isOfThing = test(
  (name) => ofThing.test(name) && !roles.test(name) && !(surelyOfPerson.test(name) && !ofKind.test(name)),
);
const isOfPerson = test((name) => namesOfPeople.test(name) || roles.test(name));
const holdsSeveral = test((name) => several.test(name) && !ofKind.test(name));
const isField = test((name) => fieldOfList.test(name));

/** Words that a role bears, and no person: of documented fields, and of who is no person. */
const wordsOfFields = once(
  () =>
    new Set([
      ...[...documentedNames()].flatMap((name) => spelled(name).split('_')),
      ...'system admin default test partner online web api desktop mobile app yes no true false male female adult'.split(
        ' ',
      ),
      ...'child infant hotel guest unknown none null'.split(' '),
    ]),
);

/** A Russian name in any case: `Ивановой`, `Иванову`. Undefined where nothing says the case. */
const stemOf = (word: string): string | undefined =>
  /^([а-яё]{3,}?)(?:[ыи]ми|[ао]го|[ое]му|[ая]ми|[оеаяыи][йюмх]|[ую]ю|[ая]я|и[юия]|[аяыиуюеойь])?$/.exec(word)?.[1];

const joins = /[_.]|(?<=\p{Ll})(?=\p{Lu})/gu;
/** What the key says under which a value stands. */
type AtKey = {
  readonly isPerson: boolean;
  readonly isThing: boolean;
  readonly isRole: boolean;
  readonly isSeveral: boolean;
};
const nowhere: AtKey = { isPerson: false, isThing: false, isRole: false, isSeveral: false };

/** Whether a joined text holds the name of a person: `rose_baker`, `roseBaker`. */
export const namesPerson = (text: string, people: ReadonlySet<string>): boolean =>
  wordsOf(text.replace(joins, ' ')).some((word) => people.has(word) || people.has(stemOf(word) ?? word));

type PeopleParts = {
  /** Of fields that were sent: no keys of a place of people. */
  readonly names?: ReadonlySet<string>;
  /** Names of people where an intent was read back: no key has to say so. */
  readonly located?: readonly string[];
};

export const peopleIn = (
  exchanges: readonly Exchange[],
  own: OwnValues,
  { names = new Set(), located = [] }: PeopleParts = {},
): ReadonlySet<string> => {
  const people = new Set<string>();
  const addWords = (text: string, ofRole: boolean): void => {
    for (const word of wordsOf(text))
      if (word.length > 1 && /\p{L}/u.test(word) && !own.hasWord(word) && !(ofRole && wordsOfFields().has(word)))
        people.add(word).add(stemOf(word) ?? word);
  };
  const add = (text: string, ofRole: boolean): void => {
    if (text.length <= charactersMax) addWords(text, ofRole);
    else if (text.length <= listCharactersMax)
      for (const piece of text.split(/[,;|\n]+/)) if (wordsOf(piece).length <= pieceWordsMax) addWords(piece, ofRole);
  };
  const addMailboxes = (text: string): void => {
    for (const [, account = ''] of text.matchAll(mailbox)) {
      const words = wordsOf(account.replaceAll('_', ' ')).filter((word) => /^\p{L}{3,}$/u.test(word));
      if (!words.some((word) => mailboxesOfAll.test(word))) addWords(words.join(' '), true);
    }
  };
  const isMapOfPeople = (entries: readonly (readonly [key: string, child: Json])[]): boolean =>
    entries.every(
      ([key, child]) =>
        typeof child === 'object' &&
        child !== null &&
        !names.has(key) &&
        !documentedNames().has(key) &&
        !isOfPerson(key) &&
        !isOfThing(key) &&
        !isField(key),
    );
  const walkObject = (value: { [key: string]: Json }, around: AtKey): void => {
    const entries = Object.entries(value);
    if (around.isSeveral && isMapOfPeople(entries))
      for (const [key] of entries) addWords(key.replace(joins, ' '), false);
    for (const [key, child] of entries) {
      if (severalWords.test(key)) add(key, false);
      const isThing = isOfThing(key);
      // The name of a thing stands in it: `{ "room": { "name": "Grand" } }`.
      const isNamed = isOfPerson(key) || (around.isPerson && form.test(key));
      const isPerson = isNamed && !isThing && !(around.isThing && /^name/i.test(key));
      walk(child, { isPerson, isThing, isRole: isRole(key), isSeveral: holdsSeveral(key) });
    }
  };
  const walk = (value: Json, around: AtKey): void => {
    if (typeof value === 'string') {
      const hasMailbox = value.includes('@');
      if (hasMailbox) addMailboxes(value);
      if (around.isPerson) add(hasMailbox ? value.replace(mailbox, ' ') : value, around.isRole);
    } else if (Array.isArray(value)) for (const item of value) walk(item, around);
    else if (isJsonObject(value)) walkObject(value, around);
  };
  for (const text of located) {
    addMailboxes(text);
    add(text.replace(mailbox, ' '), false);
  }
  for (const { request, response } of exchanges)
    for (const body of [request.body, response?.body]) if (body !== undefined) walk(body, nowhere);
  return people;
};
