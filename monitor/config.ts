/** What a monitor watches, and where it sends alerts: the form of `monitor.config.ts`. */

import { z } from 'zod';
import { type Severity, severities } from '../contracts/clause.ts';
import { contact } from '../contracts/contact.ts';
import { depths } from '../contracts/depth.ts';
import { minuteMs } from '../contracts/durations.ts';
import { operationIds } from '../contracts/operations.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { incidentKinds } from '../history/tables.ts';
import { type CauseRules, defaultRules } from './causes.ts';
import { isWebhookSecret } from './channels/request.ts';
import { type Schedule, scheduleOf } from './schedule.ts';

/** As nodemailer names its settings. */
type MailServer = {
  readonly host: string;
  readonly port: number;
  /** Encrypted from the first byte. */
  readonly secure: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
  readonly requireTLS: boolean;
  readonly ignoreTLS: boolean;
};

/** Of submission (RFC 8314), without TLS at its beginning and with it. */
const ports = { 'smtp:': 587, 'smtps:': 465 } as const;

const thisMachine = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

/**
 * A password is sent encrypted only. A server on this machine is accepted as it is: nothing stands in between, and its
 * certificate is seldom signed by an authority.
 *
 * @throws URIError when the name or the password is not percent-encoded.
 */
export const mailServerOf = (smtp: string): MailServer => {
  const { protocol, hostname, port, username, password } = new URL(smtp);
  const host = hostname.replace(/^\[(.+)\]$/, '$1');
  const secure = protocol === 'smtps:';
  const isHere = thisMachine.test(host);
  return {
    host,
    port: port === '' ? ports[secure ? 'smtps:' : 'smtp:'] : Number(port),
    secure,
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    requireTLS: username !== '' && !secure && !isHere,
    ignoreTLS: !secure && isHere,
  };
};

/** Whether it names a server, perhaps a login, and nothing that would be left out in silence. */
export const isMailServer = (smtp: string): boolean => {
  if (!URL.canParse(smtp)) return false;
  const { hostname, port, pathname, search, hash, username, password } = new URL(smtp);
  const isWhole =
    hostname !== '' && port !== '0' && (pathname === '' || pathname === '/') && search === '' && hash === '';
  if (!isWhole || (username === '' && password !== '')) return false;
  try {
    mailServerOf(smtp);
    return true;
  } catch {
    return false;
  }
};

/** As a label in a chart, and in a command. */
const name = z.string().regex(/^[a-z0-9][a-z0-9-]{0,59}$/, 'take small letters, digits and dashes, 60 at most');

const latencyObjective = z.strictObject({
  /** 95 of 100 requests are answered within it. */
  p95Ms: z.number().positive(),
});

/** So far a rule looks back. */
const runs = z.number().int().min(1).max(100);

const opensForm = z
  .strictObject({
    /** So many failures in a row open an incident … */
    inRow: runs.default(defaultRules.inRow),
    /** … or so many of the last ones. */
    failures: runs.default(defaultRules.failures),
    ofLast: runs.default(defaultRules.ofLast),
  })
  .refine(({ failures, ofLast }) => failures <= ofLast, {
    path: ['failures'],
    message: 'more than ofLast: so many never fail of them',
  });

const deadlineMsMin = 1_000;
const deadlineMsDefault = 2 * minuteMs;

const probeForm = z.strictObject({
  name,
  /** As --target of a gate. */
  target: z.string().min(1),
  /** Areas or clauses; all that the depth has where it is left out. */
  only: z.array(z.string().min(1)).min(1, 'name an area or a clause, or leave it out for all').default([]),
  depth: z.enum(depths).default('probe'),
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  cron: z.string().min(1).default('*/5 * * * *'),
  timeZone: z.string().min(1).default('UTC'),
  /** What is not answered by then is not sent any more; by default it fits the time between two runs. */
  deadlineMs: z
    .number()
    .int()
    .min(deadlineMsMin)
    .max(24 * 60 * minuteMs)
    .optional(),
  /** Whether it may book and ticket what the target allows. */
  effects: z.boolean().default(false),
  /** The share of runs that have to pass. */
  slo: z.number().gt(0).lt(1).default(0.99),
  opens: opensForm.prefault({}),
  /** So many passes in a row close an incident. */
  closes: z.strictObject({ passes: runs.default(defaultRules.passes) }).prefault({}),
  latency: z.partialRecord(z.enum(operationIds), latencyObjective).default({}),
  /** Whether one may begin while another runs. */
  overlaps: z.boolean().default(false),
});
type ReadProbe = z.infer<typeof probeForm>;
export type Probe = ReadProbe & { readonly deadlineMs: number };

/** A fifth of the time between two runs is left for the clean-up of the first. */
const deadlineShare = 0.8;

const withDeadline = (one: ReadProbe, { intervalMs }: Schedule): Probe => {
  const fitting = one.overlaps ? deadlineMsDefault : Math.min(deadlineMsDefault, intervalMs * deadlineShare);
  return { ...one, deadlineMs: one.deadlineMs ?? Math.max(deadlineMsMin, Math.floor(fitting)) };
};

/** When its incidents open and close. */
export const rulesOf = ({ opens, closes }: Probe): CauseRules => ({ ...opens, ...closes });

const kinds = z.array(z.enum(incidentKinds)).min(1).optional();
const address = z.url({ protocol: /^https?$/ });
const secret = z
  .string()
  .min(16, 'take 16 characters or more')
  .refine(isWebhookSecret, 'behind whsec_ put 24 to 64 bytes in base64, as `openssl rand -base64 32` makes them');
const mailServer = z
  .url({ protocol: /^smtps?$/ })
  .refine(isMailServer, 'write it as smtps://user:password@host:port, with %25 for a percent sign');

/** What a channel gets where it names none. */
export const severitiesDefault: readonly Severity[] = ['critical', 'major'];

export const severitiesOf = ({ severities: heard }: Pick<Channel, 'severities'>): readonly Severity[] =>
  heard ?? severitiesDefault;

const ofChannel = {
  name,
  kinds,
  /** `minor` is sent only to a channel that lists it. */
  severities: z.array(z.enum(severities)).min(1).optional(),
  /** It gets only what is open for so long, and is acknowledged by no person. */
  escalateAfterMs: z.number().int().min(minuteMs).optional(),
};

/** Where alerts go; `kinds` and `severities` keep a channel to some of them. */
const channelForm = z.discriminatedUnion('to', [
  z.strictObject({ to: z.literal('webhook'), ...ofChannel, url: address, secret }),
  z.strictObject({ to: z.literal('slack'), ...ofChannel, url: address }),
  z.strictObject({ to: z.literal('pagerduty'), ...ofChannel, routingKey: z.string().min(1), url: address.optional() }),
  z.strictObject({
    to: z.literal('email'),
    ...ofChannel,
    smtp: mailServer,
    from: z.email(),
    recipients: z.array(z.email()).min(1),
  }),
  z.strictObject({ to: z.literal('command'), ...ofChannel, command: z.array(z.string().min(1)).min(1) }),
]);
export type Channel = z.infer<typeof channelForm>;

const days = z.number().int().min(1).max(3_650);

export const monitorForm = z.strictObject({
  probes: z.array(probeForm).min(1, 'write at least one probe'),
  channels: z.array(channelForm).default([]),
  /** Is called when a round begins and when it has ended; `/start` and `/fail` are put behind it. */
  heartbeat: address.optional(),
  /** A file, where neither the command line nor DATABASE_URL says where the history is. */
  history: z.string().min(1).optional(),
  /** How long runs are kept whole, and their counts by hour and by day. */
  keepDays: z
    .strictObject({ runs: days.default(30), hours: days.default(120), days: days.default(1_100) })
    .prefault({}),
  /** Asked when the service cannot be reached, to distinguish its outage from an outage of our network. */
  otherHost: z.union([address, z.literal(false)]).default('https://www.iana.org'),
  /** A reminder is sent while an incident is open and is acknowledged by no person. */
  remindAfterMs: z
    .number()
    .int()
    .min(minuteMs)
    .default(4 * 60 * minuteMs),
  /** In the user agent of each request: an e-mail address or a URL, for the people of the service. */
  contact: contact.optional(),
});
export type MonitorConfig = z.infer<typeof monitorForm>;
/** What a person writes; all but the names and targets of probes has a default. */
export type MonitorDefinition = z.input<typeof monitorForm>;

export type ProbeDefinition = z.input<typeof probeForm>;

/** Types a probe of a monitor file. */
export const probe = (definition: ProbeDefinition): ProbeDefinition => definition;

/** Types a monitor file. The file is validated when it is loaded, so that a mistake is reported as one line. */
export const monitor = (definition: MonitorDefinition): MonitorDefinition => definition;

const twice = (names: readonly string[]): string | undefined => names.find((each, i) => names.indexOf(each) !== i);

/** Whether anything reaches a person at the moment at which a target goes down. */
const leavesAtOnce = (channel: Channel): boolean =>
  channel.escalateAfterMs === undefined && severitiesOf(channel).includes('critical');

export type ScheduledProbe = { readonly probe: Probe; readonly schedule: Schedule };

/**
 * @param file As the person named it.
 * @throws UsageError for the first thing that is wrong; nothing has been run then.
 */
export const watchedBy = (
  definition: unknown,
  file: string,
  now: number,
): { readonly config: MonitorConfig; readonly watched: readonly ScheduledProbe[] } => {
  const at = `monitor file ${file}:`;
  const { data: config, error } = monitorForm.safeParse(definition);
  if (!config) {
    const [issue] = error.issues;
    throw new UsageError(
      `${at} ${issue?.path.join('.') || 'the whole'}: ${issue?.message}; see docs/operate/monitoring.md`,
    );
  }
  const probeTwice = twice(config.probes.map((each) => each.name));
  if (probeTwice) throw new UsageError(`${at} two probes are called ${probeTwice}: give each a name of its own`);
  const channelTwice = twice(config.channels.map((each) => each.name));
  if (channelTwice) throw new UsageError(`${at} two channels are called ${channelTwice}: give each a name of its own`);
  if (config.channels.length > 0 && !config.channels.some(leavesAtOnce)) {
    throw new UsageError(
      `${at} no channel gets what is critical at once: take escalateAfterMs from one, or add critical to its severities`,
    );
  }
  const watched = config.probes.map((each) => {
    const schedule = scheduleOf(each, `${at} probe ${each.name}`, now);
    return { probe: withDeadline(each, schedule), schedule };
  });
  const tooLong = watched.find(
    ({ probe: { deadlineMs, overlaps }, schedule: { intervalMs } }) => !overlaps && deadlineMs > intervalMs,
  );
  if (tooLong) {
    const { probe: each, schedule } = tooLong;
    throw new UsageError(
      `${at} probe ${each.name}: deadlineMs ${each.deadlineMs} is longer than the ${schedule.intervalMs} ms between its runs: shorten it, or set overlaps`,
    );
  }
  return { config, watched };
};
