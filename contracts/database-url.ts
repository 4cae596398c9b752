/** Where a PostgreSQL is, as DATABASE_URL says it: for the driver, and for people without the password. */
import { UsageError } from './usage-error.ts';

export type DatabaseUrl = {
  /** For the driver alone: the password stands in it. */
  readonly connection: string;
  /** For people, logs and pages: who, on which host, in which database. */
  readonly shown: string;
  /** What a driver or a server says, without the password. */
  withoutPassword(text: string): string;
};

export const isDatabaseUrl = (text: string): boolean => /^postgres(ql)?:/i.test(text);

const form = 'postgresql://USER:PASSWORD@HOST:5432/DATABASE';

/** The driver takes all of these for the strictest, and warns of it at each start. */
const strictModes = ['require', 'verify-ca', 'verify-full'];
const looseModes = ['disable', 'no-verify'];

const withStrictMode = (url: URL, named: string): void => {
  const mode = url.searchParams.get('sslmode');
  if (mode === null || looseModes.includes(mode)) return;
  if (!strictModes.includes(mode)) {
    const known = [...strictModes, ...looseModes].join(', ');
    throw new UsageError(
      `${named}: sslmode '${mode}' would not tell whether anything is encrypted: take one of ${known}`,
    );
  }
  url.searchParams.set('sslmode', 'verify-full');
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** @param given Never shown: it may hold a password, also where the URL cannot be parsed. */
const parsed = (given: string, named: string): URL => {
  const url = isDatabaseUrl(given) ? URL.parse(given) : null;
  if (!url) {
    throw new UsageError(
      `${named} is no address of a PostgreSQL: write ${form}, and in the password %2F for /, %40 for @, %23 for #`,
    );
  }
  return url;
};

/** @param named What it is called in a message. @throws UsageError, which never shows what was given. */
export const databaseUrl = (given: string, named = 'DATABASE_URL'): DatabaseUrl => {
  const url = parsed(given.trim(), named);
  const host = url.searchParams.get('host') ?? url.hostname;
  const database = decoded(url.pathname.slice(1));
  if (host === '') throw new UsageError(`${named} names no host: write ${form}`);
  if (host.includes(',')) throw new UsageError(`${named} names several hosts: name one, or a proxy before them`);
  if (database === '') throw new UsageError(`${named} names no database: write ${form}`);
  withStrictMode(url, named);
  const port = url.searchParams.get('port') ?? url.port;
  const user = decoded(url.searchParams.get('user') ?? url.username);
  const secrets = [url.password, decoded(url.password), url.searchParams.get('password') ?? ''].filter(Boolean);
  return {
    connection: url.href,
    shown: `postgresql://${user === '' ? '' : `${user}@`}${host}${port === '' ? '' : `:${port}`}/${database}`,
    withoutPassword: (text) => secrets.reduce((left, secret) => left.replaceAll(secret, '***'), text),
  };
};

/** @returns undefined where it is not set. @throws UsageError, as `databaseUrl`. */
export const databaseUrlIn = ({ DATABASE_URL: given = '' }: NodeJS.ProcessEnv): DatabaseUrl | undefined =>
  given.trim() === '' ? undefined : databaseUrl(given);
