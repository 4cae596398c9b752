/** Faults that each of the lists about hotels can have: one table, in which * stands for the list. */

import type { ClauseId } from '../../contracts/clauses.ts';
import { changedAt, deepIn, everySecondTime, successBody, successList, swappedAt, when } from '../altering/replies.ts';
import { type Fault, faultsOf } from '../deviation.ts';
import { answer, isSuccess, refusal } from '../reply.ts';
import type { Change } from '../world.ts';

type ListId = 'accommodation-types' | 'amenities' | 'bed-types' | 'meal-types';

type Entry = { readonly id: number };
type Named = Entry & { readonly nameRu: string; readonly nameEn: string };

const list = successList<Entry>;

/** One record deep in the list, which no hotel points to, changed. */
const oneDeep = <Item = Entry>(change: (item: Item, before: Item | undefined) => unknown): Change =>
  successList<Item>((items) => changedAt(items, deepIn(items), (item) => change(item, items[deepIn(items) - 1])));

const flapping = (change: Change): Change => everySecondTime('list', change);

const byText = (one: Entry, other: Entry): number => (String(one.id) < String(other.id) ? -1 : 1);

const untouched = 3;

const changes = {
  'valid-request-is-answered': {
    'demands-a-language-for-*': when(
      ({ query }, reply) => isSuccess(reply) && !query.has('lang'),
      () => refusal(400, { code: 'INVALID_REQUEST', message: 'lang is required.' }),
    ),
    'refuses-*-inside-a-200': when(
      (_, reply) => isSuccess(reply),
      () => answer(200, { error: { code: 'NOT_FOUND', message: 'No data.' } }),
    ),
  },
  'list-is-an-array': {
    'wraps-*-in-items': list((items) => ({ items, total: items.length })),
    'keys-*-by-id': list((items) => Object.fromEntries(items.map((item) => [item.id, item]))),
    'answers-null-for-*': successBody(() => null),
  },
  'sorted-by-id': {
    'swaps-one-pair-deep-in-*': list((items) => swappedAt(items, deepIn(items))),
    'sorts-ids-of-*-as-text-after-the-first': list((items) => [
      ...items.slice(0, untouched),
      ...items.slice(untouched).toSorted(byText),
    ]),
    'swaps-the-last-two-of-*': list((items) => swappedAt(items, items.length - 2)),
    'appends-one-changed-record-to-*': list((items) => [...items.toSpliced(deepIn(items), 1), items[deepIn(items)]]),
  },
  'lowest-id-first': {
    'sorts-*-descending': list((items) => items.toReversed()),
    // The lowest has fallen off the end.
    'begins-*-with-the-newest': list((items) => items.toReversed().slice(0, -1)),
  },
  'ids-are-unique': {
    'repeats-one-record-deep-in-*': list((items) =>
      items.flatMap((item, at) => (at === deepIn(items) ? [item, item] : [item])),
    ),
    'gives-two-neighbours-in-*-one-id': oneDeep((item, before) => ({ ...item, id: before?.id })),
    'ends-*-twice': list((items) => [...items, ...items.slice(-1)]),
  },
  'records-are-complete': {
    'writes-one-id-of-*-as-text': oneDeep((item) => ({ ...item, id: String(item.id) })),
    'leaves-out-one-id-of-*': oneDeep(({ id: _, ...rest }) => rest),
    'breaks-one-id-of-*-into-decimals': oneDeep((item) => ({ ...item, id: item.id + 0.5 })),
    'nulls-one-id-of-*': oneDeep((item) => ({ ...item, id: null })),
  },
  'two-reads-agree': {
    'forgets-one-record-of-*-every-second-time': flapping(list((items) => items.toSpliced(deepIn(items), 1))),
    'renumbers-one-record-of-*-back-and-forth': flapping(oneDeep((item) => ({ ...item, id: item.id + 1 }))),
    'adds-one-record-to-*-every-second-time': flapping(
      list((items) => [...items, ...items.slice(-1).map((last) => ({ ...last, id: last.id + 1 }))]),
    ),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Change>>>>;

/** Of lists whose records have the names that are shown. */
const changesOfNames = {
  'records-are-complete': {
    'leaves-out-one-english-name-of-*': oneDeep<Named>(({ nameEn: _, ...rest }) => rest),
    'nulls-one-russian-name-of-*': oneDeep((item) => ({ ...item, nameRu: null })),
    'writes-one-english-name-of-*-as-a-number': oneDeep((item) => ({ ...item, nameEn: item.id })),
    'lists-the-russian-names-of-one-of-*': oneDeep<Named>(({ nameRu, ...rest }) => ({ ...rest, nameRu: [nameRu] })),
    'puts-the-names-of-*-into-one-object': successList<Named>((items) =>
      items.map(({ nameRu: ru, nameEn: en, ...rest }) => ({ ...rest, name: { ru, en } })),
    ),
  },
  'two-reads-agree': {
    'renames-one-record-of-*-back-and-forth': flapping(
      oneDeep<Named>((item) => ({ ...item, nameEn: `${item.nameEn} ` })),
    ),
    'gives-one-of-*-the-name-of-another-back-and-forth': flapping(
      oneDeep<Named>((item, before) => ({ ...item, nameRu: before?.nameRu })),
    ),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Change>>>>;

type Promised = keyof typeof changes | keyof typeof changesOfNames;
type IdIn<Table> = { readonly [Of in keyof Table]: keyof Table[Of] }[keyof Table];
type OfList<Id, List extends ListId> = Id extends `${infer Before}*${infer After}` ? `${Before}${List}${After}` : never;

const faultsOfList = <
  const List extends ListId,
  Table extends Partial<Record<Promised, Readonly<Record<string, Change>>>>,
>(
  operation: List,
  table: Table,
) =>
  (Object.entries(table) as [Promised, Readonly<Record<string, Change>>][]).flatMap(([promise, rows]) => {
    const clause: ClauseId = `${operation as ListId}.${promise}`;
    const named = Object.entries(rows).map(([id, change]) => [id.replace('*', operation), { [operation]: change }]);
    return faultsOf(clause, Object.fromEntries(named));
  }) as readonly Fault<OfList<IdIn<Table>, List>>[];

export const typeListFaults = [
  ...faultsOfList('accommodation-types', changes),
  ...faultsOfList('accommodation-types', changesOfNames),
  ...faultsOfList('meal-types', changes),
  ...faultsOfList('meal-types', changesOfNames),
  ...faultsOfList('amenities', changes),
  ...faultsOfList('amenities', changesOfNames),
  ...faultsOfList('bed-types', changes),
  ...faultsOf('bed-types.records-are-complete', {
    'lists-bed-types-as-bare-codes': {
      'bed-types': successList<{ readonly code: string }>((items) => items.map(({ code }) => code)),
    },
    'names-the-id-of-bed-types-bed-type-id': {
      'bed-types': list((items) => items.map(({ id, ...rest }) => ({ bedTypeId: id, ...rest }))),
    },
  }),
];
