/** Faults that each of the lists about hotels can have: one builder, used once a list. */
import { changedAt, deepIn, everySecondTime, successBody, successList, swappedAt, when } from '../altering/replies.ts';
import { fault } from '../deviation.ts';
import { answer, isSuccess, refusal } from '../reply.ts';

type ListId = 'accommodation-types' | 'amenities' | 'bed-types' | 'meal-types';

type Entry = { readonly id: number };
type Named = Entry & { readonly nameRu: string; readonly nameEn: string };

const list = <Of extends ListId, Item = Entry>(operation: Of, bend: (items: readonly Item[]) => unknown) =>
  ({ [operation]: successList<Item>(bend) }) as { readonly [Key in Of]: ReturnType<typeof successList> };

/** One record deep in the list, which no hotel points to, changed. */
const oneDeep = <Of extends ListId, Item = Entry>(operation: Of, change: (item: Item) => unknown) =>
  list<Of, Item>(operation, (items) => changedAt(items, deepIn(items), change));

const flapping = <Of extends ListId, Item = Entry>(operation: Of, bend: (items: readonly Item[]) => unknown) => ({
  [operation]: everySecondTime(operation, successList<Item>(bend)),
});

const answersSuccess = (_: unknown, reply: Parameters<typeof isSuccess>[0]): boolean => isSuccess(reply);

const byText = (one: Entry, other: Entry): number => (String(one.id) < String(other.id) ? -1 : 1);

const untouched = 3;

const answeringFaults = <const Of extends ListId>(of: Of) =>
  [
    fault(`demands-a-language-for-${of}`, {
      violates: [`${of}.valid-request-is-answered`],
      summary: 'The list is refused with 400 unless a query parameter nobody documented is sent.',
      reply: {
        [of]: when(
          ({ query }, reply) => isSuccess(reply) && !query.has('lang'),
          () => refusal(400, { code: 'INVALID_REQUEST', message: 'lang is required.' }),
        ),
      },
    }),
    fault(`refuses-${of}-inside-a-200`, {
      violates: [`${of}.valid-request-is-answered`],
      summary: 'The list is refused by an error object under status 200.',
      reply: { [of]: when(answersSuccess, () => answer(200, { error: { code: 'NOT_FOUND', message: 'No data.' } })) },
    }),
    fault(`wraps-${of}-in-items`, {
      violates: [`${of}.list-is-an-array`],
      summary: 'The list is wrapped in an object.',
      reply: list(of, (items) => ({ items, total: items.length })),
    }),
    fault(`keys-${of}-by-id`, {
      violates: [`${of}.list-is-an-array`],
      summary: 'The list is an object keyed by id.',
      reply: list(of, (items) => Object.fromEntries(items.map((item) => [item.id, item]))),
    }),
    fault(`answers-null-for-${of}`, {
      violates: [`${of}.list-is-an-array`],
      summary: 'The list is null.',
      reply: { [of]: successBody(() => null) },
    }),
  ] as const;

const orderFaults = <const Of extends ListId>(of: Of) =>
  [
    fault(`swaps-one-pair-deep-in-${of}`, {
      violates: [`${of}.sorted-by-id`],
      summary: 'Two neighbours deep in the list are exchanged.',
      reply: list(of, (items) => swappedAt(items, deepIn(items))),
    }),
    fault(`sorts-ids-of-${of}-as-text-after-the-first`, {
      violates: [`${of}.sorted-by-id`],
      summary: 'Beyond the first three records, ids are sorted as text.',
      reply: list(of, (items) => [...items.slice(0, untouched), ...items.slice(untouched).toSorted(byText)]),
    }),
    fault(`swaps-the-last-two-of-${of}`, {
      violates: [`${of}.sorted-by-id`],
      summary: 'The last two records are exchanged.',
      reply: list(of, (items) => swappedAt(items, items.length - 2)),
    }),
    fault(`appends-one-changed-record-to-${of}`, {
      violates: [`${of}.sorted-by-id`],
      summary: 'One record of the middle stands at the end, as if it had been written anew.',
      reply: list(of, (items) => [...items.toSpliced(deepIn(items), 1), items[deepIn(items)]]),
    }),
    fault(`sorts-${of}-descending`, {
      violates: [`${of}.lowest-id-first`],
      summary: 'The list is sorted from the highest id down.',
      reply: list(of, (items) => items.toReversed()),
    }),
    fault(`begins-${of}-with-the-newest`, {
      violates: [`${of}.lowest-id-first`],
      summary: 'The list is sorted from the highest id down, and the lowest has fallen off its end.',
      reply: list(of, (items) => items.toReversed().slice(0, -1)),
    }),
    fault(`repeats-one-record-deep-in-${of}`, {
      violates: [`${of}.ids-are-unique`],
      summary: 'One record deep in the list is there twice.',
      reply: list(of, (items) => items.flatMap((item, at) => (at === deepIn(items) ? [item, item] : [item]))),
    }),
    fault(`gives-two-neighbours-in-${of}-one-id`, {
      violates: [`${of}.ids-are-unique`],
      summary: 'One record deep in the list has the id of the one before it.',
      reply: list(of, (items) =>
        changedAt(items, deepIn(items), (item) => ({ ...item, id: items[deepIn(items) - 1]?.id })),
      ),
    }),
    fault(`ends-${of}-twice`, {
      violates: [`${of}.ids-are-unique`],
      summary: 'The last record is there twice.',
      reply: list(of, (items) => [...items, ...items.slice(-1)]),
    }),
  ] as const;

const recordFaults = <const Of extends ListId>(of: Of) =>
  [
    fault(`writes-one-id-of-${of}-as-text`, {
      violates: [`${of}.records-are-complete`],
      summary: 'One record deep in the list has its id as a string.',
      reply: oneDeep(of, (item) => ({ ...item, id: String(item.id) })),
    }),
    fault(`leaves-out-one-id-of-${of}`, {
      violates: [`${of}.records-are-complete`],
      summary: 'One record deep in the list has no id.',
      reply: oneDeep(of, ({ id: _, ...rest }) => rest),
    }),
    fault(`breaks-one-id-of-${of}-into-decimals`, {
      violates: [`${of}.records-are-complete`],
      summary: 'One id deep in the list is no integer.',
      reply: oneDeep(of, (item) => ({ ...item, id: item.id + 0.5 })),
    }),
    fault(`nulls-one-id-of-${of}`, {
      violates: [`${of}.records-are-complete`],
      summary: 'One record deep in the list has null for its id.',
      reply: oneDeep(of, (item) => ({ ...item, id: null })),
    }),
    fault(`forgets-one-record-of-${of}-every-second-time`, {
      violates: [`${of}.two-reads-agree`],
      summary: 'Every second read lacks one record deep in the list.',
      reply: flapping(of, (items) => items.toSpliced(deepIn(items), 1)),
    }),
    fault(`renumbers-one-record-of-${of}-back-and-forth`, {
      violates: [`${of}.two-reads-agree`],
      summary: 'One record deep in the list has the next id in every second read.',
      reply: flapping(of, (items) => changedAt(items, deepIn(items), (item) => ({ ...item, id: item.id + 1 }))),
    }),
    fault(`adds-one-record-to-${of}-every-second-time`, {
      violates: [`${of}.two-reads-agree`],
      summary: 'Every second read ends with a record that the others do not have.',
      reply: flapping(of, (items) => [...items, ...items.slice(-1).map((last) => ({ ...last, id: last.id + 1 }))]),
    }),
  ] as const;

/** Only lists whose records have the names that are shown. */
const nameFaults = <const Of extends Exclude<ListId, 'bed-types'>>(of: Of) =>
  [
    fault(`leaves-out-one-english-name-of-${of}`, {
      violates: [`${of}.records-are-complete`],
      summary: 'One record deep in the list has no nameEn.',
      reply: oneDeep<Of, Named>(of, ({ nameEn: _, ...rest }) => rest),
    }),
    fault(`nulls-one-russian-name-of-${of}`, {
      violates: [`${of}.records-are-complete`],
      summary: 'One record deep in the list has null for its nameRu.',
      reply: oneDeep(of, (item) => ({ ...item, nameRu: null })),
    }),
    fault(`writes-one-english-name-of-${of}-as-a-number`, {
      violates: [`${of}.records-are-complete`],
      summary: 'One record deep in the list has a number for its nameEn.',
      reply: oneDeep(of, (item) => ({ ...item, nameEn: item.id })),
    }),
    fault(`lists-the-russian-names-of-one-of-${of}`, {
      violates: [`${of}.records-are-complete`],
      summary: 'One record deep in the list has a list of names where nameRu should be a string.',
      reply: oneDeep<Of, Named>(of, ({ nameRu, ...rest }) => ({ ...rest, nameRu: [nameRu] })),
    }),
    fault(`puts-the-names-of-${of}-into-one-object`, {
      violates: [`${of}.records-are-complete`],
      summary: 'Every record has one name with two languages in place of nameRu and nameEn.',
      reply: list<Of, Named>(of, (items) =>
        items.map(({ nameRu: ru, nameEn: en, ...rest }) => ({ ...rest, name: { ru, en } })),
      ),
    }),
    fault(`renames-one-record-of-${of}-back-and-forth`, {
      violates: [`${of}.two-reads-agree`],
      summary: 'One record deep in the list changes its English name with every read.',
      reply: flapping<Of, Named>(of, (items) =>
        changedAt(items, deepIn(items), (item) => ({ ...item, nameEn: `${item.nameEn} ` })),
      ),
    }),
    fault(`gives-one-of-${of}-the-name-of-another-back-and-forth`, {
      violates: [`${of}.two-reads-agree`],
      summary: 'In every second read, one record deep in the list has the Russian name of the one before it.',
      reply: flapping<Of, Named>(of, (items) =>
        changedAt(items, deepIn(items), (item) => ({ ...item, nameRu: items[deepIn(items) - 1]?.nameRu })),
      ),
    }),
  ] as const;

const everyListFaults = <const Of extends ListId>(of: Of) =>
  [...answeringFaults(of), ...orderFaults(of), ...recordFaults(of)] as const;

export const typeListFaults = [
  ...everyListFaults('accommodation-types'),
  ...nameFaults('accommodation-types'),
  ...everyListFaults('meal-types'),
  ...nameFaults('meal-types'),
  ...everyListFaults('amenities'),
  ...nameFaults('amenities'),
  ...everyListFaults('bed-types'),
  fault('lists-bed-types-as-bare-codes', {
    violates: ['bed-types.records-are-complete'],
    summary: 'The bed types are strings, not objects.',
    reply: list<'bed-types', { readonly code: string }>('bed-types', (items) => items.map(({ code }) => code)),
  }),
  fault('names-the-id-of-bed-types-bed-type-id', {
    violates: ['bed-types.records-are-complete'],
    summary: 'The id of a bed type stands in a field bedTypeId.',
    reply: list('bed-types', (items) => items.map(({ id, ...rest }) => ({ bedTypeId: id, ...rest }))),
  }),
];
