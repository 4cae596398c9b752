/** What the environment says: whom the people of a service may ask, and the address of a database. */
import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contactIn, withContact } from '../../../contracts/contact.ts';
import { databaseUrl, databaseUrlIn, isDatabaseUrl } from '../../../contracts/database-url.ts';
import { UsageError } from '../../../contracts/usage-error.ts';

it('the contact of a program stands before that of the environment', () => {
  equal(contactIn({}), undefined);
  equal(contactIn({ PREFLIGHT_CONTACT: '' }), undefined);
  const environment = { PREFLIGHT_CONTACT: 'qa@partner.example' };
  equal(contactIn(withContact(environment, undefined)), 'qa@partner.example');
  equal(contactIn(withContact(environment, 'https://partner.example/on-call')), 'https://partner.example/on-call');
});

it('a contact that no header can hold is refused', () => {
  for (const given of ['qa)', 'a\r\nx-evil: 1', 'ж', ' '])
    throws(() => contactIn({ PREFLIGHT_CONTACT: given }), {
      name: UsageError.name,
      message: /^PREFLIGHT_CONTACT: write/,
    });
});

const messageOf = (given: string): string => {
  try {
    databaseUrl(given);
  } catch (thrown) {
    return (thrown as Error).message;
  }
  return '';
};

describe('databaseUrl', () => {
  it('shows people who, where and what, and never the password', () => {
    const { connection, shown, withoutPassword } = databaseUrl(
      'postgres://ann:s%23cret@db.example:6543/watch?ssl=true',
    );
    equal(connection, 'postgres://ann:s%23cret@db.example:6543/watch?ssl=true');
    equal(shown, 'postgresql://ann@db.example:6543/watch');
    equal(withoutPassword('no s#cret, no s%23cret'), 'no ***, no ***');
    equal(databaseUrl('postgresql://h/d?password=hush&user=bob').shown, 'postgresql://bob@h/d');
    equal(databaseUrl('postgresql://h/d?password=hush').withoutPassword('hush'), '***');
    equal(databaseUrl('postgresql:///d?host=/run/postgresql').shown, 'postgresql:///run/postgresql/d');
  });

  it('takes every mode that encrypts for the one that checks the certificate, except where that is said', () => {
    const modes = ['require', 'verify-ca', 'verify-full', 'no-verify', 'disable'];
    const taken = modes.map((mode) => new URL(databaseUrl(`postgres://h/d?sslmode=${mode}`).connection).search);
    deepEqual(
      taken,
      ['verify-full', 'verify-full', 'verify-full', 'no-verify', 'disable'].map((mode) => `?sslmode=${mode}`),
    );
    throws(() => databaseUrl('postgres://h/d?sslmode=prefer'), /sslmode 'prefer' would not tell .* require, verify-ca/);
  });

  it('refuses what is none in a line that repeats nothing of it', () => {
    const wrong = {
      'mysql://ann:hush@h/d': /no address of a PostgreSQL: write postgresql:/,
      'postgres://ann:hu/sh@h:port/d': /%2F for \//,
      'postgres://ann:hush@h': /names no database/,
      'postgres://ann:hush@/d': /names no host|no address/,
      'postgres://ann:hush@h1,h2/d': /several hosts/,
    };
    for (const [given, line] of Object.entries(wrong)) {
      const message = messageOf(given);
      ok(line.test(message), `${given}: ${message}`);
      ok(!/hu.?sh/.test(message), message);
    }
  });

  it('is that of the environment where it is set there', () => {
    equal(databaseUrlIn({}), undefined);
    equal(databaseUrlIn({ DATABASE_URL: ' ' }), undefined);
    equal(databaseUrlIn({ DATABASE_URL: ' postgres://h/d ' })?.shown, 'postgresql://h/d');
    deepEqual(['postgres://h', 'PostgreSQL://h', 'results/postgres.db'].map(isDatabaseUrl), [true, true, false]);
  });
});
