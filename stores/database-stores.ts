/** Stores in a database that several programs share: a sealed row for each document, changed in a transaction. */
import { createHash, randomBytes } from 'node:crypto';
import { type Generated, type Kysely, sql } from 'kysely';
import { type Database, StoreFailed } from './database.ts';
import { hidden, keyOf, SealBroken, saltBytes, shown } from './sealed.ts';
import {
  documentText,
  type Key,
  nameOf,
  parsedAs,
  type Store,
  type StoreForm,
  type Stores,
  StoreUnavailable,
} from './store.ts';

export type DocumentTables = {
  /** What all documents are sealed with: a wrong passphrase shows before anything is taken for damaged. */
  state_seals: { readonly id: number; readonly salt: Uint8Array; readonly proof: Uint8Array };
  /** One row a document; no body where nothing was written yet, or where the document was set aside. */
  state_documents: {
    readonly kind: string;
    readonly name: string;
    readonly body: Uint8Array | null;
    readonly changed_at: Generated<string>;
  };
  state_damaged: {
    readonly id: Generated<number>;
    readonly kind: string;
    readonly name: string;
    readonly body: Uint8Array;
    readonly found_at: Generated<string>;
  };
};

/** The schema of a PostgreSQL in which they are. */
export const documentSchema = 'preflight';

/** A later passphrase would have another seal. */
const sealId = 1;
const proven = 'preflight.state-seal/1';

type Documents = Database<DocumentTables>;
/** In a transaction, or out of one. */
type Questions = Kysely<DocumentTables>;

const inSchema = ({ kind }: Documents, asked: Questions): Questions =>
  kind === 'postgres' ? asked.withSchema(documentSchema) : asked;

const nowOfDatabase = sql<string>`current_timestamp`;

const makeTables = async (documents: Documents, given: Questions): Promise<void> => {
  if (documents.kind === 'postgres') await given.schema.createSchema(documentSchema).ifNotExists().execute();
  const { schema } = inSchema(documents, given);
  await schema
    .createTable('state_seals')
    .ifNotExists()
    .addColumn('id', 'smallint', (column) => column.primaryKey())
    .addColumn('salt', 'bytea', (column) => column.notNull())
    .addColumn('proof', 'bytea', (column) => column.notNull())
    .execute();
  await schema
    .createTable('state_damaged')
    .ifNotExists()
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('body', 'bytea', (column) => column.notNull())
    .addColumn('found_at', 'timestamptz', (column) => column.notNull().defaultTo(nowOfDatabase))
    .execute();
  await schema
    .createTable('state_documents')
    .ifNotExists()
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('body', 'bytea')
    .addColumn('changed_at', 'timestamptz', (column) => column.notNull().defaultTo(nowOfDatabase))
    .addPrimaryKeyConstraint('state_documents_pkey', ['kind', 'name'])
    .execute();
};

/** A role that may not make tables can work where they are: the last one is there when all are. */
export const prepareDocuments = async (documents: Documents): Promise<void> => {
  const isThere = (): Promise<boolean> =>
    documents
      .ask((from) => inSchema(documents, from).selectFrom('state_documents').select('kind').limit(1).execute())
      .then(
        () => true,
        (thrown: unknown) => {
          if (thrown instanceof StoreFailed && thrown.isPassing) throw thrown;
          return false;
        },
      );
  if (await isThere()) return;
  const release = await documents.hold('preflight.state-tables');
  try {
    await documents.prepare((database) => makeTables(documents, database));
  } finally {
    await release();
  }
};

export class WrongPassphrase extends Error {
  override readonly name = 'WrongPassphrase';
}

/** Each costs a third of a second, and a process opens the ledgers of many targets. */
const derived = new Map<string, Promise<Buffer>>();

const derivedOnce = (passphrase: string, salt: Buffer): Promise<Buffer> => {
  // The passphrase itself does not lie in a table.
  const name = createHash('sha256').update(salt).update(passphrase).digest('hex');
  const key = derived.get(name) ?? keyOf(passphrase, salt);
  derived.set(name, key);
  return key;
};

/**
 * The first process decides the passphrase; of two at once, one does.
 *
 * @throws WrongPassphrase
 */
const sealKey = async (documents: Documents, passphrase: string): Promise<Buffer> => {
  const stored = () =>
    documents.ask((from) =>
      inSchema(documents, from)
        .selectFrom('state_seals')
        .select(['salt', 'proof'])
        .where('id', '=', sealId)
        .executeTakeFirst(),
    );
  const begin = async (): Promise<undefined> => {
    const salt = randomBytes(saltBytes);
    const proof = hidden(await derivedOnce(passphrase, salt), Buffer.from(proven), proven);
    await documents.write((to) =>
      inSchema(documents, to)
        .insertInto('state_seals')
        .values({ id: sealId, salt, proof })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
  };
  const found = (await stored()) ?? (await begin()) ?? (await stored());
  if (!found) throw new TypeError('the seal of the state was removed while it was made');
  const key = await derivedOnce(passphrase, Buffer.from(found.salt));
  try {
    shown(key, Buffer.from(found.proof), proven);
    return key;
  } catch (thrown) {
    if (!(thrown instanceof SealBroken)) throw thrown;
    throw new WrongPassphrase('PREFLIGHT_STATE_PASSPHRASE is another one than this state was sealed with');
  }
};

type StoreParts = { readonly documents: Documents; keyed(): Promise<Buffer> };

const databaseStore = <State>(form: StoreForm<State>, key: Key, { documents, keyed }: StoreParts): Store<State> => {
  const id = { kind: form.id, name: nameOf(key) } as const;
  const about = `preflight.document/1 ${id.kind}/${id.name}`;
  const place = `the ${form.name} in ${documents.where}`;

  const unavailable = (why: string): StoreUnavailable => new StoreUnavailable(`${place} ${why}`);

  const inWords = (thrown: unknown): never => {
    if (thrown instanceof StoreFailed) throw unavailable(`cannot be used: ${thrown.line}`);
    throw thrown instanceof WrongPassphrase ? unavailable(`cannot be used: ${thrown.message}`) : thrown;
  };

  /** Undefined for a damaged one. */
  const opened = (seal: Buffer, body: Uint8Array | null): State | undefined => {
    if (body === null) return form.empty;
    try {
      return parsedAs(form, shown(seal, Buffer.from(body), about).toString());
    } catch (thrown) {
      if (thrown instanceof SealBroken) return undefined;
      throw thrown;
    }
  };

  const damagedIn = async (asked: Questions): Promise<readonly string[]> => {
    const rows = await inSchema(documents, asked)
      .selectFrom('state_damaged')
      .select('id')
      .where('kind', '=', id.kind)
      .where('name', '=', id.name)
      .orderBy('id')
      .execute();
    return rows.map((row) => `row ${row.id} of ${documentSchema}.state_damaged in ${documents.where}`);
  };

  /** No other program changes the row before the end of the transaction, also where the row is new. */
  const locked = async (to: Questions): Promise<Uint8Array | null> => {
    const { body } = await inSchema(documents, to)
      .insertInto('state_documents')
      .values(id)
      .onConflict((conflict) =>
        conflict
          .columns(['kind', 'name'])
          .doUpdateSet((row) => ({ changed_at: row.ref('state_documents.changed_at') })),
      )
      .returning('body')
      .executeTakeFirstOrThrow();
    return body;
  };

  const write = async (to: Questions, body: Uint8Array | null): Promise<void> => {
    await inSchema(documents, to)
      .updateTable('state_documents')
      .set({ body, changed_at: nowOfDatabase })
      .where('kind', '=', id.kind)
      .where('name', '=', id.name)
      .execute();
  };

  /** In a separate transaction, which an error in the work of a change does not undo. */
  const setAside = (seal: Buffer): Promise<void> =>
    documents.write(async (to) => {
      const body = await locked(to);
      if (body === null || opened(seal, body) !== undefined) return;
      await inSchema(documents, to)
        .insertInto('state_damaged')
        .values({ ...id, body })
        .execute();
      await write(to, null);
    });

  const change: Store<State>['change'] = async (work) => {
    const seal = await keyed();
    /** Undefined for a damaged document. */
    const attempt = () =>
      documents.write(async (to) => {
        const before = opened(seal, await locked(to)) ?? (form.isReplaceable ? form.empty : undefined);
        if (before === undefined) return undefined;
        const { state, result } = work(before, await damagedIn(to));
        if (state !== undefined) {
          await write(to, hidden(seal, Buffer.from(documentText(form, state, unavailable)), about));
        }
        return { result };
      });
    const done = (await attempt()) ?? (await setAside(seal).then(attempt));
    if (!done) throw unavailable('is damaged again and again');
    return done.result;
  };

  const read = async (): Promise<State> => {
    const seal = await keyed();
    const row = await documents.ask((from) =>
      inSchema(documents, from)
        .selectFrom('state_documents')
        .select('body')
        .where('kind', '=', id.kind)
        .where('name', '=', id.name)
        .executeTakeFirst(),
    );
    const state = opened(seal, row?.body ?? null);
    if (state !== undefined) return state;
    return form.isReplaceable ? form.empty : change((whole) => ({ result: whole }));
  };

  return {
    read: () => read().catch(inWords),
    change: (work) => change(work).catch(inWords),
    hold: () =>
      keyed()
        .then(() => documents.hold(`${id.kind}/${id.name}`))
        .catch(inWords),
    damaged: () =>
      keyed()
        .then(() => documents.ask(damagedIn))
        .catch(inWords),
  };
};

/** Tables and key are looked at once, when something is first opened; what failed is tried again the next time. */
export const databaseStores = (documents: Documents, passphrase: string): Stores => {
  let key: Promise<Buffer> | undefined;
  const keyed = (): Promise<Buffer> => {
    key ??= prepareDocuments(documents)
      .then(() => sealKey(documents, passphrase))
      .catch((thrown: unknown) => {
        key = undefined;
        throw thrown;
      });
    return key;
  };
  return { open: (form, documentKey) => databaseStore(form, documentKey, { documents, keyed }) };
};
