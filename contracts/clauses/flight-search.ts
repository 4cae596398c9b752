/** What searching and pricing flights promises, and the way from a search to a ticket (parts 1, 2.3 and 4.2). */
import { type Clause, derived, documented, reading } from '../clause.ts';
import { bound, unavailable } from './avia-readings.ts';

export const flightSearchClauses = {
  'avia-search.search-id-is-told': documented('2.3', {
    text: 'A flight search returns a searchId that is text.',
    reading: 'Its place is open.',
  }),
  'avia-search.offers-have-prices': documented('4.2', {
    text: 'Every offer of a flight search has a price.',
    reading: `${bound} A search that finds no offer shows nothing.`,
  }),
  'avia-flow.typical-flow-can-be-walked': reading('1', {
    text: 'The typical flow can be walked, each step with what the steps before it reported.',
    reading: `Any one offer or booking may be refused for a reason of its own. Up to pnr_create: ${unavailable} The flow is broken where a step is refused otherwise for everything it was tried with, two offers or bookings at least. offer_price and pnr_reprice may be left out; where they are asked, they are steps like the others, of a booking just made, too.`,
  }),
  'avia-flow.each-kind-of-flight-is-served': derived('1', {
    text: 'What can be done with some flights can be done with those of every kind: of a route, there and back, for children, of a supplier.',
    reading:
      'Nothing says that all is sold of every kind, and so it only warns. Judged where a step is refused for two flights of one kind at least, and succeeds for another kind in the same story. A supplier who refuses (SUPPLIER_ERROR) shows nothing, and up to pnr_create neither does what can mean that nothing is available, nor a refusal of children or of more than two adults.',
  }),
  'avia-availability.answers-without-search': documented('4.2', {
    text: 'Seats on given flights are shown without a search before.',
    reading:
      'Judged where nobody has searched in the same story. One flight may be refused for a reason of its own: every request must be refused, two at least. What can mean that nothing is available shows nothing.',
  }),
  'avia-availability.seats-are-told': documented('4.2', {
    text: 'An answer about given flights reports the seats of each.',
    reading: `${bound} None left may be reported as zero, and a flight that is not flown left out.`,
  }),
  'avia-schedule.answers-without-search': reading('4.2', {
    text: 'The schedule is shown without a search before.',
    reading:
      'A schedule is listed beside search, and nothing says that it needs one. Judged where nobody has searched in the same story. One day may be refused for a reason of its own: every request must be refused, two at least. What can mean that nothing is available shows nothing.',
  }),
  'avia-schedule.carries-no-price': documented('4.2', {
    text: 'No flight of a schedule has a price.',
    reading: 'Where a price would stand, the binding says; null is none.',
  }),
  'avia-offer-price.price-is-told': documented('4.2', {
    text: 'Asked for the current price of an offer, the service reports it.',
    reading: `${bound} An offer that is gone may be refused, or left out of the answer.`,
  }),
  'avia-offer-price.unchanged-offer-keeps-its-price': derived('4.2', {
    text: 'The price of an offer is that of the search, unless the answer says that it changed.',
    reading:
      'Judged where offer_price answers one offer and its binding reads whether the price changed. Two currencies cannot be compared.',
  }),
  'fare-rules.rules-are-told': reading('4.2', {
    text: 'The rules of a fare are reported with their text: one of them at least.',
    reading: `A fare without any rule is lawful, and shows nothing. ${bound}`,
  }),
} satisfies Record<string, Clause>;
