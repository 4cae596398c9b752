/** Whose fault it is that a service cannot be reached: asked of a host that does not belong to it. */
import { request } from 'undici';
import { hourMs } from '../contracts/durations.ts';
import type { RanSlot } from './slot-result.ts';

const deadlineMs = 5_000;

type NetworkAsked = {
  /** Of the service: what is on this machine or in its own network says nothing about the way out of it. */
  readonly baseUrl: string;
  /** A host that does not belong to the service; false where there is none. */
  readonly otherHost: string | false;
};

const isHere = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname === '[::1]' ||
  /^127\.|^10\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\./.test(hostname);

/** The host that says something about the way to a service; undefined where none does. */
const hostFor = ({ baseUrl, otherHost }: NetworkAsked): string | undefined =>
  otherHost === false || isHere(new URL(baseUrl).hostname) ? undefined : otherHost;

/** Any answer shows that there is a way out. */
type AskHost = (url: string) => Promise<void>;

const ask: AskHost = async (url) => {
  const { body } = await request(url, {
    method: 'HEAD',
    signal: AbortSignal.timeout(deadlineMs),
    headersTimeout: deadlineMs,
  });
  await body.dump();
};

/** Whose fault it is that a service cannot be reached at all. */
type OurNetwork = Pick<RanSlot, 'isNetworkOurs' | 'isNetworkUnchecked'>;

/** When a host was last reached from where we are; undefined where it was not, lately. */
export type ReachedHosts = {
  at(host: string): Promise<number | undefined>;
  note(host: string): Promise<void>;
};

type NetworkCheck = {
  /** While the service answers: a host that was never reached shows nothing when both are out of reach. */
  learnt(asked: NetworkAsked): Promise<void>;
  /** Asked of an independent host, when the service cannot be reached at all. */
  shown(asked: NetworkAsked): Promise<OurNetwork>;
};

type NetworkCheckParts = {
  readonly reachedHosts: ReachedHosts;
  readonly now: () => number;
  readonly askHost?: AskHost;
};

/** A firewall may be opened, or closed. */
const learnAgainMs = { reached: 12 * hourMs, unreached: hourMs } as const;

export const networkCheck = ({ reachedHosts, now, askHost = ask }: NetworkCheckParts): NetworkCheck => {
  const triedAt = new Map<string, number>();
  const isReached = async (host: string): Promise<boolean> => {
    triedAt.set(host, now());
    return askHost(host).then(
      () => true,
      () => false,
    );
  };
  return {
    learnt: async (asked) => {
      const host = hostFor(asked);
      if (host === undefined) return;
      const isDue = (last = 0, ms: number): boolean => now() - last >= ms;
      if (!isDue(triedAt.get(host), learnAgainMs.unreached)) return;
      if (!isDue(await reachedHosts.at(host), learnAgainMs.reached)) return;
      if (await isReached(host)) await reachedHosts.note(host);
    },
    shown: async (asked) => {
      const unchecked = { isNetworkOurs: false, isNetworkUnchecked: true } as const;
      const host = hostFor(asked);
      if (host === undefined) return unchecked;
      if (await isReached(host)) return { isNetworkOurs: false };
      return (await reachedHosts.at(host)) === undefined ? unchecked : { isNetworkOurs: true };
    },
  };
};
