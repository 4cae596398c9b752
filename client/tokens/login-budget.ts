/** Bounds how many logins are sent, for any lifetime of tokens: too many may block the account (part 5). */

import { z } from 'zod';
import { hourMs } from '../../contracts/durations.ts';
import type { Login } from '../../contracts/trace.ts';
import { type Store, type StoreForm, type Stores, StoreUnavailable } from '../../stores/store.ts';
import { loginsPerHourMax } from '../limits.ts';
import { TokenUnavailable } from './token-holder.ts';

const moment = z.iso.datetime();

type LoginBudgetState = z.infer<typeof state>;

const state = z.strictObject({ schema: z.literal('preflight.logins/1'), sentAt: z.array(moment) });

/** Of one account, by all runs: the right ones, or the wrong ones. */
const form: StoreForm<LoginBudgetState> = {
  id: 'logins',
  name: 'count of logins',
  schema: state,
  empty: { schema: 'preflight.logins/1', sentAt: [] },
  isReplaceable: true,
};

export type LoginBudget = ReturnType<typeof loginBudget>;

/** What cannot be counted changes nothing: a full disk is no reason to ask nothing, and the bound of the run holds. */
const orNothing = (thrown: unknown): undefined => {
  if (!(thrown instanceof StoreUnavailable)) throw thrown;
};

/** Beside those of may.extraTokens: the first, and one in place of a token that has ended or was lost. */
const alwaysAllowed = 2;

/**
 * @param extraPerRun `may.extraTokens.perRun` of the target: in a run, each account of each world has so many more.
 * @param shared Where all runs of the target count theirs; nowhere for a service that ends with the run.
 * @param isClockMovable A lever of the target moves the clock of the service, for other runs, too.
 */
export const loginBudget = (
  extraPerRun: number,
  shared: { readonly stores: Stores; readonly baseUrl: string; readonly now: () => number } | undefined,
  isClockMovable = false,
) => {
  const inRun = new Map<string, number>();
  let refusal: string | undefined;
  const refuse = (reason: string): never => {
    refusal ??= reason;
    throw new TokenUnavailable('trouble', reason);
  };

  const unlessMoved = isClockMovable ? 'no other run moves the clock and ' : '';

  const takeOfRun = (account: string): void => {
    const sent = inRun.get(account) ?? 0;
    const max = extraPerRun + alwaysAllowed;
    if (sent >= max) {
      refuse(
        `no more logins in this run: it has sent ${sent} with these credentials, and may.extraTokens.perRun + ${alwaysAllowed} is ${max}; if ${unlessMoved}its tokens are meant to end so early, raise may.extraTokens.perRun`,
      );
    }
    inRun.set(account, sent + 1);
  };

  /** When it is sent, or when another one may be. */
  const takeOfHour = (store: Store<LoginBudgetState>, now: () => number) =>
    store.change<{ readonly at: string } | { readonly againAt: string }>((before) => {
      const recent = before.sentAt.filter((at) => Math.abs(now() - Date.parse(at)) < hourMs);
      const [oldest] = recent;
      if (oldest !== undefined && recent.length >= loginsPerHourMax) {
        return { result: { againAt: new Date(Date.parse(oldest) + hourMs).toISOString() } };
      }
      const at = new Date(now()).toISOString();
      return { state: { ...before, sentAt: [...recent, at] }, result: { at } };
    });

  const giveBack = async (store: Store<LoginBudgetState>, at: string): Promise<void> => {
    await store
      .change(({ sentAt, ...state }) => ({
        state: { ...state, sentAt: sentAt.filter((_, i) => i !== sentAt.lastIndexOf(at)) },
        result: undefined,
      }))
      .catch(orNothing);
  };

  return {
    /** What follows counts as another run. */
    anew: () => inRun.clear(),
    /** Why the first login was refused that was; undefined while none was. */
    refusal: () => refusal,
    /** Counts one before it is sent; what this resolves to takes it out again. @throws TokenUnavailable */
    take: async (
      { baseUrl, clientId }: { readonly baseUrl: string; readonly clientId: string },
      login: Login,
    ): Promise<() => Promise<void>> => {
      const isRight = login === 'own' || login === 'other';
      // A wrong one is sent on purpose, and each flow bounds its own.
      if (isRight) takeOfRun(JSON.stringify([baseUrl, clientId]));
      if (baseUrl !== shared?.baseUrl) return async () => {};
      const store = shared.stores.open(form, [baseUrl, clientId, ...(isRight ? [] : ['wrong'])]);
      const taken = await takeOfHour(store, shared.now).catch(orNothing);
      if (!taken || 'at' in taken) return async () => taken && giveBack(store, taken.at);
      const [which, wayOut] = isRight
        ? ['', 'let runs share one token (XDG_CACHE_HOME that lasts, or DATABASE_URL), or run less often']
        : ['wrong ', 'run less often, or leave out wrong logins with --depth probe'];
      return refuse(
        `no more ${which}logins before ${taken.againAt}: all runs together have sent ${loginsPerHourMax} for this account in an hour; ${wayOut}`,
      );
    },
  };
};
