/** Proxy variables are looked at before anything is sent, as undici will read them, and their values are never told. */
import { doesNotThrow, equal, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { ProxyAgent } from 'undici';
import { assertProxyVariables } from '../../../../client/http/proxy-variables.ts';

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
  for (const name of names) {
    for (const value of bad) {
      throws(
        () => assertProxyVariables({ [name]: value }),
        (thrown: Error) => {
          equal(thrown.name, 'UsageError');
          equal(
            thrown.message,
            `the variable ${name} is no address of a proxy: write it as http://host:port or https://host:port, or unset it`,
          );
          return true;
        },
        value,
      );
    }
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
