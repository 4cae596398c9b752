/** Literal traces for the clauses of issued tickets: one per passenger, a coupon per flight, found, and just then. */
import type { TicketFact } from '../../../../contracts/facts.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import {
  create,
  creation,
  euros,
  flights,
  info,
  issue,
  issued,
  look,
  made,
  offer,
  retrieve,
  searchFor,
  secondNumber,
  ticketed,
  ticketNumber,
  unknownNumber,
  voided,
} from '../flight-trace.ts';
import { empty, hourMs, minuteMs, ok, refusal, type Step, startMs, undated } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const refused = refusal(400, 'X');
const lost = refusal(404, 'TICKET_NOT_FOUND');

const forTwo = create(made(), {
  intent: {
    searchId: 's-1',
    offer: offer({ legs: ['AA 1', 'AA 2'] }),
    search: searchFor,
    passengers: [{ lastName: 'Ash' }, { lastName: 'Birch' }],
  },
});
const numbers = (...all: string[]) => ({ tickets: all.map((each) => ({ at: [], ticketNumber: each })) });
const issues = (...all: string[]): Step => issue(ok({}), { reported: numbers(...all) });
const retrieves = (...all: string[]): Step => retrieve(ok({}), { reported: numbers(...all) });
const tooFew = (trace: Trace) => breaks('response.body', '2 tickets, one for each passenger', '1', trace);

/** For so much each, of a booking that costs 100. */
const paid = (amount: number, ...all: string[]): Step =>
  issue(ok({}), {
    reported: {
      flightBooking: { price: euros(100) },
      tickets: all.map((each) => ({ at: [], ticketNumber: each, price: euros(amount) })),
    },
  });

const coupons = (...statuses: string[]): Step =>
  info(ok({}), { reported: { tickets: [{ at: [], ticketNumber, couponStatuses: statuses }] } });
const forBoth = (...steps: Step[]): Trace => flights([forTwo, issue(issued()), ...steps]);

const at = (ms: number): string => new Date(startMs + ms).toISOString();
const told = (part: Partial<TicketFact>) => ({ tickets: [{ at: [], ticketNumber, ...part }] });
const issuedAt = (moment: string): Step => issue(ok({}), { reported: told({ issuedAt: moment }) });
const shownAt = (moment: string): Step => info(ok({}), { reported: told({ issuedAt: moment }) });
const notThen = (actual: string, trace: Trace) =>
  breaks('response.body', 'a moment between the request for the ticket and its answer', actual, trace);
const late = { ...shownAt(at(hourMs)), atMs: 2 * hourMs };

export const ticketsIssuedCases = {
  'ticket-issue.each-passenger-has-a-ticket': {
    passes: {
      both: flights([forTwo, issues(ticketNumber, secondNumber)]),
      'one by one': flights([forTwo, issues(ticketNumber), retrieves(ticketNumber, secondNumber)]),
    },
    fails: {
      'one for one of them': tooFew(flights([forTwo, paid(50, ticketNumber)])),
      'in two forms': tooFew(flights([forTwo, paid(50, ticketNumber, '555-0000000001')])),
    },
    nothing: { 'of nobody': flights([issues(ticketNumber)]) },
    unshown: {
      'no ticket is read': flights([forTwo, issue(ok({}))]),
      'one, for nobody knows how much': flights([forTwo, issues(ticketNumber)]),
      'nobody said for whom': flights([creation, issues(ticketNumber)]),
    },
  },
  'ticket-issue.issued-at-is-the-moment-of-the-issue': {
    passes: {
      then: flights([creation, issuedAt(at(1000))]),
      'issued after its answer': flights([creation, issue(issued()), late]),
      'looked at before, as if it was issued later': flights([shownAt(at(hourMs)), creation, issuedAt(at(1000))]),
    },
    fails: {
      'an hour before': notThen(at(-hourMs), flights([creation, issuedAt(at(-hourMs))])),
      'still to come, as a look tells': notThen(at(hourMs), flights([creation, issue(issued()), shownAt(at(hourMs))])),
      'minutes before, as a look tells': notThen(
        at(-5 * minuteMs),
        flights([creation, issue(issued()), shownAt(at(-5 * minuteMs))]),
      ),
    },
    nothing: { refused: flights([creation, issue(refused)]) },
    unshown: {
      'not read': ticketed([]),
      'a day alone': flights([creation, issuedAt('2026-01-01')]),
      'nobody tells the time': flights([undated(creation), undated(issuedAt(at(hourMs)))]),
    },
  },
  'ticket-info.each-leg-has-a-coupon': {
    passes: { both: forBoth(coupons('OPEN', 'OPEN')) },
    fails: { 'one alone': breaks('response.body', '2 coupons, one for each flight', '1', forBoth(coupons('OPEN'))) },
    nothing: { voided: forBoth(voided(), coupons('VOID')), 'not found': forBoth(info(lost)) },
    unshown: {
      'none told': forBoth(info(issued())),
      'the flights are not read': ticketed([coupons('OPEN')]),
      'more tickets than passengers, one for each flight perhaps': flights([
        forTwo,
        issues(ticketNumber, secondNumber, unknownNumber),
        coupons('OPEN'),
      ]),
      'more flights than a ticket has coupons': flights([
        create(made(), {
          intent: { searchId: 's-1', offer: offer({ legs: ['1', '2', '3', '4', '5'] }), search: searchFor },
        }),
        issue(issued()),
        coupons('OPEN'),
      ]),
    },
  },
  'ticket-info.finds-each-issued-ticket': {
    passes: { found: ticketed([look(true)]) },
    fails: {
      'never found': breaks('response.status', 'the ticket that was issued', '404', ticketed([info(lost), info(lost)])),
    },
    nothing: { 'not looked for': ticketed([]), 'lack of rights': ticketed([info(lost), info(empty(403))]) },
    unshown: { 'too early, perhaps': ticketed([info(lost)]) },
  },
} satisfies Record<string, ClauseCases>;
