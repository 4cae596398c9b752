/** Loads a typed file that a person wrote, such as a target or a policy: in time, and every mistake as one line. */
import module from 'node:module';
import { pathToFileURL } from 'node:url';
import { inTime, settledInTime } from '../client/in-time.ts';
import { targetLoadDeadlineMs } from '../client/limits.ts';
import { firstLineOf } from '../contracts/first-line.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { whileLoading } from './loaded.ts';
import { knowOwnName } from './own-package.ts';

export type TypedFile<T> = {
  readonly file: string;
  /** As the person named it. */
  readonly name: string;
  readonly kind: 'target' | 'policy' | 'monitor';
  /** Reads the default export; throws UsageError for what is wrong in it. */
  readonly read: (exported: object) => T;
  readonly deadlineMs?: number | undefined;
};

const require = module.createRequire(import.meta.url);

type Exported = Record<string, unknown>;

/** A file that is loaded at once can be ended at once; one that waits at its top level cannot, while it does not wait. */
const exportedBy = async (file: string, deadline: { what: string; ms: number }): Promise<Exported> => {
  const imported = (): Promise<Exported> => import(pathToFileURL(file).href);
  try {
    inTime(deadline, () => require(file));
    return await imported();
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException)?.code !== 'ERR_REQUIRE_ASYNC_MODULE') throw thrown;
    return settledInTime(deadline, imported);
  }
};

/** @throws UsageError when the file is broken; nothing has been sent then. */
export const loadFile = async <T>(typed: TypedFile<T>): Promise<T> => {
  const { file, name, kind, read, deadlineMs = targetLoadDeadlineMs } = typed;
  knowOwnName();
  const named = `${kind} file ${name}`;
  const deadline = { what: 'it', ms: deadlineMs };
  const loaded = await whileLoading(file, named, () => exportedBy(file, deadline)).catch((thrown: unknown) => {
    throw new UsageError(`${named} cannot be loaded: ${firstLineOf(thrown)}`);
  });
  const { default: exported } = loaded;
  if (typeof exported !== 'object' || exported === null) {
    throw new UsageError(`${named} has no default export: write export default ${kind}({ … })`);
  }
  try {
    return inTime(deadline, () => read(exported));
  } catch (thrown) {
    if (thrown instanceof UsageError) throw thrown;
    throw new UsageError(`${named} is broken: ${firstLineOf(thrown)}`);
  }
};
