/** A dead man's switch: reports begin and end of rounds to a service that raises the alarm when they no longer come. */
import { firstLineOf } from '../contracts/usage-error.ts';
import { requestOnce } from './channels/request.ts';

/** Both resolve, never reject; callers need not wait for them. */
export type Heartbeat = {
  begun(): Promise<void>;
  ended(isWell: boolean): Promise<void>;
};

/** Behind the path of the address, whose query stays. */
const addresses = { start: '/start', end: '', failure: '/fail' } as const;
type Beat = keyof typeof addresses;

const beats = {
  start: 'the start of a round',
  end: 'the end of a round',
  failure: 'a round that failed',
} as const satisfies Record<Beat, string>;

const addressOf = (url: string, beat: Beat): string => {
  const at = new URL(url);
  if (addresses[beat] !== '') at.pathname = `${at.pathname.replace(/\/+$/, '')}${addresses[beat]}`;
  return at.href;
};

/** Of Uptime Kuma and Cronitor, whose address says in its query how it went: `?status=up`, `?state=complete`. */
const stateKeys = ['status', 'state'] as const;

/** A service that knows the plain address alone. */
const notKnown = 'HTTP 404';

/**
 * Calls `URL/start`, then `URL` or `URL/fail`, each with GET, as healthchecks.io and similar services have it. A
 * service that knows the plain address only gets the rounds that went well, and notices the others because nothing
 * comes: one whose query says the state, or that answers the other two with 404.
 *
 * @param onFailure Called with the reason in a line without the address: once for each of the three, until that works
 *   again.
 */
export const heartbeat = (
  url: string,
  {
    environment,
    onFailure,
    deadlineMs = 5_000,
  }: {
    readonly environment: NodeJS.ProcessEnv;
    readonly onFailure: (line: string) => void;
    readonly deadlineMs?: number;
  },
): Heartbeat => {
  const failing = new Set<Beat>();
  const isPlain = stateKeys.some((key) => new URL(url).searchParams.has(key));
  const report = async (beat: Beat): Promise<void> => {
    if (isPlain && beat !== 'end') return;
    try {
      await requestOnce({ method: 'GET', url: addressOf(url, beat) }, { environment, deadlineMs });
      failing.delete(beat);
    } catch (thrown) {
      const why = firstLineOf(thrown);
      if (failing.has(beat) || (beat !== 'end' && why === notKnown)) return;
      failing.add(beat);
      onFailure(`heartbeat: ${beats[beat]} was not told: ${why}`);
    }
  };
  let start: Promise<void> = Promise.resolve();
  return {
    begun: () => {
      start = report('start');
      return start;
    },
    ended: async (isWell) => {
      // An end that overtakes its start would leave a round open over there.
      await start;
      await report(isWell ? 'end' : 'failure');
    },
  };
};
