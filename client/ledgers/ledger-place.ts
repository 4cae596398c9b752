/** Whom a ledger is about, and where it is kept. */

import { memoryStores } from '../../stores/memory-stores.ts';
import type { Form, Store, Stores } from '../../stores/store.ts';

export type LedgerPlace = {
  readonly stores: Stores;
  readonly account: { readonly baseUrl: string; readonly clientId: string };
  readonly now: () => number;
};

/** Shared by all who work on the account. */
export const storeAt = <State>({ stores, account }: LedgerPlace, form: Form<State>): Store<State> =>
  stores.open(form, [account.baseUrl, account.clientId]);

/** For a service that ends with this process. */
export const inMemory = (now: () => number): LedgerPlace => ({
  stores: memoryStores(),
  account: { baseUrl: '', clientId: '' },
  now,
});
