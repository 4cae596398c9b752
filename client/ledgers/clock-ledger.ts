/** The one clock of a service that levers move: which run may move it, and how far runs have moved it in all. */
import { z } from 'zod';
import { type Form, type Stores, StoreUnavailable, updated } from '../../stores/store.ts';
import { owner } from './ledger-state.ts';
import { isLiving, thisProcess } from './owner.ts';

const state = z.strictObject({
  schema: z.literal('preflight.clock/1'),
  owner: owner.nullable(),
  movedMs: z.number().nonnegative(),
});

const form: Form<z.infer<typeof state>> = {
  id: 'clock',
  name: 'record of the clock lever',
  schema: state,
  empty: { schema: 'preflight.clock/1', owner: null, movedMs: 0 },
  isReplaceable: true,
};

/** What one run knows of it. */
export type ClockLedger = {
  /**
   * Makes this run the one that moves the clock until `release`; false when another living one does.
   *
   * @throws StoreUnavailable
   */
  take(): Promise<boolean>;
  /** Writes down how far it is about to be moved: a run that is killed then cannot. @throws StoreUnavailable */
  note(ms: number): Promise<void>;
  /** How far others have moved it since this was last asked; at first, how far it was ever moved. */
  movedByOthersMs(): Promise<number>;
  release(): Promise<void>;
};

/** @param endsBy When this run moves nothing more, ms since the epoch. */
export const clockLedger = (
  stores: Stores,
  { baseUrl, now, endsBy }: { readonly baseUrl: string; readonly now: () => number; readonly endsBy: number },
): ClockLedger => {
  // One for the service, the same for all its partners.
  const store = stores.open(form, [baseUrl]);
  let isOurs = false;
  let knownMs = 0;
  const unlessAway = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
    work.catch((thrown: unknown) => {
      if (thrown instanceof StoreUnavailable) return otherwise;
      throw thrown;
    });
  return {
    take: async () => {
      isOurs ||= await store.change((before) =>
        before.owner !== null && isLiving(before.owner, now())
          ? { result: false }
          : { state: { ...before, owner: thisProcess(endsBy) }, result: true },
      );
      return isOurs;
    },
    note: async (ms) => {
      await updated(store, ({ movedMs }) => ({ movedMs: movedMs + ms }));
      knownMs += ms;
    },
    movedByOthersMs: async () => {
      const { movedMs } = await unlessAway(store.read(), { ...form.empty, movedMs: knownMs });
      const byOthers = movedMs - knownMs;
      knownMs = movedMs;
      return byOthers;
    },
    release: async () => {
      if (isOurs)
        await unlessAway(
          updated(store, () => ({ owner: null })),
          undefined,
        );
      isOurs = false;
    },
  };
};
