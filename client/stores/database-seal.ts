/** The key that seals shared state: derived once for a process, and proven before anything is opened with it. */
import { createHash, randomBytes } from 'node:crypto';
import { hidden, keyOf, SealBroken, saltBytes, shown } from './cipher.ts';
import type { Database, Row } from './database.ts';

/** Another one would come with another passphrase, when that can be changed. */
const sealId = 1;
const proven = 'preflight.state-seal/1';

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

const stored = async (database: Database): Promise<Row | undefined> =>
  (await database.query('select salt, proof from preflight.state_seals where id = $1', [sealId]))[0];

/** Whoever is first says with which passphrase; of two at once, one is. */
const begin = async (database: Database, passphrase: string): Promise<void> => {
  const salt = randomBytes(saltBytes);
  const proof = hidden(await derivedOnce(passphrase, salt), Buffer.from(proven), proven);
  const text = 'insert into preflight.state_seals (id, salt, proof) values ($1, $2, $3) on conflict do nothing';
  await database.query(text, [sealId, salt, proof]);
};

/** @throws WrongPassphrase */
export const sealKey = async (database: Database, passphrase: string): Promise<Buffer> => {
  if (!(await stored(database))) await begin(database, passphrase);
  const { salt, proof } = (await stored(database)) as { salt: Buffer; proof: Buffer };
  const key = await derivedOnce(passphrase, salt);
  try {
    shown(key, proof, proven);
    return key;
  } catch (thrown) {
    if (!(thrown instanceof SealBroken)) throw thrown;
    throw new WrongPassphrase('PREFLIGHT_STATE_PASSPHRASE is another one than this state was sealed with');
  }
};
