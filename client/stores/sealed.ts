/** Seals bytes with a passphrase, so that they can lie where others read: a key by scrypt, AES-256-GCM with it. */
import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

/** A wrong passphrase and damage look the same, by design of the cipher. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

const form = 'preflight.sealed/1';
const cipher = 'aes-256-gcm';
const [saltBytes, nonceBytes, tagBytes, keyBytes] = [16, 12, 16, 32];
/** Every guess at a passphrase costs 128 MiB and a third of a second. */
const cost: ScryptOptions = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const keyOf = (passphrase: string, salt: Buffer): Promise<Buffer> => derive(passphrase, salt, keyBytes, cost);

/** A text of two lines: its form, and everything but the passphrase that opens it. */
export const sealed = async (plain: Buffer, passphrase: string): Promise<string> => {
  const [salt, nonce] = [randomBytes(saltBytes), randomBytes(nonceBytes)];
  const sealing = createCipheriv(cipher, await keyOf(passphrase, salt), nonce).setAAD(Buffer.from(form));
  const hidden = Buffer.concat([sealing.update(plain), sealing.final()]);
  return `${form}\n${Buffer.concat([salt, nonce, sealing.getAuthTag(), hidden]).toString('base64')}\n`;
};

/** @throws SealBroken when the text is no seal, was changed, or was sealed with another passphrase. */
export const unsealed = async (text: string, passphrase: string): Promise<Buffer> => {
  const [, body] = new RegExp(`^${form}\n([A-Za-z0-9+/]+={0,2})\n$`).exec(text) ?? [];
  const bytes = Buffer.from(body ?? '', 'base64');
  const after = { salt: saltBytes, nonce: saltBytes + nonceBytes, tag: saltBytes + nonceBytes + tagBytes };
  if (bytes.length < after.tag) throw new SealBroken('it is no sealed state, or not the whole of it');
  const key = await keyOf(passphrase, bytes.subarray(0, after.salt));
  const opening = createDecipheriv(cipher, key, bytes.subarray(after.salt, after.nonce), { authTagLength: tagBytes })
    .setAAD(Buffer.from(form))
    .setAuthTag(bytes.subarray(after.nonce, after.tag));
  try {
    return Buffer.concat([opening.update(bytes.subarray(after.tag)), opening.final()]);
  } catch {
    throw new SealBroken('the passphrase is another one than it was sealed with, or it was damaged');
  }
};
