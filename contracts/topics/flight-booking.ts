/** What creating, retrieving, repricing and cancelling flight bookings promises (parts 2.3 and 4.3). */

import { unshown } from '../check.ts';
import {
  areThoseChosen,
  creations,
  isMadeThen,
  isTheLastReported,
  pricedRetrievals,
  priceOpinion,
  retrieved,
  showsEverybody,
  verified,
} from '../checks/booked-flights.ts';
import {
  firstCancellations,
  hasUuid,
  isNotActive,
  lastRetrievals,
  reportsPrice,
  repricings,
  retrievals,
} from '../checks/flight-booking.ts';
import { flightsLookedFor, isBookingFound } from '../checks/found-again.ts';
import { cancelledFlights, isFlightAsItWas, isStillCancelled, untouchedFlights } from '../checks/kept-flights.ts';
import { readAnswers } from '../checks/offers.ts';
import { isTheOneAskedFor, nameAsked } from '../checks/own-bookings.ts';
import { bookingReported, isOfAnother } from '../checks/own-flights.ts';
import {
  asksOfMalformed,
  asksOfUnknown,
  otherPartnerIsRefused,
  showsNothingToAsker,
  unnamedAsks,
  withoutEffect,
} from '../checks/refused-asks.ts';
import { triesOf, works } from '../checks/tried.ts';
import { actDimensions, flightDimensions, readDimensions } from '../dimensions.ts';
import { reportsAgree } from '../laws/agreement.ts';
import { answerShowsTheEnd, answersNameWhatWasAsked } from '../laws/asked-for.ts';
import { echo, flightEchoes } from '../laws/echo.ts';
import { frame } from '../laws/frame.ts';
import { incompleteIsRefused } from '../laws/lacking.ts';
import { flightsShown } from '../laws/sightings.ts';
import { flights } from '../laws/things.ts';
import { derived, documented, law, reading, topic } from '../topic.ts';
import {
  anHourApart,
  anyRefusal,
  bound,
  echoed,
  emptyAnswer,
  found,
  framed,
  moments,
  reporting,
  settles,
} from './readings.ts';

const names =
  'Names are compared without their case, accents, titles and order; a name in another script shows nothing.';

const withinAnHour = 'Prices are compared within an hour. Two currencies cannot be compared.';

export const pnrCreateTopic = topic('pnr-create', {
  area: 'flights',
  severity: 'critical',
  dimensions: [...flightDimensions, ...actDimensions],
  clauses: {
    'pnr-create.price-is-the-verified-one': derived('4.3', {
      text: 'A flight booking costs what offer_price told of the offer right before.',
      reading: `Where offer_price says that the price changed, nothing is judged: it is on the move. ${withinAnHour} Fares may move between the two, and so it only warns.`,
      given: verified,
      then: ({ exchanges: [, create], offer }) =>
        offer?.isPriceChanged
          ? unshown('offer_price said that the price changed')
          : priceOpinion(create, offer?.price, 'as offer_price told before'),
    }),

    'pnr-create.created-at-is-the-moment-of-the-booking': derived('4.3', {
      severity: 'minor',
      text: 'The moment in which a flight booking was made, where it is told, lies between the request and its answer.',
      reading: moments,
      given: creations,
      then: isMadeThen,
    }),

    'pnr-create.incomplete-request-is-refused': law('4.3', {
      text: 'No flight is booked without an offer or without passengers.',
      reading: `They are left out, null or empty. That a booking is made from both is said, and not that each is required, and so it only warns. ${anyRefusal}`,
      ...incompleteIsRefused({ 'pnr-create': ['offer', 'passengers'] }),
    }),

    'pnr-create.booking-id-is-uuid': documented('2.3', {
      severity: 'major',
      text: 'A flight booking is created with a bookingId that is a UUID.',
      reading:
        'Its place is open, and so are the version of the UUID and the case of its letters. Every later request names the booking by it, so that pnr_create has to report it. A supplier may have a bookingId of its own beside it.',
      given: (trace) => readAnswers(trace, 'pnr-create'),
      then: hasUuid,
    }),
  },
});

export const pnrRetrieveTopic = topic('pnr-retrieve', {
  area: 'flights',
  severity: 'critical',
  dimensions: [...flightDimensions, ...readDimensions],
  clauses: {
    'pnr-retrieve.passengers-are-those-booked': derived('4.3', {
      text: 'The passengers of a flight booking that is retrieved are those it was made for.',
      reading: `${names} Last names are compared: a first name may be shortened. Where no retrieval shows more than the first passenger, the others are not missed. Names may be masked: judged where one retrieval shows a passenger of ours.`,
      given: retrieved,
      then: showsEverybody,
    }),

    'pnr-retrieve.finds-each-booking': reading('4.3', {
      text: 'A flight booking that was made is retrieved by its partner.',
      reading: `That it exists is read out of the answer that made it, until it is cancelled or one of its tickets is ended, by anybody, for fifteen minutes at most, as a hold may run out. ${found} Repricing and issuing count as its making.`,
      given: flightsLookedFor,
      then: isBookingFound,
    }),

    'pnr-retrieve.flights-are-those-chosen': derived('4.3', {
      text: 'The flights of a booking that is retrieved are those of the offer it was made from.',
      reading:
        'Judged before anything of it is ended, where the binding reads the flights of both in the same words. An airline may change a flight: as many others, of which none is of another booking of ours, show nothing.',
      given: retrieved,
      then: areThoseChosen,
    }),

    'pnr-retrieve.price-is-the-last-told': derived('4.3', {
      text: 'The price of a flight booking that is retrieved is the one that was told of it last.',
      reading: `By its making, its last repricing or its issue, before anything of it is ended. After a repricing or an issue, the first retrieval may come too early. ${withinAnHour}`,
      given: pricedRetrievals,
      then: isTheLastReported,
    }),

    'pnr-retrieve.answers-the-booking-asked-for': derived('4.3', {
      text: 'The flight booking that is retrieved is the one asked for.',
      reading: 'Judged by bookingId, which may be left out of the answer.',
      given: retrievals,
      then: (exchange) => isTheOneAskedFor(exchange, bookingReported(exchange)?.bookingId),
    }),

    'pnr-retrieve.cancelled-booking-is-not-active': derived('4.3', {
      text: 'A cancelled flight booking is not active any more.',
      reading: `${settles} Its states are not shown: the binding says whether it is active. A booking that cannot be retrieved any more is lawful, and so is one that stays active until its tickets are closed.`,
      given: lastRetrievals,
      then: isNotActive,
    }),

    'pnr-retrieve.other-partner-sees-nothing': derived('4.3', {
      text: 'Retrieving a flight booking of another partner does not succeed.',
      reading: emptyAnswer,
      ...otherPartnerIsRefused('pnr-retrieve', isOfAnother),
    }),

    'pnr-retrieve.stays-as-it-was': derived('4.3', {
      text: 'A flight booking stays active, at the same price and with the same tickets, as long as nobody changes it.',
      reading: `${anHourApart} A booking may be given up once one of its tickets has ended; its price is its own again after a repricing or an issue; tickets may come to be shown later. An airline may change it of its own accord, and so it only warns.`,
      given: untouchedFlights,
      then: isFlightAsItWas,
    }),

    'pnr-retrieve.acts-name-the-booking': law('2.3', {
      text: 'What is done to a flight booking or its tickets, or calculated, is answered with the bookingId that was asked about.',
      reading:
        'Where an answer has any bookingId. Others may stand beside it. An exchange may give the booking another name.',
      ...answersNameWhatWasAsked(
        'pnr-cancel',
        'pnr-reprice',
        'ticket-issue',
        'ticket-cancel',
        'ticket-exchange-calculation',
        'ticket-refund-calculation',
        'ticket-refund',
      ),
    }),

    'pnr-retrieve.people-are-as-sent': law('4.3', {
      text: 'Where passengers are shown as they were sent, all are.',
      reading: echoed,
      ...echo(flightEchoes),
    }),

    'pnr-retrieve.operations-agree': law('4.3', {
      text: 'What one operation reports of a flight booking, the others report too.',
      reading: reporting,
      ...reportsAgree(flightsShown, 'pnr-create', 'pnr-retrieve'),
    }),

    'pnr-retrieve.acts-elsewhere-change-nothing': law('4.3', {
      text: 'Nothing that is done elsewhere changes what is retrieved of a booking.',
      reading: framed,
      ...frame(flights),
    }),

    'pnr-retrieve.cancelled-stays-cancelled': derived('4.3', {
      text: 'A flight booking that was cancelled, and shown so, is not shown as active again.',
      reading:
        'Judged after the first retrieval that shows it as not active, and before the last one, which pnr-retrieve.cancelled-booking-is-not-active judges.',
      given: cancelledFlights,
      then: isStillCancelled,
    }),
  },
});

export const pnrCancelTopic = topic('pnr-cancel', {
  area: 'flights',
  severity: 'critical',
  dimensions: [...flightDimensions, ...actDimensions],
  clauses: {
    'pnr-cancel.works-on-own-booking': reading('4.3', {
      text: 'A booking of the partner without tickets is cancelled.',
      reading:
        'One booking may be refused for a reason of its own: every booking must be refused, two at least. A booking that had tickets is not judged.',
      ...works(
        (trace) => triesOf(firstCancellations(trace), (each) => JSON.stringify(nameAsked(each))),
        'cancelling a booking without tickets',
      ),
    }),

    'pnr-cancel.answer-shows-the-end': law('4.3', {
      text: 'The answer to a cancellation does not report the booking as active.',
      reading: `${bound} A cancellation may take its time, and so it only warns.`,
      ...answerShowsTheEnd('pnr-cancel'),
    }),

    'pnr-cancel.other-partner-is-refused': derived('4.3', {
      text: 'Cancelling a flight booking of another partner does not succeed.',
      reading:
        'Any refusal is lawful. A plain flow asks only where a retrieval has just told the second partner nothing of that booking.',
      ...otherPartnerIsRefused('pnr-cancel', isOfAnother),
    }),
  },
});

export const pnrRepriceTopic = topic('pnr-reprice', {
  area: 'flights',
  severity: 'critical',
  dimensions: [...flightDimensions, ...readDimensions],
  clauses: {
    'pnr-reprice.price-is-told': reading('4.3', {
      text: 'Repricing a flight booking reports its price.',
      reading: `To refresh a price is to report it, changed or not. ${bound}`,
      given: repricings,
      then: reportsPrice,
    }),

    'pnr-reprice.other-partner-is-refused': derived('4.3', {
      text: 'Repricing a flight booking of another partner does not succeed.',
      reading: 'An answer with nothing in it is as lawful as a refusal.',
      ...otherPartnerIsRefused('pnr-reprice', isOfAnother),
    }),
  },
});

export const aviaBookingTopic = topic('avia-booking', {
  area: 'flights',
  dimensions: readDimensions,
  clauses: {
    'avia-booking.unknown-booking-is-refused': derived('4.3', {
      text: 'No operation on a flight booking or its tickets succeeds for a booking that does not exist.',
      reading: `ticket_issue and ticket_cancel have clauses of their own. Of ticket_exchange and ticket_refund it is not asked. ${emptyAnswer}`,
      given: (trace) => asksOfUnknown(trace, withoutEffect),
      then: showsNothingToAsker,
    }),

    'avia-booking.unnamed-booking-is-refused': law('4.3', {
      severity: 'major',
      text: 'A retrieval or a repricing that names no booking shows none.',
      reading: `Its id is left out, null or an empty text. ${emptyAnswer}`,
      given: (trace) => unnamedAsks(trace, 'pnr-retrieve', 'pnr-reprice'),
      then: showsNothingToAsker,
    }),

    'avia-booking.malformed-booking-id-is-refused': derived('2.3', {
      text: 'No operation on a flight booking or its tickets succeeds for a bookingId that is no UUID.',
      reading: emptyAnswer,
      given: asksOfMalformed,
      then: showsNothingToAsker,
    }),
  },
});
