/** The second dialect: names in snake_case, flat lists, amounts in minor units, dates as numbers. */
import { type Hotel, regions } from '../data/hotels.ts';
import type { BedType } from '../data/type-lists.ts';
import type { Dialect } from '../dialect.ts';
import type {
  BookingView,
  CanonicalReplies,
  CanonicalRequests,
  Guest,
  ListedBooking,
  PriceDetail,
  PricedOffer,
  PriceParts,
  Stay,
  ViewedUpsell,
} from '../hotels/canonical.ts';
import { isFields } from '../reply.ts';
import type { Contact } from '../sales.ts';
import { flatFlightRequests, flatFlights } from './flat-flights.ts';
import { amount, date, day, gender, seconds, upperCase } from './flat-values.ts';
import { at, each, ifNumber, ifText, read, reading, spelled, spelling, type Write } from './spelling.ts';

const region: Write = (code) => regions('full').find((each) => each.code === code)?.id ?? code;

const guestAsked = read<Guest>({
  firstName: 'given',
  lastName: 'family',
  birthDate: ['born', date],
  citizenship: ['citizenship', upperCase],
  gender: ['gender', gender],
});

/** One list for each room, in the order of their numbers. */
const guests: Write = (people) => {
  if (!Array.isArray(people)) return people;
  const byRoom = Map.groupBy(people, (person: unknown) => at(person, 'room_no'));
  const numbers = [...byRoom.keys()].toSorted((one, other) => Number(one) - Number(other));
  return numbers.map((number) => each(guestAsked)(byRoom.get(number)));
};

/** A code such as 10800 for an early check-in at eight, 21600 for a late check-out at four. */
const upsellAsked: Write = (code) => {
  const [, kind, time] = /^([12])(\d{4})$/.exec(String(code)) ?? [];
  return kind === undefined ? code : `${kind === '1' ? 'early-check-in' : 'late-check-out'}-${time}`;
};

const stay = read<Stay>({
  checkIn: ['from_day', date],
  checkOut: ['to_day', date],
  rooms: ['parties', each(read<Stay['rooms'][number]>({ adults: 'grown_ups', childrenAges: 'kids' }))],
});

const flatRequests = reading<CanonicalRequests>({
  'hotel-search': {
    regionId: ['where', region],
    stay: ['', stay],
    preset: 'profile',
    timeoutMs: ['timeout', ifNumber((seconds) => seconds * 1000)],
  },
  'hotel-pricing': { searchId: 'session', hotelId: 'property' },
  'offer-pricing': { searchId: 'session', offerId: 'pick' },
  'create-booking': {
    searchId: 'session',
    offerId: 'pick',
    guests: ['guests', guests],
    contact: ['', read<Contact>({ email: 'mail', phone: 'tel' })],
    upsellIds: ['extras', each(upsellAsked)],
  },
  'view-booking': { bookingId: 'ref', details: 'details' },
  'search-bookings': {
    status: 'state',
    createdFrom: ['made_since', date],
    createdTo: ['made_until', date],
    page: 'older_than',
  },
  'cancel-booking': { bookingId: 'ref' },
});

// How the second dialect spells what is not shown of hotel cards and bed types.

const inTwoLanguages = spelled<Hotel['address']>({ ru: 'russian', en: 'english' });

const hotel = spelled<Hotel>({
  id: 'id',
  isDeleted: 'isDeleted',
  name: 'name',
  stars: 'stars',
  phones: 'phones',
  amenities: ['amenities', each(spelled<Hotel['amenities'][number]>({ id: 'amenity', nameEn: 'label' }))],
  photos: ['photos', each(spelled<Hotel['photos'][number]>({ url: 'src', isMain: 'is_cover' }))],
  category: ['category', spelled<Hotel['category']>({ id: 'id', nameEn: 'label' })],
  address: ['street', inTwoLanguages],
  city: ['town', spelled<Hotel['city']>({ id: 'town_no', nameRu: 'russian', nameEn: 'english' })],
  country: ['land', spelled<Hotel['country']>({ id: 'land_no', nameRu: 'russian', nameEn: 'english' })],
  coordinates: ['geo', spelled<Hotel['coordinates']>({ latitude: 'lat', longitude: 'lon' })],
  contacts: ['reach', spelled<Required<Hotel['contacts']>>({ email: 'mail', site: 'www' })],
  description: ['about', inTwoLanguages],
  registryCertificate: [
    'licence',
    spelled<NonNullable<Hotel['registryCertificate']>>({ number: 'licence_no', validUntil: 'till' }),
  ],
});

const bedType = spelled<BedType>({
  id: 'id',
  code: 'slug',
  title: ['labels', inTwoLanguages],
  widthCm: ['width_mm', ifNumber((cm) => cm * 10)],
  sleeps: 'places',
});

const flatCards: Dialect['spells'] = {
  'bed-types': each(bedType),
  'hotel-static': spelled<{ readonly hotel: Hotel }>({ hotel: ['hotel', hotel] }),
};

/** The time of day of a moment. */
const clock = ifText((moment) => moment.replace(/^\d{4}-\d\d-\d\dT(?=\d\d:\d\d$)/, ''));
const minutes = ifText((time) => {
  const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(time) ?? [];
  return hour === undefined ? time : Number(hour) * 60 + Number(minute);
});

const parts = spelled<PriceParts>({ base: ['net', amount], tax: ['levies', amount], fee: ['charge', amount] });

const upsellCode = ifText((id) => {
  const [, kind, time] = /^(early-check-in|late-check-out)-(\d{4})$/.exec(id) ?? [];
  return kind === undefined ? id : Number(`${kind.startsWith('early') ? 1 : 2}${time}`);
});
const upsellKind = ifText((kind) => ({ 'early-check-in': 'ECI', 'late-check-out': 'LCO' })[kind] ?? kind);

const priceDetail = spelled<PriceDetail>({
  total: ['total', amount],
  discount: ['discount', amount],
  markup: ['markup', amount],
  serviceFee: ['serviceFee', amount],
  commission: ['commission', spelled<PriceDetail['commission']>({ amount: ['earned', amount], percent: 'share' })],
  supplier: ['supplier', spelled<PriceDetail['supplier']>({ net: ['owed', amount] })],
  vat: ['vat', spelled<PriceDetail['vat']>({ amount: ['included', amount], percent: 'share' })],
  deposit: ['deposit', spelled<PriceDetail['deposit']>({ amount: ['held', amount] })],
});

const upsell = spelled<ViewedUpsell>({
  upsellId: ['extra_no', upsellCode],
  kind: ['what', upsellKind],
  time: ['minute_of_day', minutes],
  price: ['cost', amount],
  priceDetail: ['', priceDetail],
});

const offer = spelled<PricedOffer>({
  offerId: 'offerId',
  aiScore: 'aiScore',
  roomId: 'room_no',
  roomName: 'room_label',
  bedVariants: 'bedVariants',
  rateName: 'tariff',
  mealTypeId: 'board',
  supplier: 'sold_by',
  price: ['cost', amount],
  parts: ['cost_of', parts],
  freeUntilMs: ['free_till', seconds],
  earlyCheckIns: ['come_early', each(upsell)],
  lateCheckOuts: ['leave_late', each(upsell)],
});

/** What stands on the hotel stands on each of its offers. */
const offersOf = (hotel: unknown): unknown => {
  if (!isFields(hotel)) return [];
  const { hotelId, offers } = hotel;
  const withHotel: Write = (one) => (isFields(one) ? { ...(hotelId !== undefined && { hotelId }), ...one } : one);
  return each((one) => withHotel(offer(one)))(offers);
};

const found: Write = (hotels) => (Array.isArray(hotels) ? hotels.flatMap((hotel) => offersOf(hotel) ?? []) : hotels);

const floor: Write = (hotels) =>
  Array.isArray(hotels)
    ? hotels.map((hotel) => {
        if (!isFields(hotel)) return hotel;
        const { offers: _, ...rest } = hotel;
        return spelled<{ hotelId: unknown; name: unknown; minPrice: unknown }>({
          hotelId: 'hotelId',
          name: 'label',
          minPrice: ['from', amount],
        })(rest);
      })
    : undefined;

const search: Write = (body) => {
  if (!isFields(body)) return body;
  const { searchId, hotels, ...rest } = body;
  return { ...rest, meta: { searchId }, found: found(hotels), floor: floor(hotels) };
};

const pricing: Write = (body) => {
  if (!isFields(body)) return body;
  const { hotelId: _, offers: __, ...rest } = body;
  return { ...rest, variants: body.offers === undefined ? undefined : offersOf(body) };
};

const guest = spelled<Guest>({
  firstName: 'given',
  lastName: 'family',
  birthDate: ['born', day],
  citizenship: ['citizenship', ifText((code) => code.toLowerCase())],
  gender: ['gender', ifText((gender) => ({ male: 'M', female: 'F' })[gender] ?? gender)],
});

const people: Write = (rooms) =>
  Array.isArray(rooms)
    ? rooms.flatMap((room, at) =>
        Array.isArray(room)
          ? room.map((one) => (isFields(one) ? { room_no: at + 1, ...Object(guest(one)) } : one))
          : [room],
      )
    : rooms;

const listed = spelled<ListedBooking>({
  bookingId: 'ref',
  status: 'status',
  createdAtMs: ['made_on', seconds],
  checkIn: ['arrives', day],
  checkOut: ['leaves', day],
  hotelName: 'label',
  price: ['cost', amount],
  guestNames: ['people', (names) => (Array.isArray(names) ? names.join('; ') : names)],
});

export const flat: Dialect = {
  searchIdOf: (digest) => `s${digest.readUInt32BE(0).toString(36)}${digest.readUInt16BE(4).toString(36)}`,
  offerIdOf: (digest) => digest.toString('base64url').slice(0, 27),
  bookingIdOf: (number) => 700_000 + number,
  exchangeIdOf: (digest) => `X${digest.readUIntBE(0, 6).toString(36).toUpperCase()}`,
  ticketNumberOf: ({ carrier, number }) => `${carrier}-${number}`,
  voids: 'silently',
  saysFailure: false,
  reads: { ...flatRequests, ...flatFlightRequests },
  spells: {
    ...flatFlights,
    ...flatCards,
    'hotel-search': search,
    'hotel-pricing': pricing,
    ...spelling<Omit<CanonicalReplies, 'hotel-search' | 'hotel-pricing'>>({
      'offer-pricing': { hotelId: 'hotelId', offer: ['', offer] },
      'create-booking': {
        bookingId: 'outcome.ref',
        status: 'outcome.status',
        price: ['outcome.cost', amount],
        createdAtMs: ['outcome.made_on', seconds],
      },
      'view-booking': {
        bookingId: 'bookingId',
        checkinTime: ['checkinTime', clock],
        checkoutTime: ['checkoutTime', clock],
        checkIn: ['arrives', day],
        checkOut: ['leaves', day],
        createdAtMs: ['made_on', seconds],
        bookingInfo: 'bookingInfo',
        supplier: 'supplier',
        hotel: [
          'hotel',
          spelled<BookingView['hotel']>({
            hotelId: 'hotelId',
            name: 'label',
            room: [
              'room',
              spelled<BookingView['hotel']['room']>({ roomId: 'roomId', rateName: 'rateName', roomName: 'room_label' }),
            ],
          }),
        ],
        guests: ['people', people],
        prices: 'prices',
        price: ['cost', amount],
        parts: ['cost_of', parts],
        priceDetail: ['bill', priceDetail],
        upsells: ['upsells', each(upsell)],
        residence: [
          'home',
          spelled<NonNullable<BookingView['residence']>>({ registrationRequired: 'must_register', note: 'remark' }),
        ],
      },
      'search-bookings': {
        bookings: ['bookings', each(listed)],
        nextPage: 'older_than',
      },
      'cancel-booking': {
        bookingId: 'ref',
        penalty: ['kept', amount],
        refund: ['given_back', amount],
      },
    }),
  },
};
