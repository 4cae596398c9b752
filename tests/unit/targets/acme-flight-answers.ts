/** One answer of the invented service of docs/use/flight-bindings.md to each operation, complete for its example. */
import type { FlightIntents } from '../../../contracts/intents.ts';
import type { Json } from '../../../contracts/json.ts';

const eur = (sum: string): Json => ({ sum, in: 'EUR' });
const bookingId = '3f2b8c1e-7d44-4a55-8e0f-1b9a6c5d4e30';
const solution = { solutionKey: 'N-1', total: eur('129.90'), moneyBack: 'Y', changes: 'N' };
const paper = {
  ticketNumber: '1174200000033',
  sheets: [{ state: 'unflown' }, { state: 'flown' }],
  paid: eur('129.90'),
  printed: '2026-12-01T08:30:00Z',
};
const payout = { paidBack: eur('80'), kept: eur('49.90'), taxesBack: [eur('10.50'), eur('4.50')] };

export const flightAnswers: Readonly<Record<keyof FlightIntents, Json>> = {
  'avia-search': { searchId: 'F-9', solutions: [solution] },
  'avia-availability': { hops: [{ hopKey: 'AC-12', total: eur('70'), left: 4 }] },
  'avia-schedule': { plan: [{ hops: [{ hopKey: 'AC-12', total: eur('70') }] }, { hops: [] }] },
  'avia-offer-price': { solution: { ...solution, repriced: 'N' } },
  'fare-rules': { notes: [{ body: 'No refund after departure.' }] },
  'pnr-create': { bookingId, locator: 'QWERTY', alive: 'Y', total: eur('129.90') },
  'pnr-retrieve': { bookingId, alive: 'Y', total: eur('129.90'), people: ['Pfqabcdefghij'], papers: [paper] },
  'pnr-cancel': { bookingId },
  'pnr-reprice': { bookingId, alive: 'Y', total: eur('131') },
  'ticket-issue': { bookingId, papers: [paper] },
  'ticket-info': { paper },
  'ticket-exchange-calculation': {
    exchangeId: 'X-5',
    fine: eur('25'),
    onTop: eur('12.40'),
    solutions: [{ solutionKey: 'N-2', total: eur('142.30') }],
  },
  'ticket-exchange': { fine: eur('25'), onTop: eur('12.40'), newPaper: paper },
  'ticket-refund-calculation': { payout, quoteKey: 'R-8' },
  'ticket-refund': { payout },
};
