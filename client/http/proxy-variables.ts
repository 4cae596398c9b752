/** Reads proxy variables before anything is sent: messages of a library come too late and may hold passwords. */
import { BlockList, isIP } from 'node:net';
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

/** @throws UsageError for a variable that counts and names no proxy; its value is not repeated. */
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

export type ProxyWay = {
  readonly url: string;
  readonly variable: string;
  /** Entries of NO_PROXY that mean nothing. */
  readonly unread: readonly string[];
};

const familyOf = (ip: string): 'ipv4' | 'ipv6' => (isIP(ip) === 6 ? 'ipv6' : 'ipv4');

/** An address, or a range of them such as 10.0.0.0/8; undefined for what is neither. */
const addressesOf = (text: string): ((host: string) => boolean) | undefined => {
  const [ip = '', prefix, ...more] = text.split('/');
  if (isIP(ip) === 0 || more.length > 0) return undefined;
  const bits = isIP(ip) === 6 ? 128 : 32;
  const length = prefix === undefined ? bits : Number(prefix);
  if (prefix === '' || !Number.isInteger(length) || length < 0 || length > bits) return undefined;
  const list = new BlockList();
  list.addSubnet(ip, length, familyOf(ip));
  return (host) => isIP(host) !== 0 && list.check(host, familyOf(host));
};

const name = /^(\*?\.)?([\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*)\.?$/u;

/** A name stands for itself and all below it, `*.name` for what is below it. */
const namesOf = (text: string): ((host: string) => boolean) | undefined => {
  if (text === '*') return () => true;
  const [, dots, suffix = ''] = name.exec(text.toLowerCase()) ?? [];
  // What ends in numbers would be a part of an address.
  if (!/\p{L}[^.]*$/u.test(suffix)) return undefined;
  return (host) => (dots !== '*.' && host === suffix) || host.endsWith(`.${suffix}`);
};

const entryOf = (text: string): { readonly matches: (host: string) => boolean; readonly port: string } | undefined => {
  const [, bracketed, bare, port = ''] = /^(?:\[([^\]]+)\]|([^:]+|.*:.*:.*?))(?::(\d+))?$/.exec(text) ?? [];
  const matches = addressesOf(text) ?? addressesOf(bracketed ?? bare ?? '') ?? namesOf(bare ?? '');
  return matches && { matches, port: addressesOf(text) ? '' : port };
};

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** The proxy by whose way an address is reached; undefined when it is reached without one. */
export const proxyOf = (origin: string, environment: NodeJS.ProcessEnv): ProxyWay | undefined => {
  const { protocol, hostname, port } = new URL(origin);
  const [http, https] = spellings.map((names) => names.find((each) => environment[each] !== undefined));
  const variable = protocol === 'https:' && https !== undefined && environment[https] ? https : http;
  const url = variable && environment[variable];
  if (!url) return undefined;
  const host = hostname
    .replace(/^\[(.+)\]$/, '$1')
    .replace(/(.)\.$/, '$1')
    .toLowerCase();
  const exempt = (environment.no_proxy ?? environment.NO_PROXY ?? '').split(/[,\s]+/).filter(Boolean);
  const read = exempt.map((text) => ({ text, entry: entryOf(text) }));
  const isDirect = read.some(
    ({ entry }) => entry?.matches(host) && (entry.port === '' || entry.port === (port || defaultPorts[protocol])),
  );
  return isDirect ? undefined : { url, variable, unread: read.flatMap(({ text, entry }) => (entry ? [] : text)) };
};
