/** That a booking is what was asked for and verified: hotel, guests, extras, price and moment (parts 2.5 and 4.6). */
import { type Clause, derived } from '../clause.ts';

export const bookedAsAskedClauses = {
  'create-booking.price-is-the-one-verified': derived('4.5', {
    text: 'A booking costs what offer_pricing verified right before, and what its extras cost.',
    reading:
      'Judged by the answer to the request and by the first view that reports a price, where the same partner verified the offer less than a quarter of an hour before. Amounts of several currencies cannot be compared.',
  }),
  'create-booking.created-at-is-the-moment-of-the-booking': derived('4.6', {
    text: 'The creation of a booking lies between the request for it and its answer, in whatever answer it is reported.',
    reading:
      'By the clock of the service, give or take a minute. A time without a zone may be of any, and so may a day, and whatever a list tells. A service may count from another moment, such as the word of the supplier, and so it only warns.',
  }),
  'view-booking.hotel-is-the-one-booked': derived('4.6', {
    text: 'A view names the hotel of the offer that was booked.',
    reading: 'By hotelId, where offer and view have one; what is no number is not compared with a number.',
  }),
  'view-booking.every-guest-is-shown': derived('4.6', {
    text: 'A view shows every guest in the room for which the guest was booked.',
    reading:
      'As far as the binding reads names by room, whatever their case, accents, titles and order, and that of the rooms. Judged of all but the first, and where one view shows such a guest; where no view shows more than the first of each room, the others are not missed. A last name beside another first name, and a name in another script, show nothing.',
  }),
  'view-booking.upsells-are-those-booked': derived('2.5', {
    text: 'A view shows each upsell that was booked, by its name or at its price.',
    reading:
      'As far as the binding reads them. Another name alone shows nothing: a view may have names of its own. Until it is cancelled.',
  }),
} satisfies Record<string, Clause>;
