/** The one clock of a service that levers move: which run may move it, and how far runs have moved it in all. */
import { z } from 'zod';
import { type StoreForm, type Stores, StoreUnavailable, updated } from '../../stores/store.ts';
import { isLiving, owner, thisProcess } from './owner.ts';

const state = z.strictObject({
  schema: z.literal('preflight.clock/1'),
  owner: owner.nullable(),
  movedMs: z.number().nonnegative(),
});

const form: StoreForm<z.infer<typeof state>> = {
  id: 'clock',
  name: 'record of the clock lever',
  schema: state,
  empty: { schema: 'preflight.clock/1', owner: null, movedMs: 0 },
  isReplaceable: true,
};

export type ClockLedger = ReturnType<typeof clockLedger>;

/** @throws StoreUnavailable, from `take` and `note`. */
export const clockLedger = (
  stores: Stores,
  { baseUrl, now, endsBy }: { readonly baseUrl: string; readonly now: () => number; readonly endsBy: number },
) => {
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
    /** Makes this run the one that moves the clock until `release`; false when another living one does. */
    take: async (): Promise<boolean> => {
      isOurs ||= await store.change((before) =>
        isLiving(before.owner, now())
          ? { result: false }
          : { state: { ...before, owner: thisProcess(endsBy) }, result: true },
      );
      return isOurs;
    },
    /** Writes down how far it is about to be moved: a run that is killed then cannot. */
    note: async (ms: number): Promise<void> => {
      await updated(store, ({ movedMs }) => ({ movedMs: movedMs + ms }));
      knownMs += ms;
    },
    /** How far others have moved it since this was last asked; at first, how far it was ever moved. */
    movedByOthersMs: async (): Promise<number> => {
      const { movedMs } = await unlessAway(store.read(), { ...form.empty, movedMs: knownMs });
      const byOthers = movedMs - knownMs;
      knownMs = movedMs;
      return byOthers;
    },
    release: async (): Promise<void> => {
      const given = isOurs ? updated(store, () => ({ owner: null })) : Promise.resolve();
      await unlessAway(given, undefined);
      isOurs = false;
    },
  };
};
