/** Results that wait beside the store, one file each. */
import { type SpoolForm, spool, spooled, unspool } from '../history/spool.ts';
import type { Spool } from './result-queue.ts';
import { type SlotResult, slotResult } from './slot-result.ts';

const resultForm: SpoolForm<SlotResult> = { kind: 'slot', schema: slotResult };

/** @param file The store. */
export const spoolBeside = (file: string, now: () => number): Spool => ({
  put: (result) => {
    const { probe, location, at } = result.slot;
    const id = `${probe}-${location}-${at}${result.kind === 'ran' && result.confirms ? '-confirms' : ''}`;
    return spool(file, resultForm, { value: result, at: now(), id });
  },
  waiting: async () => {
    const all = [];
    for await (const { path, value } of spooled(file, resultForm))
      all.push({ result: value, done: () => unspool({ path }) });
    return all;
  },
});
