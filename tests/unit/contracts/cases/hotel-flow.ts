/** Literal traces for the clause of the typical flow from a search to a hotel booking. */
import type { Json } from '../../../../contracts/json.ts';
import { asking, create, genderless, guest, offer } from '../booking-trace.ts';
import { type Answer, empty, ok, refusal, type Sent, type Step, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const refused = refusal(400, 'X');
const wanted: Json = { region: 77 };
const [first, second] = [offer(), offer({ offerId: 'offer-2' })];

const search = (came: Answer, intent: Json = wanted, sent: Sent = {}): Step =>
  asking('hotel-search', came, intent, {}, sent);
const listing = ok({ searchId: 's-1', offers: [{ offerId: 'offer-1' }] });
const found = search(listing);
const pricing = (came: Answer, hotelId: Json = 5): Step =>
  asking('hotel-pricing', came, { searchId: 's-1', hotelId, offer: first, search: wanted });
const verified = (came: Answer, of = first): Step =>
  asking('offer-pricing', came, { searchId: 's-1', offer: of, search: wanted });

const tried = (operation: string, ...steps: Step[]) =>
  breaks('response.status', `a success for one of 2 tried: ${operation}`, '400', traceOf(steps));
const creations = (guests: Json[] = [guest()]): Step[] =>
  [first, second].map((of) => create(refused, { offer: of, guests }));

/** Any code, and any of these statuses. */
const answers: Readonly<Record<string, Answer>> = {
  'a 404': refusal(404, 'HOTEL_NOT_FOUND'),
  'a 409': refusal(409, 'SOLD_OUT'),
  'a 410': empty(410),
  'a 422': refusal(422, 'X'),
  'a 200 with an error': refusal(200, 'NO_AVAILABILITY'),
  'a supplier': refusal(400, 'SUPPLIER_ERROR'),
};
const family: Json = { region: 77, stay: { rooms: [{ adults: 2, childrenAges: [7] }] } };

export const hotelFlowCases: { 'hotel-flow.typical-flow-can-be-walked': ClauseCases } = {
  'hotel-flow.typical-flow-can-be-walked': {
    passes: {
      'a search': traceOf([found]),
      'offers of a search of another partner': traceOf([search(listing, wanted, { bearer: 'other' }), ...creations()]),
      'guests of whom something is missing': traceOf([found, ...creations([genderless])]),
    },
    fails: {
      'every search': tried('hotel-search', search(refused), search(refused, { region: 78 })),
      'every hotel': tried('hotel-pricing', found, pricing(refused), pricing(refused, 6)),
      'every offer alone': tried('offer-pricing', found, verified(refused), verified(refused, second)),
      'two bookings, and one that its supplier refuses': tried(
        'create-booking',
        found,
        ...creations(),
        create(refusal(422, 'SUPPLIER_ERROR'), { offer: offer({ offerId: 'offer-3' }) }),
      ),
    },
    nothing: {
      'offers of no search': traceOf(creations()),
      'a flow that invents': traceOf([search(refused), search(refused, { region: 78 })], {
        input: { unknownBookings: [] },
      }),
      'a bad token': traceOf([search(refused, wanted, { bearer: 'garbage' })]),
    },
    unshown: {
      'one offer is refused twice': traceOf([found, create(refused), create(refused)]),
      'parties with a child alone': traceOf([search(refused, family), search(refused, { ...family, region: 78 })]),
    },
    unavailable: {
      'a search that finds nothing': traceOf([search(ok({ searchId: 's-1', offers: [] }))]),
      'a hotel without an offer': traceOf([found, pricing(ok({ offers: [] }))]),
      ...Object.fromEntries(
        Object.entries(answers).flatMap(([what, came]) => [
          [`every search, ${what}`, traceOf([search(came), search(came, { region: 78 })])],
          [`every hotel, ${what}`, traceOf([found, pricing(came), pricing(came, 6)])],
          [`every offer, ${what}`, traceOf([found, pricing(listing), verified(came), verified(came, second)])],
          [`every booking, ${what}`, traceOf([found, ...[first, second].map((of) => create(came, { offer: of }))])],
        ]),
      ),
    },
  },
};
