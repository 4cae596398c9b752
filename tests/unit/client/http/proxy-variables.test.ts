/** Proxy variables are looked at before anything is sent, as undici reads them, and their values are never shown. */
import { deepEqual, doesNotThrow, equal, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { ProxyAgent } from 'undici';
import { assertProxyVariables, proxyOf } from '../../../../client/http/proxy-variables.ts';

const password = 'pa55word';
const bad = [
  `user:${password}@proxy.test:3128`,
  'proxy.test:3128',
  'proxy.test',
  '//proxy.test',
  'http:proxy.test:3128',
  `socks5://user:${password}@proxy.test:1080`,
  'socks://proxy.test',
  'ftp://proxy.test',
  'htp://proxy.test',
  `http://user:${password}@proxy .test`,
  ' http://proxy.test',
  ' ',
  'http://',
  'http://:3128',
  'http://?',
  'http://proxy.test:99999',
  'http://proxy.test:0',
  'http://proxy.test:port',
  'http://proxy.test:-1',
  'http://proxy.test/path',
  'http://proxy.test/?a',
  'http://proxy.test/#a',
  `http://us%ZZ:${password}@proxy.test`,
];
const good = [
  'http://proxy.test',
  'http://proxy.test:3128/',
  'https://proxy.test:443',
  'HTTP://PROXY.TEST:1',
  'http://127.0.0.1:8080',
  'http://[::1]:8080',
  `http://user:${password}@proxy.test`,
  'http://us%40er:@proxy.test',
];
const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'];

test('a variable that is no address of a proxy is named, without its value', () => {
  const wayOut = 'write it as http://host:port or https://host:port, or unset it';
  for (const name of names) {
    const message = `the variable ${name} is no address of a proxy: ${wayOut}`;
    for (const value of bad)
      throws(() => assertProxyVariables({ [name]: value }), { name: 'UsageError', message }, value);
  }
});

test('what undici takes for a proxy is let through, and so is no proxy', () => {
  for (const value of good) {
    doesNotThrow(() => new ProxyAgent(value), value);
    for (const name of names) doesNotThrow(() => assertProxyVariables({ [name]: value }), value);
  }
  doesNotThrow(() => assertProxyVariables({ http_proxy: '', HTTPS_PROXY: '', ALL_PROXY: 'socks5://proxy.test' }));
});

test('only the spelling that counts is looked at', () => {
  doesNotThrow(() => assertProxyVariables({ http_proxy: '', HTTP_PROXY: 'proxy.test' }));
  throws(() => assertProxyVariables({ http_proxy: 'proxy.test', HTTP_PROXY: '' }), /http_proxy/);
});

test('NO_PROXY takes names, addresses, ranges and ports, and what means nothing is named', () => {
  const direct: Readonly<Record<string, readonly string[]>> = {
    '127.0.0.0/8': ['http://127.0.0.1:4010', 'https://127.9.9.9'],
    '127.0.0.1': ['http://127.0.0.1:4010'],
    '127.0.0.1:4010': ['http://127.0.0.1:4010'],
    '10.1.2.3/32': ['http://10.1.2.3'],
    'fd00::/8': ['http://[fd12::1]:8080'],
    '[::1]:443': ['https://[::1]'],
    '::1': ['http://[0:0:0:0:0:0:0:1]'],
    '*': ['http://a.test', 'http://10.0.0.1'],
    'Service.Test': ['http://service.test', 'http://a.service.test.'],
    '.service.test': ['http://service.test', 'http://a.service.test'],
    '*.service.test': ['http://a.service.test'],
    'service.test:8080': ['http://service.test:8080'],
    'other.test, service.test': ['http://service.test'],
  };
  const proxied: Readonly<Record<string, readonly string[]>> = {
    '127.0.0.0/8': ['http://128.0.0.1', 'http://localhost'],
    '127.0.0.1:4010': ['http://127.0.0.1:4011'],
    '[::1]:443': ['https://[::1]:444'],
    '*.service.test': ['http://service.test'],
    'service.test': ['http://myservice.test', 'http://service.test.org'],
    'service.test:8080': ['http://service.test'],
    '': ['http://service.test'],
  };
  for (const [NO_PROXY, origins] of Object.entries(direct)) {
    for (const origin of origins)
      equal(proxyOf(origin, { HTTP_PROXY: 'http://p.test', NO_PROXY }), undefined, NO_PROXY);
  }
  for (const [NO_PROXY, origins] of Object.entries(proxied)) {
    for (const origin of origins) {
      deepEqual(
        proxyOf(origin, { HTTP_PROXY: 'http://p.test', NO_PROXY }),
        { url: 'http://p.test', variable: 'HTTP_PROXY', unread: [] },
        `${origin} with ${NO_PROXY}`,
      );
    }
  }
  const unread = [
    '192.168.*',
    '10.0.0.0/33',
    '10.0.0',
    '10.0.0.1-5',
    'http://service.test',
    '10.0.0.0/',
    'a/8',
    '^a$',
    '[a]',
  ];
  deepEqual(proxyOf('http://a.test', { http_proxy: 'http://p.test', no_proxy: unread.join() })?.unread, unread);
});

test('the proxy of http serves https where https has none', () => {
  const variable = (environment: NodeJS.ProcessEnv) => proxyOf('https://a.test', environment)?.variable;
  equal(variable({ HTTP_PROXY: 'http://p.test' }), 'HTTP_PROXY');
  equal(variable({ HTTP_PROXY: 'http://p.test', https_proxy: 'http://q.test' }), 'https_proxy');
  equal(variable({ HTTP_PROXY: 'http://p.test', https_proxy: '' }), 'HTTP_PROXY');
  equal(proxyOf('http://a.test', { HTTPS_PROXY: 'http://q.test' }), undefined);
});
