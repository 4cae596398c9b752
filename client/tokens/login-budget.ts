/** Bounds how many logins are sent, whatever the service says of its tokens: too many may block the account (part 5). */
import { z } from 'zod';
import type { Login } from '../../contracts/trace.ts';
import { loginsPerHourMax } from '../limits.ts';
import { type Form, type Stores, StoreUnavailable } from '../store.ts';
import { TokenUnavailable } from './token-holder.ts';

const moment = z.iso.datetime();

const state = z.strictObject({ schema: z.literal('preflight.logins/1'), sentAt: z.array(moment) });

/** Of one account, by all runs: the right ones, or the wrong ones. */
const form: Form<z.infer<typeof state>> = {
  id: 'logins',
  name: 'count of logins',
  schema: state,
  empty: { schema: 'preflight.logins/1', sentAt: [] },
  isReplaceable: true,
};

export type LoginBudget = {
  /**
   * Counts one before it is sent.
   *
   * @throws TokenUnavailable when there were enough.
   */
  take(account: { readonly baseUrl: string; readonly clientId: string }, login: Login): Promise<void>;
  /** What follows counts as another run. */
  anew(): void;
  /** Why the first login was refused that was; undefined while none was. */
  refusal(): string | undefined;
};

/** Beside those of may.extraTokens: the first, and one in place of a token that has ended or was lost. */
const alwaysAllowed = 2;
const hourMs = 3_600_000;

/**
 * @param extraPerRun `may.extraTokens.perRun` of the target: in a run, each account of each world has so many more.
 * @param shared Where all runs of the target count theirs; nowhere for a service that ends with the run.
 */
export const loginBudget = (
  extraPerRun: number,
  shared: { readonly stores: Stores; readonly baseUrl: string; readonly now: () => number } | undefined,
): LoginBudget => {
  const inRun = new Map<string, number>();
  let refusal: string | undefined;
  const refuse = (reason: string): never => {
    refusal ??= reason;
    throw new TokenUnavailable('trouble', reason);
  };

  const takeOfRun = (account: string): void => {
    const sent = inRun.get(account) ?? 0;
    const max = extraPerRun + alwaysAllowed;
    if (sent >= max) {
      refuse(
        `no more logins in this run: it has sent ${sent} with these credentials, and may.extraTokens.perRun + ${alwaysAllowed} is ${max}; if its tokens are meant to end so early, raise may.extraTokens.perRun`,
      );
    }
    inRun.set(account, sent + 1);
  };

  /** When another one may be sent; undefined when this one may. */
  const takeOfHour = async (key: readonly string[], { stores, baseUrl, now }: NonNullable<typeof shared>) =>
    stores.open(form, [baseUrl, ...key]).change((before) => {
      const recent = before.sentAt.filter((at) => Math.abs(now() - Date.parse(at)) < hourMs);
      const [oldest] = recent;
      if (oldest !== undefined && recent.length >= loginsPerHourMax) {
        return { result: new Date(Date.parse(oldest) + hourMs).toISOString() };
      }
      const sentAt = [...recent, new Date(now()).toISOString()];
      return { state: { ...before, sentAt }, result: undefined };
    });

  return {
    anew: () => inRun.clear(),
    refusal: () => refusal,
    take: async ({ baseUrl, clientId }, login) => {
      const isRight = login === 'own' || login === 'other';
      // A wrong one is sent on purpose, and each flow bounds its own.
      if (isRight) takeOfRun(JSON.stringify([baseUrl, clientId]));
      if (baseUrl !== shared?.baseUrl) return;
      const againAt = await takeOfHour(isRight ? [clientId] : [clientId, 'wrong'], shared).catch((thrown: unknown) => {
        // A disk that is full is no reason to ask nothing: the bound of the run holds.
        if (thrown instanceof StoreUnavailable) return undefined;
        throw thrown;
      });
      if (againAt === undefined) return;
      const [which, wayOut] = isRight
        ? ['', 'let runs share one token (XDG_CACHE_HOME that lasts, or DATABASE_URL), or run less often']
        : ['wrong ', 'run less often, or leave out wrong logins with --depth probe'];
      refuse(
        `no more ${which}logins before ${againAt}: all runs together have sent ${loginsPerHourMax} for this account in an hour; ${wayOut}`,
      );
    },
  };
};
