/** Stories of the way from a search to a hotel booking (part 1), on which any one step may be refused for a reason of its own. */
import fc from 'fast-check';
import type { Json } from '../../contracts/json.ts';
import { guest } from './bookings.ts';
import { anyRefusal } from './flights.ts';
import { type Answer, beginning, type Fields, ok, refused, type Telling } from './telling.ts';
import { wire } from './wire.ts';

const way = ['hotel-search', 'hotel-pricing', 'offer-pricing', 'create-booking'] as const;
type Stage = (typeof way)[number];

const [search, searchId] = [{ region: { city: 17 } }, 's-1'];

const offer = (nth: number): Fields => ({
  offerId: `o-${nth}`,
  hotelId: 10 + nth,
  aiScore: null,
  bedVariants: [],
  early: [],
  late: [],
});

const askFor = (stage: Stage, nth: number): Json =>
  stage === 'hotel-search'
    ? { region: { city: 17 + nth } }
    : { searchId, search, hotelId: 10 + nth, offer: { at: [], offerId: `o-${nth}` }, guests: [[guest]], upsells: [] };

const answers: Readonly<Record<Stage, (nth: number) => Json>> = {
  'hotel-search': () => ({ searchId, offers: [0, 1, 2].map(offer) }),
  'hotel-pricing': (nth) => ({ offers: [offer(nth)] }),
  'offer-pricing': (nth) => ({ offer: offer(nth) }),
  'create-booking': () => ({ bookingId: 'b-1', status: 'completed' }),
};

/** How a way may lawfully end early: with one thing that was tried, if twice, or where the caller lacks rights. */
const ends = {
  once: (no: Answer) => [0, 0].map((nth) => ({ nth, no })),
  rights: () => [0, 1].map((nth) => ({ nth, no: refused(403, 'ACCESS_DENIED') })),
} as const;

export const hotelWalks: fc.Arbitrary<Telling> = fc
  .record({
    drawn: wire,
    /** How many are refused before one works. */
    refusals: fc.array(fc.nat(2), { minLength: way.length, maxLength: way.length }),
    no: anyRefusal,
    end: fc.option(fc.tuple(fc.constantFrom(...way), fc.constantFrom(ends.once, ends.rights))),
  })
  .map(({ drawn, refusals, no, end }): Telling => {
    const telling = beginning(drawn);
    for (const [i, stage] of way.entries()) {
      const intent = (nth: number) => ({ intent: askFor(stage, nth) });
      const works = refusals[i] ?? 0;
      if (end?.[0] === stage) {
        for (const { nth, no: last } of end[1](no)) telling.ask(stage, intent(nth), last);
        break;
      }
      for (let nth = 0; nth < works; nth += 1) telling.ask(stage, intent(nth), no);
      telling.ask(stage, intent(works), ok(answers[stage](works)));
    }
    return telling.end();
  });
