/** Faults of what only amenities promise: group and level, and one list for every language and client. */
import { bearerIn } from '../access/bearer.ts';
import { preflightPartner } from '../access/partners.ts';
import { changedAt, deepIn, successList } from '../altering/replies.ts';
import type { Amenity } from '../data/amenities.ts';
import { fault } from '../deviation.ts';
import type { SandboxRequest } from '../reply.ts';
import type { World } from '../world.ts';

type Asked = { readonly language: string; readonly clientId: string | undefined };

const askedIn = (request: SandboxRequest, world: World): Asked => ({
  language: (request.headers['accept-language'] ?? '').toLowerCase(),
  clientId: world.tokens.find(bearerIn(request) ?? '')?.clientId,
});

const list = (bend: (items: readonly Amenity[], asked: Asked) => unknown) => ({
  amenities: successList<Amenity>((items, request, world) => bend(items, askedIn(request, world))),
});

/** Bends the list of some callers alone. */
const listFor = (isMeant: (asked: Asked) => boolean, bend: (items: readonly Amenity[]) => unknown) =>
  list((items, asked) => (isMeant(asked) ? bend(items) : items));

/** The first record, counted from deep in the list on, that has a group, or that has none. */
const deepOne = (items: readonly Amenity[], isGrouped: boolean): number =>
  items.findIndex(({ group }, at) => at >= deepIn(items) && (group !== undefined) === isGrouped);

const oneGrouped = (change: (amenity: Amenity) => unknown) =>
  list((items) => changedAt(items, deepOne(items, true), change));

const oneUngrouped = (change: (amenity: Amenity) => unknown) =>
  list((items) => changedAt(items, deepOne(items, false), change));

const withoutOne = (items: readonly Amenity[]) => items.toSpliced(deepIn(items), 1);

const renamed =
  (name: (amenity: Amenity) => string) =>
  (items: readonly Amenity[]): unknown =>
    changedAt(items, deepIn(items), (amenity) => ({ ...amenity, nameEn: name(amenity) }));

const readsOtherLetters = ({ language }: Asked): boolean => /^(ru|uk|ar|he|el|zh|ja|ko)\b/.test(language);
const isAnotherPartner = ({ clientId }: Asked): boolean => clientId !== preflightPartner.clientId;

const groupAndLevelFaults = [
  fault('forgets-the-level-of-one-amenity', {
    violates: ['amenities.group-and-level-come-together'],
    summary: 'One amenity deep in the list has a group and no level.',
    reply: oneGrouped(({ level: _, ...rest }) => rest),
  }),
  fault('forgets-the-group-of-one-amenity', {
    violates: ['amenities.group-and-level-come-together'],
    summary: 'One amenity deep in the list has a level and no group.',
    reply: oneGrouped(({ group: _, ...rest }) => rest),
  }),
  fault('nulls-the-level-of-one-amenity', {
    violates: ['amenities.group-and-level-come-together'],
    summary: 'One amenity deep in the list has a group, and null for its level.',
    reply: oneGrouped((amenity) => ({ ...amenity, level: null })),
  }),
  fault('takes-hotel-for-the-level-of-all-the-rest', {
    violates: ['amenities.group-and-level-come-together'],
    summary: 'An amenity without a group has the level Hotel.',
    reply: list((items) => items.map((amenity) => ({ level: 'Hotel', ...amenity }))),
  }),
  fault('nulls-group-and-level-where-absent', {
    violates: ['amenities.no-group-means-neither-key'],
    summary: 'An amenity without group and level has null for both.',
    reply: list((items) => items.map((amenity) => ({ group: null, level: null, ...amenity }))),
  }),
  fault('nulls-the-level-of-one-amenity-without-a-group', {
    violates: ['amenities.no-group-means-neither-key'],
    summary: 'One amenity deep in the list has null for its level, and no field for a group.',
    reply: oneUngrouped((amenity) => ({ ...amenity, level: null })),
  }),
  fault('writes-one-level-small', {
    violates: ['amenities.level-is-one-of-three'],
    summary: 'One amenity deep in the list has its level in small letters.',
    reply: oneGrouped((amenity) => ({ ...amenity, level: amenity.level?.toLowerCase() })),
  }),
  fault('knows-a-fourth-level', {
    violates: ['amenities.level-is-one-of-three'],
    summary: 'One amenity deep in the list has the level Suite.',
    reply: oneGrouped((amenity) => ({ ...amenity, level: 'Suite' })),
  }),
  fault('types-one-level-with-a-russian-letter', {
    violates: ['amenities.level-is-one-of-three'],
    summary: 'In one level a letter is the Russian one that looks the same.',
    reply: oneGrouped((amenity) => ({ ...amenity, level: amenity.level?.replace(/[ae]|(?<=.)o/, 'о') })),
  }),
  fault('leaves-one-level-blank', {
    violates: ['amenities.level-is-one-of-three'],
    summary: 'One amenity deep in the list has a group, and an empty string for its level.',
    reply: oneGrouped((amenity) => ({ ...amenity, level: '' })),
  }),
  fault('leaves-out-the-english-name-of-one-group', {
    violates: ['amenities.records-are-complete'],
    summary: 'The group of one amenity deep in the list has no nameEn.',
    reply: oneGrouped(({ group, ...rest }) => ({ ...rest, group: { id: group?.id, nameRu: group?.nameRu } })),
  }),
  fault('names-groups-by-their-id-alone', {
    violates: ['amenities.records-are-complete'],
    summary: 'A group is a number, not an object.',
    reply: list((items) => items.map(({ group, ...rest }) => (group ? { ...rest, group: group.id } : rest))),
  }),
  fault('gives-one-amenity-an-empty-group', {
    violates: ['amenities.records-are-complete'],
    summary: 'One amenity that has no group has an empty object for it, and a level.',
    reply: oneUngrouped((amenity) => ({ ...amenity, group: {}, level: 'Room' })),
  }),
];

const languageFaults = [
  fault('exchanges-amenity-names-by-language', {
    violates: ['amenities.same-in-every-language'],
    summary: 'Asked in a language of other letters than Latin ones, nameRu and nameEn of every amenity are exchanged.',
    reply: listFor(readsOtherLetters, (items) =>
      items.map((amenity) => ({ ...amenity, nameRu: amenity.nameEn, nameEn: amenity.nameRu })),
    ),
  }),
  fault('leaves-out-one-amenity-by-language', {
    violates: ['amenities.same-in-every-language'],
    summary: 'Asked in a language of other letters than Latin ones, one amenity deep in the list is missing.',
    reply: listFor(readsOtherLetters, withoutOne),
  }),
  fault('words-one-amenity-by-language', {
    violates: ['amenities.same-in-every-language'],
    summary: 'The English name of one amenity deep in the list tells the language of the caller.',
    reply: list((items, { language }) => renamed(({ nameEn }) => `${nameEn} (${language || 'any'})`)(items)),
  }),
  fault('translates-one-group-by-language', {
    violates: ['amenities.same-in-every-language'],
    summary:
      'Asked in a language of other letters than Latin ones, the group of one amenity has its Russian name in nameEn too.',
    reply: listFor(readsOtherLetters, (items) =>
      changedAt(items, deepOne(items, true), (amenity) => ({
        ...amenity,
        group: { ...amenity.group, nameEn: amenity.group?.nameRu },
      })),
    ),
  }),
];

const clientFaults = [
  fault('hides-one-amenity-from-the-other-partner', {
    violates: ['amenities.same-for-every-client'],
    summary: 'One amenity deep in the list is missing for every partner but one.',
    reply: listFor(isAnotherPartner, withoutOne),
  }),
  fault('renames-one-amenity-for-the-other-partner', {
    violates: ['amenities.same-for-every-client'],
    summary: 'One amenity deep in the list has another English name for every partner but one.',
    reply: listFor(
      isAnotherPartner,
      renamed(({ nameEn }) => nameEn.toUpperCase()),
    ),
  }),
  fault('groups-one-amenity-for-one-partner-only', {
    violates: ['amenities.same-for-every-client'],
    summary: 'One amenity deep in the list has neither group nor level for every partner but one.',
    reply: listFor(isAnotherPartner, (items) =>
      changedAt(items, deepOne(items, true), ({ group: _, level: __, ...rest }) => rest),
    ),
  }),
];

export const amenitiesFaults = [...groupAndLevelFaults, ...languageFaults, ...clientFaults];
