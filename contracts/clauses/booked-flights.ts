/** What was asked for is what there is: flights, passengers, prices, tickets and coupons of a booking, and its moments (parts 4.3 and 4.4). */
import { type Clause, derived } from '../clause.ts';

const names =
  'Names are compared without their case, accents, titles and order; of a name in another script nobody can say whether it is the same.';

const moments =
  'By the clock of the target, with a minute for clocks. A moment without its time of day or its zone shows nothing.';

const withinAnHour = 'Prices are compared within an hour. Two currencies cannot be compared.';

export const bookedFlightClauses = {
  'pnr-create.price-is-the-verified-one': derived('4.3', {
    text: 'A flight booking costs what offer_price told of the offer right before.',
    reading: `Where offer_price says that the price changed, nothing is judged: it is on the move. ${withinAnHour} Fares may move between the two, and so it only warns.`,
  }),
  'pnr-create.created-at-is-the-moment-of-the-booking': derived('4.3', {
    text: 'The moment in which a flight booking was made, where it is told, lies between the request and its answer.',
    reading: moments,
  }),
  'pnr-retrieve.passengers-are-those-booked': derived('4.3', {
    text: 'The passengers of a flight booking that is retrieved are those it was made for.',
    reading: `${names} Last names are compared: a first name may be shortened. Where no retrieval shows more than the first passenger, the others are not missed.`,
  }),
  'pnr-retrieve.flights-are-those-chosen': derived('4.3', {
    text: 'The flights of a booking that is retrieved are those of the offer it was made from.',
    reading:
      'Judged before anything of it is ended, where the binding reads the flights of both in the same words. An airline may change a flight, and so it only warns.',
  }),
  'pnr-retrieve.price-is-the-last-told': derived('4.3', {
    text: 'The price of a flight booking that is retrieved is the one that was told of it last.',
    reading: `By its making, its last repricing or its issue, before anything of it is ended. After a repricing or an issue, the first retrieval may come too early. ${withinAnHour}`,
  }),
  'ticket-issue.each-passenger-has-a-ticket': derived('4.4', {
    text: 'As many tickets are issued for a booking as it has passengers, at least.',
    reading:
      'Those that a later retrieval tells count, as they may come one by one. One ticket may be for several passengers: fewer are judged where their prices are read, and add up to less than the booking costs.',
  }),
  'ticket-issue.issued-at-is-the-moment-of-the-issue': derived('4.4', {
    text: 'The moment in which a ticket was issued, where it is told, lies between the request and its answer.',
    reading: `${moments} A look may tell a later one, as long as it is over: an issue may be finished after its answer. Judged where ticket_issue issues; an exchange may keep the date of the old ticket.`,
  }),
  'ticket-info.each-leg-has-a-coupon': derived('4.4', {
    text: 'A ticket has a coupon for each flight of its journey, at least.',
    reading:
      'Judged before anything is done to it, where the binding reads the flights of the offer. One ticket has four coupons at most: of a longer journey nothing is judged, nor where there are more tickets than passengers, as each flight may have its own.',
  }),
  'ticket-info.finds-each-issued-ticket': derived('4.4', {
    text: 'Each ticket that was issued is found by ticket_info.',
    reading:
      'Judged by the last look before anything is done to the ticket, where it is not the first: a ticket just issued may not be shown yet. A lack of rights shows nothing.',
  }),
} satisfies Record<string, Clause>;
