/** Stores in a PostgreSQL that several machines share: a sealed row for each document, changed in a transaction. */
import { createHash } from 'node:crypto';
import { type Form, type Key, type Store, type Stores, StoreUnavailable } from '../store.ts';
import { hidden, SealBroken, shown } from './cipher.ts';
import type { Database, Query } from './database.ts';
import { prepareTables } from './database-schema.ts';
import { sealKey } from './database-seal.ts';
import { documentText, nameOf, parsedAs } from './document.ts';
import { whyUnavailable } from './why-unavailable.ts';

/** As long as a login may take. */
const holdWaitMs = 90_000;
/** A machine that has vanished gives back what it held within half a minute. */
const keepAlives = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

type Parts = {
  readonly database: Database;
  readonly passphrase: string;
};

/** Advisory locks are numbers: the first 64 bits of a hash. */
const lockNumber = (kind: string, name: string): string =>
  createHash('sha256').update(`${kind}/${name}`).digest().readBigInt64BE().toString();

/** A document that was found, with what it was before it was opened. */
type Found<State> = { readonly state: State | undefined; readonly body: Buffer | null };

const databaseStore = <State>(
  form: Form<State>,
  key: Key,
  parts: Parts & { keyed(): Promise<Buffer> },
): Store<State> => {
  const { database, keyed } = parts;
  const name = nameOf(key);
  const about = `preflight.document/1 ${form.id}/${name}`;
  const place = `the ${form.name} in ${database.shown}`;

  const unavailable = (why: string): StoreUnavailable => new StoreUnavailable(`${place} ${why}`);

  const inWords = (thrown: unknown): never => {
    const why = thrown instanceof StoreUnavailable ? undefined : whyUnavailable(thrown, database);
    throw why === undefined ? thrown : unavailable(`cannot be used: ${why}`);
  };

  const opened = (seal: Buffer, body: Buffer | null): Found<State> => {
    if (body === null) return { body, state: form.empty };
    try {
      return { body, state: parsedAs(form, shown(seal, body, about).toString()) };
    } catch (thrown) {
      if (thrown instanceof SealBroken) return { body, state: undefined };
      throw thrown;
    }
  };

  const damagedIn = async (query: Query): Promise<readonly string[]> => {
    const rows = await query('select id from preflight.state_damaged where kind = $1 and name = $2 order by id', [
      form.id,
      name,
    ]);
    return rows.map(({ id }) => `row ${id} of preflight.state_damaged in ${database.shown}`);
  };

  /** The row is there and ours until the end of the transaction, also when nobody has written it before. */
  const locked = async (query: Query): Promise<Buffer | null> => {
    const text = `insert into preflight.state_documents as own (kind, name) values ($1, $2)
      on conflict (kind, name) do update set changed_at = own.changed_at returning body`;
    return (await query(text, [form.id, name]))[0]?.body as Buffer | null;
  };

  const write = async (query: Query, body: Buffer | null): Promise<void> => {
    const text = 'update preflight.state_documents set body = $3, changed_at = now() where kind = $1 and name = $2';
    await query(text, [form.id, name, body]);
  };

  /** Kept by itself: what the change that found it says must not bring it back. */
  const setAside = async (seal: Buffer): Promise<void> =>
    database.transact(async (query) => {
      const { state, body } = opened(seal, await locked(query));
      if (state !== undefined || body === null) return { keeps: false, result: undefined };
      const text = 'insert into preflight.state_damaged (kind, name, body) values ($1, $2, $3)';
      await query(text, [form.id, name, body]);
      await write(query, null);
      return { keeps: true, result: undefined };
    });

  const changed: Store<State>['change'] = async (work) => {
    const seal = await keyed();
    /** Undefined when what stands there is damaged. */
    const attempt = () =>
      database.transact(async (query) => {
        const found = opened(seal, await locked(query)).state;
        const before = found ?? (form.isReplaceable ? form.empty : undefined);
        if (before === undefined) return { keeps: false, result: undefined };
        const { state, result } = work(before, await damagedIn(query));
        if (state === undefined) return { keeps: false, result: { result } };
        await write(query, hidden(seal, Buffer.from(documentText(form, state, unavailable)), about));
        return { keeps: true, result: { result } };
      });
    const done = (await attempt()) ?? (await setAside(seal).then(attempt));
    if (!done) throw unavailable('is damaged again and again');
    return done.result;
  };

  const change: Store<State>['change'] = (work) => changed(work).catch(inWords);

  const read = async (): Promise<State> => {
    const seal = await keyed();
    const text = 'select body from preflight.state_documents where kind = $1 and name = $2';
    const [row] = await database.query(text, [form.id, name]);
    const { state } = opened(seal, (row?.body as Buffer | null | undefined) ?? null);
    if (state !== undefined) return state;
    return form.isReplaceable ? form.empty : change((whole) => ({ result: whole }));
  };

  const hold = async (): Promise<() => Promise<void>> => {
    await keyed();
    const session = await database.session();
    try {
      await session.query(`${keepAlives}; set lock_timeout = ${holdWaitMs}`);
      await session.query('select pg_advisory_lock($1)', [lockNumber(form.id, name)]);
      return session.close;
    } catch (thrown) {
      await session.close();
      throw thrown;
    }
  };

  return {
    read: () => read().catch(inWords),
    change,
    hold: () => hold().catch(inWords),
    damaged: () =>
      keyed()
        .then(() => damagedIn(database.query))
        .catch(inWords),
  };
};

/** Tables and key are looked at once, when something is first opened; what failed is tried again the next time. */
export const databaseStores = (parts: Parts): Stores => {
  const { database, passphrase } = parts;
  let key: Promise<Buffer> | undefined;
  const keyed = (): Promise<Buffer> => {
    key ??= prepareTables(database)
      .then(() => sealKey(database, passphrase))
      .catch((thrown: unknown) => {
        key = undefined;
        throw thrown;
      });
    return key;
  };
  return { open: (form, documentKey) => databaseStore(form, documentKey, { ...parts, keyed }) };
};
