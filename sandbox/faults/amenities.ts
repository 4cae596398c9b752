/** Faults of what only amenities promise: group and level, and one list for every language and client. */
import { bearerIn } from '../access/bearer.ts';
import { preflightPartner } from '../access/partners.ts';
import { changedAt, deepIn, successList } from '../altering/replies.ts';
import type { Amenity } from '../data/amenities.ts';
import { faultsOf } from '../deviation.ts';
import type { SandboxRequest } from '../reply.ts';
import type { World } from '../world.ts';

type AskedAmenities = { readonly language: string; readonly clientId: string | undefined };

const askedIn = (request: SandboxRequest, world: World): AskedAmenities => ({
  language: (request.headers['accept-language'] ?? '').toLowerCase(),
  clientId: world.tokens.find(bearerIn(request) ?? '')?.clientId,
});

const list = (bend: (items: readonly Amenity[], asked: AskedAmenities) => unknown) => ({
  amenities: successList<Amenity>((items, request, world) => bend(items, askedIn(request, world))),
});

/** Bends the list of some callers alone. */
const listFor = (isMeant: (asked: AskedAmenities) => boolean, bend: (items: readonly Amenity[]) => unknown) =>
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

const readsOtherLetters = ({ language }: AskedAmenities): boolean => /^(ru|uk|ar|he|el|zh|ja|ko)\b/.test(language);
const isAnotherPartner = ({ clientId }: AskedAmenities): boolean => clientId !== preflightPartner.clientId;

export const amenitiesFaults = [
  ...faultsOf('amenities.group-and-level-come-together', {
    'forgets-the-level-of-one-amenity': oneGrouped(({ level: _, ...rest }) => rest),
    'forgets-the-group-of-one-amenity': oneGrouped(({ group: _, ...rest }) => rest),
    'nulls-the-level-of-one-amenity': oneGrouped((amenity) => ({ ...amenity, level: null })),
    'takes-hotel-for-the-level-of-all-the-rest': {
      summary: 'An amenity without a group has the level Hotel.',
      reply: list((items) => items.map((amenity) => ({ level: 'Hotel', ...amenity }))),
    },
  }),
  ...faultsOf('amenities.no-group-means-neither-key', {
    'nulls-group-and-level-where-absent': list((items) =>
      items.map((amenity) => ({ group: null, level: null, ...amenity })),
    ),
    'nulls-the-level-of-one-amenity-without-a-group': oneUngrouped((amenity) => ({ ...amenity, level: null })),
  }),
  ...faultsOf('amenities.level-is-one-of-three', {
    'writes-one-level-small': oneGrouped((amenity) => ({ ...amenity, level: amenity.level?.toLowerCase() })),
    'knows-a-fourth-level': oneGrouped((amenity) => ({ ...amenity, level: 'Suite' })),
    'types-one-level-with-a-russian-letter': oneGrouped((amenity) => ({
      ...amenity,
      level: amenity.level?.replace(/[ae]|(?<=.)o/, 'о'),
    })),
    'leaves-one-level-blank': oneGrouped((amenity) => ({ ...amenity, level: '' })),
  }),
  ...faultsOf('amenities.records-are-complete', {
    'leaves-out-the-english-name-of-one-group': oneGrouped(({ group, ...rest }) => ({
      ...rest,
      group: { id: group?.id, nameRu: group?.nameRu },
    })),
    'names-groups-by-their-id-alone': list((items) =>
      items.map(({ group, ...rest }) => (group ? { ...rest, group: group.id } : rest)),
    ),
    'gives-one-amenity-an-empty-group': oneUngrouped((amenity) => ({ ...amenity, group: {}, level: 'Room' })),
  }),
  ...faultsOf('amenities.same-in-every-language', {
    'exchanges-amenity-names-by-language': listFor(readsOtherLetters, (items) =>
      items.map((amenity) => ({ ...amenity, nameRu: amenity.nameEn, nameEn: amenity.nameRu })),
    ),
    'leaves-out-one-amenity-by-language': listFor(readsOtherLetters, withoutOne),
    'words-one-amenity-by-language': {
      summary: 'The English name of one amenity deep in the list tells the language of the caller.',
      reply: list((items, { language }) => renamed(({ nameEn }) => `${nameEn} (${language || 'any'})`)(items)),
    },
    'translates-one-group-by-language': listFor(readsOtherLetters, (items) =>
      changedAt(items, deepOne(items, true), (amenity) => ({
        ...amenity,
        group: { ...amenity.group, nameEn: amenity.group?.nameRu },
      })),
    ),
  }),
  ...faultsOf('amenities.same-for-every-client', {
    'hides-one-amenity-from-the-other-partner': listFor(isAnotherPartner, withoutOne),
    'renames-one-amenity-for-the-other-partner': listFor(
      isAnotherPartner,
      renamed(({ nameEn }) => nameEn.toUpperCase()),
    ),
    'groups-one-amenity-for-one-partner-only': listFor(isAnotherPartner, (items) =>
      changedAt(items, deepOne(items, true), ({ group: _, level: __, ...rest }) => rest),
    ),
  }),
];
