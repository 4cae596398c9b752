/** Faults of a booking that is another than was asked for and verified, mostly under a condition alone. */
import { answers, listOf } from '../altering/sold.ts';
import { faultsOf } from '../deviation.ts';
import type { CanonicalReplies } from '../hotels/canonical.ts';
import type { HotelRules } from '../hotels/rules.ts';
import type { Offer } from '../hotels/state.ts';
import type { Amount } from '../sales/money.ts';

type AskedView = CanonicalReplies['view-booking'];

const booked = ['create-booking', 'view-booking', 'search-bookings', 'cancel-booking'] as const;

/** Books at another price than any answer before has told. */
const bookedFor = (priceOf: (price: Amount, offer: Offer) => Amount) => ({
  touches: booked,
  rules: (before: HotelRules): Pick<HotelRules, 'priceOf'> => ({
    priceOf: (offer, telling) => {
      const price = before.priceOf(offer, telling);
      return telling.operation === 'create-booking' ? priceOf(price, offer) : price;
    },
  }),
});

const views = (bend: (view: AskedView) => unknown) => answers('view-booking', bend);

const hourMs = 3_600_000;

const hasChild = ({ guests, checkIn }: AskedView): boolean =>
  guests.flat().some(({ birthDate }) => Number(checkIn.slice(0, 4)) - Number(birthDate.slice(0, 4)) < 18);

const nextDoor = (view: AskedView): AskedView => ({
  ...view,
  hotel: { ...view.hotel, hotelId: view.hotel.hotelId + 1 },
});

export const hotelBookedAsAskedFaults = [
  ...faultsOf('create-booking.price-is-the-one-verified', {
    'books-a-cent-dearer-than-verified': bookedFor(({ minor, currency }) => ({ minor: minor + 1, currency })),
    'books-two-rooms-for-half-the-price': bookedFor((price, { stay }) =>
      stay.rooms.length > 1 ? { ...price, minor: Math.floor(price.minor / 2) } : price,
    ),
  }),
  ...faultsOf('create-booking.created-at-is-the-moment-of-the-booking', {
    'views-a-creation-an-hour-early': views((view) => ({ ...view, createdAtMs: view.createdAtMs - hourMs })),
    'tells-the-creation-for-two-rooms-in-local-time': answers('create-booking', (body, { asked }) =>
      (asked?.guests.length ?? 0) > 1 ? { ...body, createdAtMs: body.createdAtMs + 3 * hourMs } : body,
    ),
  }),
  ...faultsOf('view-booking.hotel-is-the-one-booked', {
    'views-the-hotel-next-door': views(nextDoor),
    'views-the-hotel-next-door-of-families': views((view) => (hasChild(view) ? nextDoor(view) : view)),
  }),
  ...faultsOf('view-booking.every-guest-is-shown', {
    'views-no-guests-of-the-second-room': views((view) => ({ ...view, guests: listOf(view.guests).slice(0, 1) })),
    'views-the-last-guest-of-the-first-room-in-the-second': views((view) => {
      const [first = [], second, ...more] = view.guests;
      if (!second) return view;
      return { ...view, guests: [first.slice(0, -1), [...second, ...first.slice(-1)], ...more] };
    }),
  }),
  ...faultsOf('view-booking.upsells-are-those-booked', {
    'views-another-early-check-in': views((view) => ({
      ...view,
      upsells: listOf(view.upsells).map((upsell) =>
        upsell.kind === 'early-check-in'
          ? { ...upsell, upsellId: 'early-check-in-0715', price: { ...upsell.price, minor: upsell.price.minor + 7 } }
          : upsell,
      ),
    })),
  }),
];
