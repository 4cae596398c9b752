/** Seals bytes with a passphrase into a text, so that they can lie where others read. */
import { randomBytes } from 'node:crypto';
import { hidden, keyOf, SealBroken, saltBytes, shown } from './cipher.ts';

export { SealBroken } from './cipher.ts';

const form = 'preflight.sealed/1';

/** A text of two lines: its form, and everything but the passphrase that opens it. */
export const sealed = async (plain: Buffer, passphrase: string): Promise<string> => {
  const salt = randomBytes(saltBytes);
  const body = Buffer.concat([salt, hidden(await keyOf(passphrase, salt), plain, form)]);
  return `${form}\n${body.toString('base64')}\n`;
};

/** @throws SealBroken when the text is no seal, was changed, or was sealed with another passphrase. */
export const unsealed = async (text: string, passphrase: string): Promise<Buffer> => {
  const [, body] = new RegExp(`^${form}\n([A-Za-z0-9+/]+={0,2})\n$`).exec(text) ?? [];
  const bytes = Buffer.from(body ?? '', 'base64');
  if (bytes.length < saltBytes) throw new SealBroken('it is no sealed state, or not the whole of it');
  return shown(await keyOf(passphrase, bytes.subarray(0, saltBytes)), bytes.subarray(saltBytes), form);
};
