/** Looks at the variables that name a proxy before anything is sent: what a library says of them comes too late, and may tell their passwords. */
import { UsageError } from '../../contracts/usage-error.ts';

/** Each with its other spelling: the first that is set counts, and an empty one means no proxy. */
const spellings = [
  ['http_proxy', 'HTTP_PROXY'],
  ['https_proxy', 'HTTPS_PROXY'],
] as const;

const decodes = (text: string): boolean => {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
};

/** An http or https address with nothing behind its port. */
const isProxy = (value: string): boolean => {
  if (!/^https?:\/\/\S+$/i.test(value) || !URL.canParse(value)) return false;
  const { username, password, port, pathname, search, hash } = new URL(value);
  const isWhole = port !== '0' && pathname === '/' && search === '' && hash === '';
  return isWhole && [username, password].every((part) => part === '' || decodes(part));
};

/** @throws UsageError for a variable that counts and names no proxy; its value is not told. */
export const assertProxyVariables = (environment: NodeJS.ProcessEnv): void => {
  for (const names of spellings) {
    const name = names.find((each) => environment[each] !== undefined);
    const value = name && environment[name];
    if (!value || isProxy(value)) continue;
    throw new UsageError(
      `the variable ${name} is no address of a proxy: write it as http://host:port or https://host:port, or unset it`,
    );
  }
};
