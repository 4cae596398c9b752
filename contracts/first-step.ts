/** What the person on call does first: one sentence for each clause, and for each kind of incident. */
import { topicOf } from './clause.ts';
import { type ClauseId, isClauseId } from './clauses.ts';
import type { IncidentKind } from './incident.ts';
import { presentId } from './retired.ts';

/** The first rule that fits counts: what a broken clause puts at risk comes before its topic. */
const byRisk: readonly (readonly [clauses: RegExp, step: string])[] = [
  [
    /other-partner|without-rights|own-bookings-only/,
    "Partners may see or change each other's data: call the service's security contact now, and keep the evidence.",
  ],
  [
    /(^|-)bearer\.(?!issued-token)|wrong-(client-id|secret)|incomplete-login|refusal-carries-no-token/,
    'Whoever has no valid token may get in: call the security contact of the service now, and keep the evidence.',
  ],
  [
    /issued-token-is-accepted|works-until-expiry|serves-many-requests/,
    'Valid tokens are refused, so every partner is locked out: call the service, and ask for the last change of its login.',
  ],
  [
    /price|penalt|refund|surcharge|amount|taxes|costs-nothing/,
    'Money may be wrong: stop sales that depend on this price, and send the bundle to the service with the two amounts.',
  ],
  [
    /typical-flow|each-kind-of-flight/,
    'The usual way from search to booking breaks: try it by hand once with preflight repro, and tell the service which step fails.',
  ],
  [
    /sorted|order|lowest-id-first|ranked|highest-score/,
    'A list comes in another order: nothing is lost, so report it in office hours and waive it until it is mended.',
  ],
];

const byTopic: Readonly<Record<string, string>> = {
  token:
    'Logins answer otherwise than documented: check that new tokens still work, then tell the service which member changed.',
  json: 'Answers are no readable JSON: look for a proxy or a page of an outage in front of the service.',
  'search-bookings':
    'Bookings may not be found: compare the list with a booking of your own before anybody books twice.',
  'view-booking':
    'A booking is shown otherwise than it was made: compare it with what was asked for, and tell the service its id.',
  'booking-status':
    'Statuses of bookings do not agree: do not act on a status before the service has said which one is right.',
  'cancel-booking':
    'Cancellations answer otherwise than documented: check in the list that what was cancelled is cancelled.',
  'create-booking':
    'Bookings are made or refused wrongly: check that no booking was made twice, then stop new ones if they fail.',
};

const byTopics: readonly (readonly [topics: RegExp, step: string])[] = [
  [
    /^hotel-|^offer-pricing$/,
    'Repeat the search with preflight repro, and send the bundle with the hotel and the dates to the service.',
  ],
  [
    /^ticket-/,
    'Look at the ticket with ticket_info before anything else is done to it, and send its number to the service.',
  ],
  [
    /^(avia|pnr|fare)-/,
    'Repeat the flight with preflight repro, and send the bundle with route and day to the service.',
  ],
  [
    /^refusal$/,
    'Refusals are told otherwise than documented: check that your client still tells a refusal from a success.',
  ],
];

const otherwise =
  'Reference data differ from what is documented: keep the copy that your systems have, and tell the service the list.';

/** For one clause. */
export const firstStepOf = (clause: ClauseId): string => {
  const topic = topicOf(clause);
  const found = byRisk.find(([clauses]) => clauses.test(clause))?.[1] ?? byTopic[topic];
  return found ?? byTopics.find(([topics]) => topics.test(topic))?.[1] ?? otherwise;
};

const byKind: Readonly<Record<Exclude<IncidentKind, 'contract'>, string>> = {
  service:
    'Ask the operator of the service for its state, and look with preflight history since when and at which operations.',
  network:
    'Our own network is in the way: check the connection, the name server and the proxy of the machine that runs this.',
  ours: 'Preflight or a binding of ours broke: run npx --no -- preflight check-target TARGET --connect, and mend the target file or report it to us.',
  slo: 'The error budget goes too fast: open the newest incident of this probe, and decide whether releases wait.',
  latency: 'The service answers, only slowly: look at the operations with preflight history before anybody is woken.',
};

/** @param clauses Those that an incident is about; of a contract failure at least one. */
export const firstStep = (kind: IncidentKind, clauses: readonly ClauseId[]): string => {
  const [first] = clauses;
  if (kind !== 'contract') return byKind[kind];
  return first === undefined ? otherwise : firstStepOf(first);
};

const blindStep =
  'Nothing is known of the service: try the credentials and the target file with npx --no -- preflight check-target TARGET --connect.';

/** The cause of an incident about runs that could not judge anything. */
export const blindness = 'nothing judged';

/** By what its cause names: `contract <clause> <fingerprint>`. */
export const stepOfIncident = ({ kind, cause }: { readonly kind: IncidentKind; readonly cause: string }): string =>
  cause === blindness ? blindStep : firstStep(kind, cause.split(' ').map(presentId).filter(isClauseId));
