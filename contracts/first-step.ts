/** What the person on call does first: one sentence for each clause, and for each kind of incident. */
import { topicOf } from './clause.ts';
import { type ClauseId, isClauseId, isPartnerClauseId, presentId } from './clauses.ts';
import { type IncidentKind, type SeenInIncident, titled } from './incident.ts';

/** The first rule that fits counts: what a broken clause puts at risk comes before its topic. */
const byRisk: readonly (readonly [clauses: RegExp, step: string])[] = [
  [
    /other-partner|without-rights|own-bookings-only/,
    "Partners may see or change each other's data: call the service's security contact now, and keep the evidence.",
  ],
  [
    /(^|-)bearer\.(?!issued-token)|wrong-(client-id|secret)|incomplete-login|refusal-carries-no-token/,
    'A client without a valid token may get in: call the security contact of the service now, and keep the evidence.',
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
    'The usual way from search to booking breaks: try it by hand once with preflight repro, and report to the service which step fails.',
  ],
  [
    /sorted|order|lowest-id-first|ranked|highest-score/,
    'A list comes in another order: nothing is lost, so report it in office hours and waive it until it is mended.',
  ],
];

const byTopic: Readonly<Record<string, string>> = {
  token:
    'Logins answer otherwise than documented: check that new tokens still work, then report to the service which member changed.',
  json: 'Answers are no readable JSON: look for a proxy or a page of an outage in front of the service.',
  'search-bookings':
    'Bookings may not be found: compare the list with a booking of your own before anything is booked twice.',
  'view-booking':
    'A booking is shown otherwise than it was made: compare it with what was asked for, and send its id to the service.',
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
    'Refusals look otherwise than documented: check that your client still distinguishes a refusal from a success.',
  ],
];

const otherwise =
  'Reference data differ from what is documented: keep the copy that your systems have, and name the list to the service.';

const ofPartner =
  'Repeat it with preflight repro, and send the bundle to the service with the sentence that is broken.';

/** For one clause. */
export const firstStepOf = (clause: ClauseId): string => {
  const topic = topicOf(clause);
  const found = byRisk.find(([clauses]) => clauses.test(clause))?.[1] ?? byTopic[topic];
  if (found === undefined && isPartnerClauseId(clause)) return ofPartner;
  return found ?? byTopics.find(([topics]) => topics.test(topic))?.[1] ?? otherwise;
};

const withRequestId = (step: string, { requestId }: SeenInIncident): string =>
  requestId === undefined ? step : `${step} Name request ${requestId}.`;

const of5xx = (seen: SeenInIncident): string => {
  const { cause, operations = [] } = seen;
  const [only, ...more] = operations;
  const step =
    cause === downCause || only === undefined || more.length > 0
      ? 'Ask the operator of the service whether a release, a restart or its database is behind the errors.'
      : only === 'token'
        ? 'Ask the operator of the service for its login server: without a token no client can work.'
        : `Only ${only} fails: ask the operator of the service for the supplier or the database behind it.`;
  return withRequestId(step, seen);
};

const hangs =
  'The service takes requests, and does not answer: ask its operator for load, and for what it waits for itself.';

/** Of how no answer came, or no useful one: the first rule that fits counts. */
const byTrouble: readonly (readonly [trouble: RegExp, step: (seen: SeenInIncident) => string])[] = [
  [
    /^login refused$/,
    () => 'Check the credentials, and whether they have expired: npx --no -- preflight check-target TARGET --connect.',
  ],
  [/^HTTP 429/, () => 'Send more slowly: set a lower limits.requestsPerSecond in the target file, or ask for more.'],
  [/^HTTP 5\d\d|INTERNAL_ERROR/, of5xx],
  [/^tls$/, () => 'Compare the dates and the host name of the certificate, and ask the operator for a valid one.'],
  [
    /^unresolved$/,
    () => 'Look the host name up with nslookup, and ask the operator whether its DNS record has changed.',
  ],
  [/^refused$/, () => 'Ask the operator whether the service was stopped or has moved: nothing listens at its address.'],
  [/^connect-timeout$/, () => 'Ask the operator for the firewall and the load balancer: no connection can be made.'],
  [/^(headers-timeout|body-timeout|deadline)$/, (seen) => withRequestId(hangs, seen)],
  [/^reset$/, () => 'Ask the operator for crashes and restarts: connections close in the middle of an answer.'],
  [
    /^(protocol|an HTML page|HTTP 3\d\d)/,
    () => 'Open the baseUrl of the target file: a proxy or a web page answers in the place of the service.',
  ],
  [
    /^(too-large|JSON)/,
    (seen) => withRequestId('Repeat the request, and send the answer to the operator: it cannot be read.', seen),
  ],
];

const byKind: Readonly<Record<Exclude<IncidentKind, 'contract'>, string>> = {
  service:
    'Ask the operator of the service for its state, and look with preflight history since when and at which operations.',
  network:
    'Our own network is in the way: check the connection, the name server and the proxy of the machine that runs this.',
  ours: 'Preflight or a binding broke: run npx --no -- preflight check-target TARGET --connect, and mend the target file or report it.',
  slo: 'The error budget goes too fast: open the newest incident of this probe, and decide whether releases wait.',
  latency: 'The service answers, only slowly: look at the operations with preflight history before a person is woken.',
};

/** By how fast the error budget goes. */
const byBurn: Readonly<Record<string, string>> = {
  'slo fast': 'Look now which runs failed and what they share, and stop a release that has just begun.',
  'slo slow': 'Look today which runs failed and what they share, and hold releases until the failures stop.',
  'slo steady': 'Plan the work in office hours: small failures come again and again, and none lasts.',
};

/** @param clauses Those that an incident is about; of a contract failure at least one. */
export const firstStep = (kind: IncidentKind, clauses: readonly ClauseId[]): string => {
  const [first] = clauses;
  if (kind !== 'contract') return byKind[kind];
  return first === undefined ? otherwise : firstStepOf(first);
};

const blindStep =
  'Nothing is known of the service: try the credentials and the target file with npx --no -- preflight check-target TARGET --connect.';

const watchedStep =
  'A watched error is back: report it to the person who closed it, with what npx --no -- preflight watch shows.';

/** The cause of runs in which a target does not answer: those of all its probes and locations together. */
export const downCause = 'down';
/** The cause of an incident about runs that could not judge anything. */
export const blindness = 'nothing judged';
/** Stands in the place of a trouble where our login was refused, and never taken. */
export const loginRefused = 'login refused';

type StepAsked = {
  readonly kind: IncidentKind;
  readonly cause: string;
  readonly title?: string;
  readonly seen?: readonly SeenInIncident[];
};

/** By the trouble that was seen; else by what its cause names: `contract <clause> <fingerprint>`. */
export const stepOfIncident = ({ kind, cause, title = '', seen = [] }: StepAsked): string => {
  const main = titled(title, seen);
  const ofTrouble = byTrouble.find(([trouble]) => trouble.test(main?.trouble ?? ''))?.[1];
  if (main && ofTrouble && kind !== 'network') return ofTrouble(main);
  if (cause === blindness) return blindStep;
  if (cause.startsWith('watched ')) return watchedStep;
  return byBurn[cause] ?? firstStep(kind, cause.split(' ').map(presentId).filter(isClauseId));
};
