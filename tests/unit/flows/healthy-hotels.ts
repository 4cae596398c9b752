/** A hotel service in good health, the target that reaches it, and what a story said to it. */
import type { Facts, OfferFact } from '../../../contracts/facts.ts';
import type { BoundOperation, Intents } from '../../../contracts/intents.ts';
import type { Json } from '../../../contracts/json.ts';
import type { OperationId } from '../../../contracts/operations.ts';
import { type Heard, type Said, targetWith } from '../engine/story.ts';

const offer = (n: number): OfferFact => ({
  at: [n],
  offerId: `o-${n}`,
  hotelId: Math.floor(n / 10),
  supplier: n % 10 === 3 ? 'Polar' : 'Other',
  freeCancellationUntil: '2026-12-01T00:00:00Z',
});
const offersOf = (hotelId: number): OfferFact[] => [0, 1, 2, 3].map((n) => offer(10 * hotelId + n));

/** A service in good health, whose bookings are cancelled when they were told to be. */
export const service = () => {
  let isCancelled = false;
  return (operation: OperationId, intent: Json, bearer: string | undefined): Heard => {
    const says = intent as { hotelId?: number; offer?: OfferFact; page?: number };
    const booking = { at: [], bookingId: 'b-7', status: isCancelled ? 'cancelled' : 'completed' };
    if (bearer && bearer !== 'own') return 401;
    const answers: Readonly<Partial<Record<OperationId, () => Facts>>> = {
      'hotel-search': () => ({ searchId: 's', offers: [1, 2, 3, 4].flatMap((id) => offersOf(id).slice(0, 1)) }),
      'hotel-pricing': () => ({ offers: offersOf(Number(says.hotelId)) }),
      'offer-pricing': () => ({ offers: says.offer ? [says.offer] : [] }),
      'create-booking': () => ({ booking }),
      'view-booking': () => ({ booking }),
      'search-bookings': () => ({ bookings: [booking] }),
      'cancel-booking': () => {
        isCancelled = true;
        return {};
      },
    };
    return answers[operation]?.() ?? {};
  };
};

export const known = {
  region: 17,
  presets: ['ranked'],
  unrankedPresets: ['plain'],
  searchTimeout: 5,
  strictSupplier: 'Polar',
};
export const may = { books: { perRun: 9, perDay: 9 } };
export const target = targetWith({ known, may });

export const asked = <Operation extends BoundOperation>(
  said: readonly Said[],
  operation: Operation,
): Intents[Operation][] =>
  said.flatMap((each) => (each.operation === operation && each.how !== 'send' ? [each.what as never] : []));

export const withHow = (said: readonly Said[], how: Said['how']): Said[] => said.filter((each) => each.how === how);
