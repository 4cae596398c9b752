/** Faults of keys, drawn by chance: a wrong key is accepted, or a right one refused. */
import type { OperationId } from '../../../contracts/operations.ts';
import type { Rules } from '../../deviation.ts';
import { areaOf, type DrawnPart, type FaultDraw, perWorld } from '../../drawn-fault.ts';
import { bookingNotFound, refusedReply } from '../../refusals.ts';
import { answer, type Fields, isSuccess, type Reply, type SandboxRequest } from '../../reply.ts';
import type { World } from '../../world.ts';

/** What each operation must be given. */
const keysOf: Readonly<Partial<Record<OperationId, string>>> = {
  cities: 'countryId',
  'hotel-static': 'hotelId',
  'hotel-pricing': 'searchId hotelId',
  'offer-pricing': 'searchId offerId',
  'create-booking': 'searchId offerId guests contact',
  'view-booking': 'bookingId',
  'cancel-booking': 'bookingId',
  'avia-offer-price': 'searchId offerId',
  'fare-rules': 'searchId offerId',
  'pnr-create': 'searchId offerId passengers contact',
  'pnr-retrieve': 'bookingId',
  'pnr-cancel': 'bookingId',
  'pnr-reprice': 'bookingId',
  'ticket-issue': 'bookingId',
  'ticket-info': 'bookingId ticketNumber',
  'ticket-cancel': 'bookingId ticketNumber',
  'ticket-exchange-calculation': 'bookingId ticketNumber',
  'ticket-exchange': 'bookingId ticketNumber exchangeId',
  'ticket-refund-calculation': 'bookingId ticketNumber',
  'ticket-refund': 'bookingId ticketNumber calculationId',
};

const none = ['absent', 'null', 'empty'] as const;
type KeyWrongness =
  | (typeof none)[number]
  | 'unknown'
  | "another partner's"
  | 'of another thing'
  | 'of an ended thing'
  | 'right';

const slipsOf: Readonly<Record<string, readonly KeyWrongness[]>> = {
  countryId: ['absent', 'unknown', 'right'],
  hotelId: [...none, 'unknown', 'right'],
  searchId: [...none, 'unknown', 'right', "another partner's"],
  bookingId: [...none, 'unknown', 'right', "another partner's", 'of an ended thing'],
  offerId: [...none, 'unknown', 'right', 'of another thing'],
  ticketNumber: [...none, 'unknown', 'right', 'of another thing', 'of an ended thing'],
  exchangeId: [...none, 'unknown', 'right', 'of another thing'],
  // A refund that names no calculation is lawful.
  calculationId: ['unknown', 'right'],
  guests: none,
  passengers: none,
  contact: none,
};

/** What is asked about things that have ended, as about others. */
const looks = ['view-booking', 'pnr-retrieve', 'ticket-info', 'cancel-booking', 'pnr-cancel'];

const isNone = (value: unknown, slip: KeyWrongness): boolean => {
  if (value === undefined || value === null) return slip === (value === null ? 'null' : 'absent');
  return slip === 'empty' && typeof value !== 'number' && Object.keys(Object(value)).length === 0;
};

type KeyAsking = { readonly operation: OperationId; readonly world: World; readonly clientId: string };

/** What a key leads to, and what a world takes in its place. */
type KeyReplacement = { readonly isKnown?: boolean; readonly isOther?: boolean; readonly instead: Fields };

const person = { firstName: 'Anna', lastName: 'Berg', birthDate: '1990-01-01', gender: 'female', citizenship: 'FI' };
const document = { number: 'X1', expiresOn: '2040-01-01' };

type Search = { readonly searchId: string; readonly clientId: string; readonly reported: ReadonlyMap<string, unknown> };

const ledOf = (key: string, read: Fields, { operation, world, clientId }: KeyAsking): KeyReplacement | undefined => {
  const isHotels = areaOf(operation) === 'hotels';
  const isOurs = (one: { readonly clientId: string }): boolean => one.clientId === clientId;
  const searches: readonly Search[] = (isHotels ? world.searches : world.flights.searches).all().filter(isOurs);
  const [search, offering] = [
    searches.find(({ searchId }) => searchId === read.searchId),
    searches.find(({ reported }) => reported.has(String(read.offerId))),
  ];
  const stored = world.searches.find(String(read.searchId));
  const region = world.regions.find(({ id }) => id === stored?.regionId);
  const pnrs = world.flights.pnrs.all().filter(isOurs);
  const pnr = pnrs.find(({ bookingId }) => bookingId === read.bookingId);
  const hasNumber = ({ ticketNumber }: { readonly ticketNumber: string }): boolean =>
    ticketNumber.endsWith(String(read.ticketNumber).slice(-10));
  const ticketed = pnrs.find(({ tickets }) => tickets.some(hasNumber));
  const exchange = world.flights.exchanges.all().find(hasNumber);
  const { adults = 0, children = 0 } = world.flights.searches.find(String(read.searchId))?.party ?? {};
  switch (key) {
    case 'searchId':
      return { isKnown: search !== undefined, instead: { searchId: (offering ?? searches[0])?.searchId } };
    case 'offerId': {
      const [isKnown, isOther] = [search === offering && offering !== undefined, offering !== undefined];
      const first = [...(search?.reported.keys() ?? [])][0];
      return { isKnown, isOther, instead: isOther ? { searchId: offering?.searchId } : { offerId: first } };
    }
    case 'hotelId':
      return {
        isKnown: region?.hotels.some(({ id }) => id === read.hotelId) ?? true,
        instead: { hotelId: region?.hotels[0]?.id },
      };
    case 'bookingId': {
      const known: readonly { readonly bookingId: unknown }[] = (isHotels ? world.bookings : world.flights.pnrs).all();
      const ours = isHotels ? world.bookings.all().find(isOurs) : (ticketed ?? pnrs[0]);
      const isKnown = known.some(({ bookingId }) => bookingId === read.bookingId);
      return { isKnown, instead: { bookingId: ours?.bookingId } };
    }
    case 'ticketNumber':
      return pnr === undefined
        ? undefined
        : {
            isKnown: pnr === ticketed,
            isOther: ticketed !== undefined,
            instead: ticketed ? { bookingId: ticketed.bookingId } : { ticketNumber: pnr.tickets[0]?.ticketNumber },
          };
    case 'exchangeId':
      return {
        isKnown: exchange?.exchangeId === read.exchangeId,
        isOther: world.flights.exchanges.find(String(read.exchangeId)) !== undefined,
        instead: { exchangeId: exchange?.exchangeId, offerId: undefined },
      };
    case 'calculationId':
      return { instead: { calculationId: undefined } };
    case 'guests':
      return {
        instead: {
          guests: stored?.stay.rooms.map((room) => Array(room.adults + room.childrenAges.length).fill(person)),
        },
      };
    case 'passengers': {
      const passengers = Array.from({ length: adults + children }, (_, at) => ({
        ...person,
        document,
        isChild: at >= adults,
      }));
      return { instead: { passengers } };
    }
    default:
      return { instead: { contact: { email: 'a@example.com', phone: '+358401234567' } } };
  }
};

const takenFor = (key: string, slip: KeyWrongness, read: Fields, within: KeyAsking): Fields => {
  const value = read[key];
  if (slip === 'right') return { ...read, [key]: typeof value === 'number' ? -1 : `${value}0` };
  const { isKnown = false, isOther = false, instead } = ledOf(key, read, within) ?? { isKnown: true, instead: {} };
  const isGiven = !none.some((each) => isNone(value, each));
  const isWrong = isGiven && !isKnown && (slip === 'of another thing' ? isOther : slip === 'unknown' && !isOther);
  return isWrong || isNone(value, slip) ? { ...read, ...instead } : read;
};

const foreign: Partial<Rules> = {
  knowsSearch: () => true,
  showsBookingTo: () => true,
  knowsFlightSearch: () => true,
  flightAccessOf: () => 'granted',
};

const ended = ({ pnrStatusOf }: Rules): Partial<Rules> => ({
  voidStateRefusalOf: () => undefined,
  exchangeRefusalOf: () => undefined,
  refundRefusalOf: () => undefined,
  issueRefusalOf: () => undefined,
  pnrStatusOf: (booking, within) => (within.operation === 'pnr-reprice' ? 'booked' : pnrStatusOf(booking, within)),
});

const rulesOf = (key: string, slip: KeyWrongness): Partial<Rules> | ((before: Rules) => Partial<Rules>) => {
  if (slip === "another partner's") return foreign;
  if (slip === 'of an ended thing') return ended;
  return ({ asksAbout }) => ({
    asksAbout: (asked, within) => takenFor(key, slip, asksAbout(asked, within), within as KeyAsking),
  });
};

/** A dictionary answers a wrong key as it answered the last right one. */
const inDictionary = (slip: KeyWrongness) => {
  const last = perWorld((): { body?: unknown } => ({}));
  return (reply: Reply, { query }: SandboxRequest, world: World): Reply => {
    const memory = last(world);
    const isEmpty = Array.isArray(reply.body) && reply.body.length === 0;
    if (isSuccess(reply) && !isEmpty) {
      memory.body = reply.body;
      return slip === 'right' ? refusedReply(bookingNotFound) : reply;
    }
    const isAbsent = reply.status === 400 && (query.get('countryId') ?? '') === '';
    const isMeant = slip === 'absent' ? isAbsent : slip === 'unknown' && (reply.status === 404 || isEmpty);
    return isMeant && memory.body !== undefined ? answer(200, memory.body) : reply;
  };
};

export const drawnKey = (draw: FaultDraw): DrawnPart => {
  const [operation, keys] = draw(Object.entries(keysOf) as [OperationId, string][]);
  const key = draw(keys.split(' '));
  const isDictionary = areaOf(operation) === 'dictionaries';
  const slip = draw(
    (slipsOf[key] ?? none)
      .filter((each) => each !== 'of an ended thing' || !looks.includes(operation))
      // It stands in the path.
      .filter((each) => operation !== 'hotel-static' || each === 'unknown' || each === 'right'),
  );
  const isAskedInVain = slip === 'unknown' || none.some((each) => each === slip);
  return {
    kind: 'key',
    operation,
    name: `${operation} ${slip === 'right' ? `refuses a right ${key}` : `accepts a ${key} that is ${slip}`}`,
    needs: isAskedInVain ? 'asked' : 'any',
    apply: () => (isDictionary ? { reply: { [operation]: inDictionary(slip) } } : { rules: rulesOf(key, slip) }),
  };
};
