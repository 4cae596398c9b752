/** The passphrase that seals state wherever others could read it. */
import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { UsageError } from '../contracts/usage-error.ts';
import { writePrivate } from './private-files.ts';

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

/** The files of a state folder, as one sequence of bytes. */
const archive = z.strictObject({
  schema: z.literal('preflight.state/1'),
  files: z.array(
    z.strictObject({
      // Below the folder, and nowhere else.
      path: z.string().regex(/^(?!\.{1,2}(\/|$))[^/\\]+(\/(?!\.{1,2}(\/|$))[^/\\]+)*$/),
      content: z.base64(),
    }),
  ),
});

/** Drafts of a process that was killed while it wrote. */
const isDraft = (path: string): boolean => path.endsWith('.tmp');

/** The files below a folder; locks are folders, and stay. Empty when there is no folder. */
export const stateFiles = async (directory: string): Promise<string[]> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(
    (thrown: NodeJS.ErrnoException) => {
      if (thrown.code === 'ENOENT') return [];
      throw thrown;
    },
  );
  return entries
    .filter((entry) => entry.isFile() && !isDraft(entry.name))
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();
};

type Packed = { readonly bytes: Buffer; readonly count: number };

export const packed = async (directory: string): Promise<Packed> => {
  const read = async (path: string) => ({ path, content: await readFile(join(directory, path), 'base64') });
  const files = await Promise.all((await stateFiles(directory)).map(read));
  const whole = archive.parse({ schema: 'preflight.state/1', files });
  return { bytes: Buffer.from(JSON.stringify(whole)), count: files.length };
};

/**
 * Writes what was packed, each file durable and readable by its owner only, and returns their number.
 *
 * @throws Before anything is written, when the bytes are no packed state.
 */
export const unpacked = async (bytes: Buffer, directory: string): Promise<number> => {
  const { files } = archive.parse(JSON.parse(bytes.toString('utf8')));
  for (const { path, content } of files) {
    const file = join(directory, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writePrivate(file, Buffer.from(content, 'base64'));
  }
  return files.length;
};

/** A reader of sealed state may guess without end. */
const charactersMin = 16;

/**
 * @param why What would not be kept without one.
 * @throws UsageError when there is none, or a short one.
 */
export const statePassphrase = ({ PREFLIGHT_STATE_PASSPHRASE: given }: NodeJS.ProcessEnv, why: string): string => {
  if (!given) throw new UsageError(`PREFLIGHT_STATE_PASSPHRASE is not set: ${why}`);
  if (given.length >= charactersMin) return given;
  throw new UsageError(
    `PREFLIGHT_STATE_PASSPHRASE is shorter than ${charactersMin} characters: make one with openssl rand -base64 32`,
  );
};
