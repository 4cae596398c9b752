/** Bindings that are hard to run backwards: one trap each, as services really spell such things. */
import { randomUUID } from 'node:crypto';
import type { Answer, BuiltBody } from '../../../contracts/bindings.ts';
import type { BoundOperation } from '../../../contracts/intents.ts';
import type { EnvironmentFacts } from '../../../contracts/target.ts';
import type { ReferenceType } from './drawn-intents.ts';

export type Awkward = {
  readonly operation: BoundOperation;
  readonly request: (intent: Answer) => BuiltBody;
  readonly known?: EnvironmentFacts;
  readonly type?: ReferenceType;
  /** Members that the spelling cannot hold, by the ends of their names. */
  readonly lossy?: RegExp;
  /** Bodies of one size can be of several intents, unless the search before is known. */
  readonly isAmbiguousAlone?: boolean;
  /** A clock or a counter: the body differs at each call. */
  readonly isChanging?: boolean;
};

const months = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const parts = (day: string): [string, string, string] => day.split('-') as [string, string, string];
const short = (day: string): string => {
  const [year, month, date] = parts(day);
  return `${date}${months[Number(month) - 1]}${year.slice(2)}`;
};
const dotted = (day: string): string => parts(day).toReversed().join('.');
const american = (day: string): string => `${parts(day)[1]}/${parts(day)[2]}/${parts(day)[0]}`;
const age = (birth: string, on: string): number =>
  Number(on.slice(0, 4)) - Number(birth.slice(0, 4)) - (on.slice(5) < birth.slice(5) ? 1 : 0);
const nights = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;
const a3 = { DE: 'DEU', NZ: 'NZL', RU: 'RUS', KZ: 'KAZ', US: 'USA', BR: 'BRA', JP: 'JPN', FI: 'FIN' } as Record<
  string,
  string
>;

let counter = 0;
/** Only an offer that was named before is known. */
const offersSeen = new Set<string>();

const known = {
  region: 17,
  otherRegions: [18, 25],
  presets: ['smart', 'cheap'],
  searchTimeout: 5,
  route: 'OSL-LIS',
  otherRoutes: ['HEL-FCO'],
};

const roomList = (rooms: Answer[]) => rooms.map(({ adults, childrenAges }: Answer) => ({ a: adults, c: childrenAges }));

export const awkward: Readonly<Record<string, Awkward>> = {
  'ages in the place of births': {
    operation: 'create-booking',
    lossy: /birthDate$/,
    request: ({ offer, guests, search }) => ({
      o: offer.offerId,
      g: guests.map((room: Answer[]) =>
        room.map((one) => ({
          n: one.firstName,
          s: one.lastName,
          y: age(one.birthDate, search.stay.checkIn),
          k: one.isChild,
        })),
      ),
    }),
  },
  'adults and children apart': {
    operation: 'create-booking',
    request: ({ offer, guests }) => ({
      o: offer.offerId,
      rooms: guests.map((room: Answer[]) => ({
        grown: room
          .filter((one) => !one.isChild)
          .map((one) => ({ n: one.firstName, s: one.lastName, b: dotted(one.birthDate) })),
        small: room
          .filter((one) => one.isChild)
          .map((one) => ({ n: one.firstName, s: one.lastName, b: dotted(one.birthDate) })),
      })),
    }),
  },
  'the lead guest apart': {
    operation: 'create-booking',
    request: ({ offer, guests, contact }) => {
      const [lead, ...others] = guests.flatMap((room: Answer[], i: number) => room.map((one) => ({ r: i, ...one })));
      return {
        o: offer.offerId,
        lead: { n: lead.firstName, s: lead.lastName, mail: contact.email, tel: contact.phone },
        rest: others.map((one: Answer) => ({
          room: one.r,
          full: `${one.lastName}/${one.firstName}`,
          b: american(one.birthDate),
        })),
      };
    },
  },
  'flat guests without a room': {
    operation: 'create-booking',
    isAmbiguousAlone: true,
    request: ({ offer, guests }) => ({
      o: offer.offerId,
      pax: guests
        .flat()
        .map((one: Answer) => ({ n: one.firstName, s: one.lastName, b: one.birthDate, t: one.isChild ? 'C' : 'A' })),
    }),
  },
  'capitals and two digits of the year': {
    operation: 'pnr-create',
    lossy: /(firstName|lastName|birthDate|expiresOn)$/,
    request: ({ offer, passengers }) => ({
      sel: offer.reference,
      pax: passengers.map((one: Answer) => ({
        name: `${one.lastName}/${one.firstName} ${one.gender === 'male' ? 'MR' : 'MS'}`.toUpperCase(),
        dob: short(one.birthDate),
        doc: `P-${one.citizenship}-${one.document.number}-${short(one.document.expiresOn)}`,
        ptc: one.isChild ? 'CHD' : 'ADT',
      })),
    }),
  },
  'parts of days, codes and numbers': {
    operation: 'pnr-create',
    request: ({ offer, passengers }) => ({
      sel: offer.reference,
      pax: passengers.map((one: Answer, i: number) => {
        const [year, month, day] = parts(one.birthDate).map(Number);
        return {
          no: i + 1,
          n: [one.firstName, one.lastName],
          born: { y: year, m: month, d: day },
          sex: one.gender === 'male' ? 1 : 2,
          from: { code: a3[one.citizenship] ?? null },
          doc: Number(one.document.number),
          till: Date.parse(one.document.expiresOn) / 1000,
          kid: one.isChild ? 'Y' : 'N',
        };
      }),
    }),
  },
  'nights, and a timeout in milliseconds': {
    operation: 'hotel-search',
    request: ({ region, stay, preset, timeout }) => ({
      where: { id: String(region) },
      from: short(stay.checkIn).slice(0, 5) + parts(stay.checkIn)[0],
      nights: nights(stay.checkIn, stay.checkOut),
      rooms: roomList(stay.rooms),
      mode: preset ?? '',
      wait: timeout && timeout * 1000,
    }),
  },
  'children by their births': {
    operation: 'hotel-search',
    request: ({ region, stay }) => ({
      where: region,
      from: stay.checkIn,
      to: stay.checkOut,
      rooms: stay.rooms.map(({ adults, childrenAges }: Answer) => ({
        a: adults,
        born: childrenAges.map((years: number) => `${Number(stay.checkIn.slice(0, 4)) - years}-01-01`),
      })),
    }),
  },
  'a person for each adult': {
    operation: 'avia-search',
    request: ({ route, departure, return: back, adults, children }) => ({
      legs: [
        { from: route.split('-')[0], to: route.split('-')[1], on: dotted(departure) },
        ...(back ? [{ from: route.split('-')[1], to: route.split('-')[0], on: dotted(back) }] : []),
      ],
      pax: [...Array(adults).fill('ADT'), ...Array(children).fill('CHD')],
    }),
  },
  'counts of all rooms together': {
    operation: 'hotel-search',
    isAmbiguousAlone: true,
    request: ({ region, stay }) => ({
      where: region,
      from: stay.checkIn,
      to: stay.checkOut,
      beds: stay.rooms.reduce((sum: number, { adults }: Answer) => sum + adults, 0),
      ages: stay.rooms.flatMap(({ childrenAges }: Answer) => childrenAges),
    }),
  },
  'a clock, a counter and a random id': {
    operation: 'cancel-booking',
    isChanging: true,
    request: ({ booking }) => {
      counter += 1;
      return {
        ref: booking.bookingId,
        at: new Date().toISOString(),
        no: counter,
        id: randomUUID(),
        day: new Date().getDate(),
      };
    },
  },
  'days ahead of today': {
    operation: 'avia-schedule',
    request: ({ route, departure, return: back }) => ({
      line: route,
      ahead: Math.round((Date.parse(departure) - Date.parse(new Date().toISOString().slice(0, 10))) / 86_400_000),
      back: back && nights(departure, back),
    }),
  },
  'objects as references, with forms inside': {
    operation: 'avia-offer-price',
    type: 'object',
    request: ({ searchId, offer: { reference } }) => ({
      s: searchId,
      k: reference.key.toUpperCase(),
      r: `#${reference.row}`,
      on: dotted(reference.on),
    }),
    lossy: /key$/,
  },
  'numbers as references': {
    operation: 'fare-rules',
    type: 'number',
    request: ({ searchId, offer: { reference } }) => ({ pick: `${searchId}:${reference}` }),
  },
  'words that are looked up, and thrown at': {
    operation: 'hotel-search',
    known,
    request: ({ region, stay, preset }) => {
      const code = { 17: 'OSL', 18: 'BGO', 25: 'TRD' }[region as 17];
      const mode = preset && { smart: 1, cheap: 2 }[preset as 'smart'];
      if (!code || (preset && !mode)) throw new Error(`unknown ${region} or ${preset}`);
      return { where: { code }, mode, from: stay.checkIn, to: stay.checkOut, rooms: roomList(stay.rooms) };
    },
  },
  'an offer that must have been seen': {
    operation: 'offer-pricing',
    request: ({ searchId, offer }) => {
      if (!offersSeen.has(offer.offerId)) throw new Error('no such offer');
      return { searchId, pick: offer.offerId };
    },
  },
  'statuses as numbers, what is absent as a word': {
    operation: 'search-bookings',
    lossy: /^nothing$/,
    request: ({ status, createdFrom, createdTo, page }) => ({
      st: status ? ['unknown', 'inWork', 'completed', 'rejected', 'cancelled', 'failed'].indexOf(status) : -1,
      since: createdFrom ? Date.parse(createdFrom) : null,
      until: createdTo && `/Date(${Date.parse(createdTo)})/`,
      after: page,
    }),
  },
  'guests by name, not in a list': {
    operation: 'create-booking',
    request: ({ offer, guests, upsells }) => ({
      o: offer.offerId,
      price: Math.round(offer.price.amount * 100),
      rooms: Object.fromEntries(
        guests.map((room: Answer[], r: number) => [
          `room${r + 1}`,
          Object.fromEntries(
            room.map((one, g) => [
              `guest${g + 1}`,
              {
                n: `${one.firstName} ${one.lastName}`,
                b: parts(one.birthDate),
                k: Number(one.isChild),
                c: one.citizenship?.toLowerCase() ?? 'none',
                sex: one.gender ? one.gender[0] : 'u',
              },
            ]),
          ),
        ]),
      ),
      extras: upsells.length > 0 ? upsells.map(({ reference }: Answer) => reference) : undefined,
    }),
  },
};

export const awkwardKnown: EnvironmentFacts = known;

export const sawOffer = (offerId: string): void => {
  offersSeen.add(offerId);
};
