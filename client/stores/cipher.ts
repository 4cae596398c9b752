/** Hides bytes with a passphrase: a key by scrypt, AES-256-GCM with it. */
import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

/** A wrong passphrase and damage look the same, by design of the cipher. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

const cipher = 'aes-256-gcm';
const [nonceBytes, tagBytes, keyBytes] = [12, 16, 32];
/** Every guess at a passphrase costs 128 MiB and a third of a second. */
const cost: ScryptOptions = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

export const saltBytes = 16;

export const keyOf = (passphrase: string, salt: Buffer): Promise<Buffer> => derive(passphrase, salt, keyBytes, cost);

/** @param about What the bytes are: they open as nothing else. */
export const hidden = (key: Buffer, plain: Buffer, about: string): Buffer => {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(about));
  const body = Buffer.concat([sealing.update(plain), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), body]);
};

/** @throws SealBroken when the bytes were changed, or hidden with another key or as something else. */
export const shown = (key: Buffer, bytes: Buffer, about: string): Buffer => {
  const bodyAt = nonceBytes + tagBytes;
  if (bytes.length < bodyAt) throw new SealBroken('it is no sealed state, or not the whole of it');
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(about))
    .setAuthTag(bytes.subarray(nonceBytes, bodyAt));
  try {
    return Buffer.concat([opening.update(bytes.subarray(bodyAt)), opening.final()]);
  } catch {
    throw new SealBroken('the passphrase is another one than it was sealed with, or it was damaged');
  }
};
