/** A service of flights in good health, as stories hear it, and a target that allows and binds all of it. */
import type { Facts } from '../../../contracts/facts.ts';
import type { Json } from '../../../contracts/json.ts';
import type { OperationId } from '../../../contracts/operations.ts';
import type { Target } from '../../../contracts/target.ts';
import type { Flow } from '../../../engine/flow.ts';
import { aviaOperations } from '../../../flows/steps/token-asks.ts';
import { type Heard, played, type Said, type Stage, targetWith } from '../engine/story.ts';

export const bookingId = '3f0c2a44-92f1-4a5f-9a58-1f1f5d8a7a11';
/** Of whatever is booked after the first. */
export const secondId = '3f0c2a44-92f1-4a5f-9a58-1f1f5d8a7a22';
export const old = '0001234567890';
const number = { at: [], ticketNumber: old };

/** A service in good health: its tickets are open until something ends them. */
export const service = (otherwise: Partial<Record<OperationId, (intent: Json) => Heard>> = {}) => {
  let isOpen = true;
  let isActive = true;
  let made = 0;
  const create = () => {
    made += 1;
    return { flightBooking: { at: [], bookingId: made === 1 ? bookingId : secondId } };
  };
  const ends = (): Facts => {
    isOpen = false;
    return {};
  };
  return (operation: OperationId, intent: Json, bearer: string | undefined): Heard => {
    const given = otherwise[operation];
    if (given) return given(intent);
    if (bearer === 'other') return 404;
    if (bearer && bearer !== 'own') return 401;
    const offer = (n: number) => ({ at: [n], reference: `o-${n}`, isRefundable: true, isExchangeable: true });
    const answers: Readonly<Partial<Record<OperationId, () => Heard>>> = {
      'avia-schedule': () => ({ flights: [1, 2, 3, 4].map((n) => ({ at: [n], reference: n })) }),
      'avia-search': () => ({ searchId: 's', flightOffers: [1, 2, 3, 4].map(offer) }),
      'pnr-create': create,
      'pnr-retrieve': () => ({ flightBooking: { at: [], bookingId, isActive } }),
      'pnr-cancel': () => {
        isActive = false;
        return {};
      },
      'ticket-issue': () => (isActive ? { tickets: [number, { at: [], ticketNumber: '0001234567891' }] } : 409),
      'ticket-info': () => ({ tickets: [{ ...number, isOpen }] }),
      'ticket-cancel': () =>
        isOpen && [bookingId, old].every((name) => JSON.stringify(intent).includes(name)) ? ends() : 409,
      'ticket-exchange-calculation': () => ({
        exchange: { exchangeId: 'x-1', offers: [{ at: [], reference: 'way' }] },
      }),
      'ticket-exchange': () =>
        JSON.stringify(intent).includes('x-1') ? { ...ends(), tickets: [{ at: [], ticketNumber: '0009' }] } : 409,
      'ticket-refund-calculation': () => ({ refund: { reference: 'quote' } }),
      'ticket-refund': () => (isOpen && JSON.stringify(intent).includes('quote') ? ends() : 409),
    };
    return answers[operation]?.() ?? {};
  };
};

const binding = { request: () => ({}) };
const bindings = Object.fromEntries(aviaOperations.filter((id) => id !== 'ticket-cancel').map((id) => [id, binding]));
const credentials = { clientId: 'c', clientSecret: 'd' };
const may = { books: { perRun: 9, perDay: 9 }, tickets: { perRun: 9, perDay: 9 } };
export const whole = { known: { route: 'AAA-BBB' }, may, otherPartner: credentials, bindings };

const target = targetWith(whole);
const left = { bookingsLeft: 9, ticketsLeft: 9 };

export const play = (flow: Flow, more: Partial<Stage & { target: Target }> = {}) =>
  played(flow, { target, hears: service(), ...left, ...more });
export const order = (said: readonly Said[]) => said.flatMap(({ operation }) => operation ?? []);
export const about = (said: readonly Said[], operation: OperationId) =>
  said.filter((each) => each.operation === operation);
