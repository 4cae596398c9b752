/** Seals the ledgers into one file that may lie where others read, and opens it on the next machine. */
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { exitCodes } from '../contracts/exit-codes.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { counted } from '../reports/text-layout.ts';
import { writePrivate } from '../stores/private-files.ts';
import { packed, SealBroken, sealed, stateFiles, statePassphrase, unpacked, unsealed } from '../stores/sealed.ts';
import { namesDatabase } from '../stores/user-database.ts';
import type { Caller } from './caller.ts';
import { notWritable } from './results.ts';

const given = (environment: NodeJS.ProcessEnv): { readonly directory: string; readonly passphrase: string } => {
  if (namesDatabase(environment)) {
    throw new UsageError(
      'DATABASE_URL is set: the state is in the database, sealed, and every machine that names it finds it there; leave this step out, or unset DATABASE_URL to seal or open a folder',
    );
  }
  const { PREFLIGHT_STATE } = environment;
  if (!PREFLIGHT_STATE)
    throw new UsageError('PREFLIGHT_STATE is not set: it names the folder that is sealed or opened');
  if (statSync(PREFLIGHT_STATE, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new UsageError(
      `PREFLIGHT_STATE is ${PREFLIGHT_STATE}, which is no folder: name the one that is sealed or opened`,
    );
  const why = 'the state holds ids and may hold a token, and is not kept unsealed';
  return { directory: PREFLIGHT_STATE, passphrase: statePassphrase(environment, why) };
};

/** @returns The exit code. */
export const sealState = async (file: string, { environment, print, result }: Caller): Promise<number> => {
  const { directory, passphrase } = given(environment);
  const { bytes, count } = await packed(directory);
  await writePrivate(file, await sealed(bytes, passphrase)).catch(notWritable(file));
  result({ sealed: count });
  print(`sealed the state of this night: ${counted(count, 'file')}`);
  return exitCodes.pass;
};

const textOf = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT') return undefined;
    throw new UsageError(
      `${file} cannot be read (${thrown.code}): name the file that npx --no -- preflight state seal wrote`,
    );
  });

/** @returns The exit code. */
export const openState = async (file: string, { environment, print, result, notice }: Caller): Promise<number> => {
  const { directory, passphrase } = given(environment);
  if ((await stateFiles(directory)).length > 0) {
    throw new UsageError(`${directory} holds a state already: name an empty folder, so that the two are not mixed`);
  }
  const text = await textOf(file);
  if (text === undefined) {
    result({ opened: 0 });
    print('no state of an earlier night was found: this is the first, or what was kept is lost');
    return exitCodes.pass;
  }
  try {
    const count = await unpacked(await unsealed(text, passphrase), directory);
    result({ opened: count });
    print(`opened the state of the night before: ${counted(count, 'file')}`);
    return exitCodes.pass;
  } catch (thrown) {
    if (!(thrown instanceof SealBroken)) throw thrown;
    notice(`${file} cannot be opened: ${thrown.message}; it stays as it is, and nothing was sent`);
    return exitCodes.unmeasured;
  }
};
