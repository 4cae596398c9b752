/** Literal traces for the clause of the typical flow from a search to a hotel booking. */
import type { Json } from '../../../../contracts/json.ts';
import { asking, type Body, create, created, genderless, guest, offer } from '../booking-trace.ts';
import { type Answer, empty, ok, refusal, type Sent, type Step, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const refused = refusal(400, 'X');
const wanted: Json = { region: 77 };
const [first, second] = [offer(), offer({ offerId: 'offer-2' })];

const search = (came: Answer, intent: Json = wanted, sent: Sent = {}): Step =>
  asking('hotel-search', came, intent, {}, sent);
const found = search(ok({ searchId: 's-1' }));
const pricing = (came: Answer, hotelId: Json = 5): Step =>
  asking('hotel-pricing', came, { searchId: 's-1', hotelId, offer: first, search: wanted });
const verified = (came: Answer, of = first): Step =>
  asking('offer-pricing', came, { searchId: 's-1', offer: of, search: wanted });

const tried = (operation: string, ...steps: Step[]) =>
  breaks('response.status', `a success for one of 2 tried: ${operation}`, '400', traceOf(steps));
const creations = (guests: Json[] = [guest()]): Step[] =>
  [first, second].map((of) => create(refused, { offer: of, guests }));

const noSupplier = refusal(422, 'SUPPLIER_ERROR');
const soldBy = (supplier: string, place: number): Body => offer({ supplier, offerId: `of ${supplier} ${place}` });
const [north, otherNorth, south] = [soldBy('North', 1), soldBy('North', 2), soldBy('South', 1)];
/** A search, and a hotel with offers of these suppliers; undefined is one that is not reported. */
const selling = (...suppliers: (string | undefined)[]): Step[] => [
  found,
  asking(
    'hotel-pricing',
    ok({ offers: suppliers.map(() => ({})) }),
    { searchId: 's-1', hotelId: 5 },
    { offers: suppliers.map((supplier, at) => ({ at: ['offers', at], ...(supplier !== undefined && { supplier }) })) },
  ),
];
const booking = (of: Body, came = noSupplier): Step => create(came, { offer: of });
const all = [north, otherNorth, south].map((of) => booking(of));

export const hotelFlowCases: { 'hotel-flow.typical-flow-can-be-walked': ClauseCases } = {
  'hotel-flow.typical-flow-can-be-walked': {
    passes: {
      'a search': traceOf([found]),
      'every step': traceOf([found, pricing(ok({})), verified(ok({})), create(created())]),
      'the second hotel is priced': traceOf([found, pricing(refused), pricing(ok({}), 6)]),
      'the second offer is booked': traceOf([found, create(refused), create(created(), { offer: second })]),
      'one offer is refused twice': traceOf([found, create(refused), create(refused)]),
      'offers of a search of another partner': traceOf([
        search(ok({ searchId: 's-1' }), wanted, { bearer: 'other' }),
        ...creations(),
      ]),
      'a supplier refuses, and another does not': traceOf([
        ...selling('North', 'South'),
        ...[north, otherNorth].map((of) => booking(of)),
        booking(south, created()),
      ]),
      'suppliers that are not all there are': traceOf([...selling('North', 'South', 'East'), ...all]),
      'one supplier alone': traceOf([...selling('North'), ...all.slice(0, 2), booking(soldBy('North', 3))]),
      'two suppliers, each once': traceOf([...selling('North', 'South'), booking(north), booking(south)]),
      'suppliers that nobody names': traceOf([...selling('North', 'South', undefined), ...all]),
      'a supplier and a reason of its own': traceOf([
        ...selling('North', 'South'),
        booking(north),
        booking(otherNorth),
        booking(south, refused),
      ]),
      'guests of whom something is missing': traceOf([found, ...creations([genderless])]),
    },
    fails: {
      'every search': tried('hotel-search', search(refused), search(refused, { region: 78 })),
      'every hotel': tried('hotel-pricing', found, pricing(refused), pricing(refused, 6)),
      'every offer alone': tried('offer-pricing', found, verified(refused), verified(refused, second)),
      'every booking': tried('create-booking', found, ...creations()),
      'bookings of every supplier': breaks(
        'response.status',
        'a success for one of 3 tried: create-booking',
        '422',
        traceOf([...selling('North', 'South'), ...all]),
      ),
      'two bookings, and one by its supplier': tried(
        'create-booking',
        ...selling('North', 'South'),
        booking(south),
        ...[north, otherNorth].map((of) => booking(of, refused)),
      ),
    },
    nothing: {
      'offers of no search': traceOf(creations()),
      'a flow that invents': traceOf([search(refused), search(refused, { region: 78 })], {
        input: { unknownBookings: [] },
      }),
      'lack of rights': traceOf([search(empty(403)), search(refusal(400, 'ACCESS_DENIED'), { region: 78 })]),
      'a bad token': traceOf([search(refused, wanted, { bearer: 'garbage' })]),
    },
    unshown: {
      'one search': traceOf([search(refused)]),
      'one search twice': traceOf([search(refused), search(refused)]),
    },
  },
};
