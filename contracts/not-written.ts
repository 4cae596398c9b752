/** Reports that a file could not be written, such as on a full disk: one line with a way out. */

const makeRoom = 'make room there, and run again';
const another = 'run again where it can be written';

const byCode: Readonly<Record<string, readonly [why: string, wayOut: string]>> = {
  ENOSPC: ['no space is left there', makeRoom],
  EDQUOT: ['the quota is used up', makeRoom],
  EFBIG: ['a file may not grow so large', makeRoom],
  EIO: ['the device failed', another],
  EROFS: ['the file system is read-only', another],
  EACCES: ['permission is denied', another],
  EPERM: ['permission is denied', another],
  ENOTDIR: ['a file stands where a folder must be', another],
  EEXIST: ['a file stands where a folder must be', another],
};

/** What the system says of a file, with a way out; undefined when it is no word of the system. */
export const whyNotWritten = (thrown: unknown): string | undefined => {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  if (typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) return undefined;
  const [why, wayOut] = byCode[code] ?? ['the system refused', another];
  return `${why} (${code}): ${wayOut}`;
};

/** Thrown once something may have been sent: the run has not measured all that it should. */
export class NotWritten extends Error {
  override readonly name = 'NotWritten';
}

/** For `catch`: throws what the system said of a file as one line, and all else as it is. */
export const notWritten =
  (path: string) =>
  (thrown: unknown): never => {
    const why = whyNotWritten(thrown);
    if (why === undefined) throw thrown;
    throw new NotWritten(`${path} cannot be written: ${why}`, { cause: thrown });
  };

const ofStorage: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS'];

/** The line for a person about something that could not be stored; undefined when it is another error. */
export const lineOnStorage = (thrown: unknown): string | undefined => {
  if (thrown instanceof NotWritten) return thrown.message;
  if (!(thrown instanceof Error) || !('code' in thrown) || !ofStorage.includes(thrown.code)) return undefined;
  const path = 'path' in thrown && typeof thrown.path === 'string' ? thrown.path : 'a file';
  return `${path} cannot be written: ${whyNotWritten(thrown)}`;
};
