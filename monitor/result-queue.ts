/** Results on their way into the store: where it cannot take them they wait on disk, or in memory where that fails. */
import type { UnsavedCounts } from '../contracts/unsaved.ts';
import { firstLineOf } from '../contracts/usage-error.ts';
import { StoreFailed } from '../stores/database.ts';
import { endOf, type StoredResult } from './keep-result.ts';
import type { SlotResult } from './slot-result.ts';

export type SpooledResult = { readonly result: SlotResult; done(): Promise<void> };

export type Spool = {
  put(result: SlotResult): Promise<void>;
  /** Those that wait, the oldest first. */
  waiting(): Promise<readonly SpooledResult[]>;
};

export type ResultQueue = {
  /** @returns undefined where it has to wait. */
  put(result: SlotResult): Promise<StoredResult | undefined>;
  /** Hands over what waits. */
  deliver(): Promise<void>;
  unsaved(): UnsavedCounts;
};

type QueueParts = {
  readonly keep: (result: SlotResult) => Promise<StoredResult>;
  readonly spool: Spool;
  readonly trouble: (line: string) => void;
  /** Called with a line when all that waited is in the store. */
  readonly recovered: (line: string) => void;
  /** Of what waits in memory. */
  readonly bytesMax?: number;
};

/** A few thousand results of probes. */
export const heldBytesMax = 64 * 1_024 * 1_024;

/** As text: so its size is known, and it takes less room than its objects. */
type HeldResult = { readonly text: Buffer; readonly at: number; readonly isPlain: boolean };

const isPlain = (result: SlotResult): boolean =>
  result.kind === 'ran'
    ? result.record.verdict === 'pass'
    : result.kind === 'repeated' && result.cases.every(({ shown }) => shown !== 'failed');

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_024 / 1_024)} MB`;

export const resultQueue = (parts: QueueParts): ResultQueue => {
  const { keep, spool, trouble, recovered, bytesMax = heldBytesMax } = parts;
  const held = new Set<HeldResult>();
  let heldBytes = 0;
  /** When each of those beside the store was measured. */
  let onDisk: number[] = [];
  let dropped = 0;
  /** Since something waits. */
  const lately = { delivered: 0, dropped: 0 };

  const release = (one: HeldResult): void => {
    if (held.delete(one)) heldBytes -= one.text.length;
  };

  /** The oldest pass, or the oldest where none has passed: a failure says more. */
  const drop = (): void => {
    const all = [...held];
    const one = all.find((each) => each.isPlain) ?? all[0];
    if (!one) return;
    release(one);
    dropped += 1;
    lately.dropped += 1;
    // At 1, 10, 100, ...: each of them would fill the terminal.
    if (/^10*$/.test(String(dropped)))
      trouble(`memory for unsaved results is full (${megabytes(bytesMax)}): ${dropped} dropped so far, passes first`);
  };

  const hold = (result: SlotResult): void => {
    const text = Buffer.from(JSON.stringify(result));
    held.add({ text, at: endOf(result), isPlain: isPlain(result) });
    heldBytes += text.length;
    while (heldBytes > bytesMax) drop();
  };

  /** @returns Why it cannot be written there; undefined where it is. */
  const spooling = async (result: SlotResult): Promise<string | undefined> => {
    try {
      await spool.put(result);
    } catch (thrown) {
      return firstLineOf(thrown);
    }
    onDisk.push(endOf(result));
    return undefined;
  };

  /** @returns `away` where it is of no use to go on: the others would fare the same. */
  const handOver = async (result: SlotResult): Promise<'kept' | 'refused' | 'away'> => {
    try {
      await keep(result);
    } catch (thrown) {
      trouble(firstLineOf(thrown));
      return thrown instanceof StoreFailed && thrown.isPassing ? 'away' : 'refused';
    }
    lately.delivered += 1;
    return 'kept';
  };

  const deliverSpooled = async (): Promise<void> => {
    const waiting = await spool.waiting();
    onDisk = waiting.map(({ result }) => endOf(result));
    for (const { result, done } of waiting) {
      const found = await handOver(result);
      if (found === 'away') return;
      if (found === 'refused') continue;
      await done();
      onDisk.splice(onDisk.indexOf(endOf(result)), 1);
    }
  };

  const deliverHeld = async (): Promise<void> => {
    for (const one of [...held]) {
      // Another was put meanwhile, and this one dropped for it.
      if (!held.has(one)) continue;
      const result = JSON.parse(one.text.toString()) as SlotResult;
      const found = await handOver(result);
      if (found === 'kept' || (await spooling(result)) === undefined) release(one);
      else if (found === 'away') return;
    }
  };

  return {
    put: async (result) => {
      try {
        return await keep(result);
      } catch (thrown) {
        // For any reason why it cannot be kept: it was measured.
        trouble(firstLineOf(thrown));
        const why = await spooling(result);
        if (why === undefined) return undefined;
        trouble(`${why}; results wait in memory, ${megabytes(bytesMax)} at most`);
        hold(result);
        return undefined;
      }
    },
    deliver: async () => {
      await deliverSpooled().catch((thrown: unknown) => trouble(firstLineOf(thrown)));
      await deliverHeld();
      if (held.size + onDisk.length > 0 || lately.delivered + lately.dropped === 0) return;
      const gone = lately.dropped > 0 ? `, and ${lately.dropped} were dropped` : '';
      recovered(`all results are saved again: ${lately.delivered} had waited${gone}`);
      Object.assign(lately, { delivered: 0, dropped: 0 });
    },
    unsaved: () => {
      const [oldest] = held;
      const moments = [oldest?.at, onDisk[0]].filter((each) => each !== undefined);
      const since = moments.length === 0 ? null : new Date(Math.min(...moments)).toISOString();
      return { inMemory: held.size, onDisk: onDisk.length, since, dropped };
    },
  };
};
