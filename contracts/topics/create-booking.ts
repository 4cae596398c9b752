/** What booking a hotel promises. */

import { isDeepStrictEqual } from 'node:util';
import { type Check, check, mismatch, mismatchAt, type Opinion, shown, unshown } from '../check.ts';
import { says } from '../checks/answers.ts';
import { costsWhatWasVerified, creations, firstPrices, isItsMoment } from '../checks/booked-as-asked.ts';
import {
  attemptOf,
  endOf,
  entriesOf,
  guestsOf,
  isDocumented,
  isIncomplete,
  lacks,
  type OwnBooking,
  ownBookings,
  type Requirement,
  requirements,
  sightingsOf,
} from '../checks/own-bookings.ts';
import { readFacts } from '../checks/reads.ts';
import { actDimensions, bookingDimensions, type OwnDimensions } from '../dimensions.ts';
import type { BookingFact } from '../facts.ts';
import type { Json } from '../json.ts';
import { incompleteIsRefused } from '../laws/lacking.ts';
import { errorOf, isRefusal, isTroubled, succeeded } from '../outcome.ts';
import { asked, bodyOf, field, isAboutRights } from '../subjects.ts';
import { derived, documented, law, topic } from '../topic.ts';
import type { Attempt, Exchange, Trace } from '../trace.ts';
import { statusIsDocumented } from './booking-status.ts';
import { anyRefusal, former, statusSince } from './readings.ts';

const guestsSince = '2026-08-31';

const otherCode =
  'Another code breaks it where the same offer is accepted with complete guests; else the refusal may be about something else. A supplier may answer late: a booking that was taken in as inWork or unknown, and was not seen completed, shows nothing.';

const supplierError = 'SUPPLIER_ERROR';

const supplierOf = ({ intent }: Exchange): Json | undefined => field(field(intent, 'offer'), 'supplier');

const offerOf = ({ intent }: Exchange): Json[] => {
  const offer = field(intent, 'offer');
  return [field(intent, 'searchId'), field(offer, 'offerId'), field(offer, 'reference')].map((each) => each ?? null);
};

/** One that lacks something goes to the supplier that minds, and to no other. */
const creates = (trace: Trace): Exchange[] =>
  asked(trace, 'create-booking').filter(
    (exchange) => !isAboutRights(exchange) && guestsOf(exchange).length > 0 && typeof supplierOf(exchange) === 'string',
  );

const isSupplierError = (exchange: Exchange): boolean => says(bodyOf(exchange), supplierError);

const codePath = ['response', 'body', 'error', 'code'];

const messagePath = ['response', 'body', 'error', 'message'];

const messageOf = (exchange: Exchange): Json | undefined => field(errorOf(exchange) as Json | undefined, 'message');

const pending: readonly (Json | undefined)[] = ['inWork', 'unknown'];

/** A supplier that answers late may still refuse, or have refused, a booking that was accepted. */
const isPerhapsRefusedLater = (trace: Trace, create: Exchange): boolean => {
  const booking = ownBookings(trace).find((each) => each.create === create);
  if (!booking) return false;
  const end = endOf(trace, booking);
  const reported = sightingsOf(trace, booking).filter(
    ({ exchange, status }) => exchange.index < end && isDocumented(status),
  );
  const [first] = reported;
  return first !== undefined && pending.includes(first.status) && reported.at(-1)?.status !== 'completed';
};

const isRefusedWithout = (requirement: Requirement): Check =>
  check({
    given: (trace) =>
      creates(trace).filter((exchange) =>
        requirements.every((each) => lacks(exchange, each) === (each === requirement)),
      ),
    then: (exchange, trace) => {
      if (isSupplierError(exchange)) return undefined;
      if (isPerhapsRefusedLater(trace, exchange))
        return unshown('the supplier may have refused it later, or still may');
      // Another refusal is about the guests when nothing but their completeness made the difference.
      const isAccepted = creates(trace).some(
        (other) => !isIncomplete(other) && succeeded(other) && isDeepStrictEqual(offerOf(other), offerOf(exchange)),
      );
      return succeeded(exchange) || isAccepted
        ? mismatch(exchange, codePath, supplierError)
        : unshown('the refusal may be about something else than the guests');
    },
  });

/** One attempt with the exchanges that show what became of it. */
type AttemptOutcome = { readonly exchanges: readonly Exchange[]; readonly attempt: Attempt; readonly create: Exchange };

const lookUpsOf = ({ exchanges }: Trace, { found, lookedUpBy }: Attempt): Exchange[] => {
  const lists = exchanges.filter(({ index }) => lookedUpBy.includes(index));
  // Where one look was enough, it is the last.
  return found === 'unknown' ? lists : lists.slice(-1);
};

const attemptsIn = (trace: Trace): AttemptOutcome[] =>
  trace.exchanges.flatMap((create) => {
    const attempt = create.operation === 'create-booking' ? attemptOf(trace, create) : undefined;
    return attempt ? [{ create, attempt, exchanges: lookUpsOf(trace, attempt) }] : [];
  });

/** An unknown outcome may be the binding's fault. */
const notFound = (lookUps: readonly Exchange[]): Opinion => {
  for (const list of lookUps) readFacts(list);
  return unshown('what became of the booking could not be looked up');
};

/** Of today, and of before 2026-08-06. */
const alive: readonly (Json | undefined)[] = ['inWork', 'completed', 'Inwork', 'Booked'];

const livesOn = (trace: Trace, booking: OwnBooking): Opinion => {
  const end = endOf(trace, booking);
  const seen = sightingsOf(trace, booking).filter(({ exchange }) => exchange.index < end);
  const last = seen.filter(({ exchange }) => exchange === seen.at(-1)?.exchange);
  const expected = 'no booking in work or completed after the refusal';
  const living = last.filter(({ status }) => alive.includes(status));
  if (living.length > 0) {
    return living.map(({ exchange, path, status }) => ({ exchange, path, expected, actual: shown(status) }));
  }
  return last.some(({ status }) => isDocumented(status))
    ? undefined
    : unshown('no list reports the status of the booking');
};

/** Two entries of one id are one booking on two pages. */
const isOneBooking = (entries: readonly BookingFact[]): boolean =>
  entries.length > 1 &&
  entries.every(({ bookingId, reference }) => (bookingId ?? reference ?? null) !== null) &&
  new Set(entries.map(({ bookingId, reference }) => JSON.stringify([bookingId, reference]))).size === 1;

const byMark = { isMarkRead: true, isForeign: false };

const bookedTwice = (trace: Trace, { create, attempt, exchanges }: AttemptOutcome): Opinion => {
  const booking: OwnBooking = { create, partner: 'own', mark: attempt.mark, names: [] };
  const lists = trace.exchanges.filter(({ index }) => attempt.lookedUpBy.includes(index));
  if (isOneBooking(lists.flatMap((list) => entriesOf(list, booking, byMark)))) return undefined;
  const list = lists.findLast((each) => entriesOf(each, booking, byMark).length > 0) ?? exchanges.at(-1) ?? create;
  const at = entriesOf(list, booking, byMark).at(-1)?.at ?? [];
  const expected = 'one booking for one request';
  return mismatchAt(list, at, { expected, actual: 'another with the same guests' });
};

const oneSupplier: OwnDimensions = {
  without: ['supplier', 'extras'],
  because: 'one supplier demands it, whatever else is booked',
};

export const createBookingTopic = topic('create-booking', {
  area: 'hotels',
  severity: 'critical',
  dimensions: [...bookingDimensions, ...actDimensions],
  clauses: {
    'create-booking.price-is-the-one-verified': derived('4.5', {
      text: 'A booking costs what offer_pricing verified right before, and what its extras cost.',
      reading:
        'Judged by the answer to the request and by the first view that reports a price, where the same partner verified the offer less than a quarter of an hour before. Amounts of several currencies cannot be compared.',
      given: firstPrices,
      then: costsWhatWasVerified,
    }),

    'create-booking.created-at-is-the-moment-of-the-booking': derived('4.6', {
      severity: 'minor',
      text: 'The creation of a booking lies between the request for it and its answer, in whatever answer it is reported.',
      reading:
        'By the clock of the service, give or take a minute. A time without a zone may be of any, and so may a day, and whatever a list tells. A service may count from another moment, such as the word of the supplier, and so it only warns.',
      given: creations,
      then: isItsMoment,
    }),

    'create-booking.incomplete-request-is-refused': law('4.6', {
      text: 'No stay is booked without an offer, without guests or without contact data.',
      reading: `They are left out, null or empty. That each is sent is said, and not that each is required, and so it only warns. ${anyRefusal}`,
      ...incompleteIsRefused({ 'create-booking': ['offer', 'guests', 'contact'] }),
    }),

    'create-booking.status-is-documented': documented('2.5', {
      severity: 'major',
      since: statusSince,
      text: 'A booking is created with one of the six documented states.',
      reading: `The place of status is open: where several fields have that name, one with a documented state counts. ${former}`,
      ...statusIsDocumented('create-booking'),
    }),

    'create-booking.guest-without-citizenship-is-refused': documented('7', {
      severity: 'major',
      since: guestsSince,
      text: 'The supplier that requires it refuses a guest without citizenship, with SUPPLIER_ERROR.',
      reading: otherCode,
      dimensions: oneSupplier,
      ...isRefusedWithout('citizenship'),
    }),

    'create-booking.guest-without-gender-is-refused': documented('7', {
      severity: 'major',
      since: guestsSince,
      text: 'The supplier that requires it refuses a guest without gender, with SUPPLIER_ERROR.',
      reading: otherCode,
      dimensions: oneSupplier,
      ...isRefusedWithout('gender'),
    }),

    'create-booking.supplier-error-says-why': documented('7', {
      severity: 'minor',
      text: 'A SUPPLIER_ERROR carries the reason of the supplier in its message.',
      dimensions: oneSupplier,
      given: (trace) =>
        asked(trace, 'create-booking').filter(
          (exchange) =>
            (isTroubled(exchange) && isIncomplete(exchange)) ||
            field(errorOf(exchange) as Json | undefined, 'code') === supplierError,
        ),
      then: (exchange) => {
        const message = messageOf(exchange);
        return typeof message === 'string' && message.trim() !== ''
          ? undefined
          : mismatch(exchange, messagePath, 'the reason of the supplier');
      },
    }),

    'create-booking.refused-booking-does-not-exist': derived('7', {
      text: 'After a refusal no booking with these guests is in work or completed.',
      reading: 'A record of it in any other state is lawful, and the last answer that reports it counts.',
      dimensions: oneSupplier,
      given: (trace) =>
        attemptsIn(trace)
          .filter(({ create }) => isRefusal(create) || (isTroubled(create) && isIncomplete(create)))
          .map((outcome) => ({ ...outcome, exchanges: [outcome.create, ...outcome.exchanges] })),
      then: ({ create, attempt, exchanges }, trace) => {
        if (attempt.found === 'not') return undefined;
        const booking = ownBookings(trace).find((each) => each.create === create);
        return attempt.found === 'unknown' || !booking ? notFound(exchanges) : livesOn(trace, booking);
      },
    }),

    'create-booking.complete-guests-are-accepted': derived('7', {
      since: guestsSince,
      text: 'The supplier that requires citizenship and gender accepts the same guests with both.',
      reading: 'Any other reason to refuse is lawful and shows nothing; only the same SUPPLIER_ERROR again breaks it.',
      dimensions: oneSupplier,
      given: (trace) => {
        const suppliers = creates(trace).filter(isIncomplete).map(supplierOf);
        return creates(trace).filter((exchange) => !isIncomplete(exchange) && suppliers.includes(supplierOf(exchange)));
      },
      then: (exchange, trace) => {
        if (succeeded(exchange)) return undefined;
        const message = messageOf(exchange);
        const isTheSame =
          isSupplierError(exchange) &&
          typeof message === 'string' &&
          message.trim() !== '' &&
          creates(trace).some((other) => isIncomplete(other) && isSupplierError(other) && messageOf(other) === message);
        return isTheSame
          ? mismatch(exchange, codePath, 'a booking, or another reason than without citizenship or gender')
          : unshown('it was refused for another reason');
      },
    }),

    'create-booking.one-request-books-once': derived('4.6', {
      text: 'One request creates one booking at most, also when its answer is lost.',
      reading: 'What stands under one id on two pages is one booking.',
      given: (trace) =>
        attemptsIn(trace)
          .filter(({ create, attempt }) => attempt.found !== 'not' || !isRefusal(create))
          // The answer may be lost: what was found afterwards shows the outcome.
          .map((outcome) => (outcome.exchanges.length > 0 ? outcome : { ...outcome, exchanges: [outcome.create] })),
      then: (outcome, trace) => {
        const { found, lookedUpBy } = outcome.attempt;
        if (found === 'twice') return bookedTwice(trace, outcome);
        const isShown = lookedUpBy.length > 0 && (found === 'once' || !succeeded(outcome.create));
        return isShown && found !== 'unknown' ? undefined : notFound(outcome.exchanges);
      },
    }),
  },
});
