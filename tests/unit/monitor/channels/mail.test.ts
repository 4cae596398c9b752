/** Letters, at a mail server on this machine. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { type Channel, isMailServer, mailServerOf } from '../../../../monitor/config.ts';
import { failureOf, greeter, nowMs, secrets, shortMs, told } from './told.ts';

type Letter = { readonly from: string; readonly to: readonly string[]; readonly text: string };

const mailServer = async (t: TestContext, options: SMTPServerOptions = {}) => {
  const letters: Letter[] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'me' && password === 'pa55word' ? done(null, { user: 'me' }) : done(new Error('told-by-the-server')),
    onData: async (stream, { envelope }, done) => {
      let text = '';
      for await (const chunk of stream) text += chunk;
      const { mailFrom, rcptTo } = envelope;
      letters.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), text });
      done();
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { host: `127.0.0.1:${(server.server.address() as AddressInfo).port}`, letters };
};

const email = (smtp: string, recipients = ['oncall@acme.example']): Channel => ({
  to: 'email',
  name: 'letters',
  smtp,
  from: 'preflight@acme.example',
  recipients,
});

const headerOf = (text: string, name: string): string | undefined => {
  const head = text.slice(0, text.indexOf('\r\n\r\n'));
  return new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(head)?.[1]?.replaceAll(/\r\n[ \t]/g, ' ');
};

test('a letter has the headline as its subject and the text for people', async (t) => {
  const { host, letters } = await mailServer(t);
  equal(await failureOf(email(`smtp://me:pa55word@${host}`, ['a@acme.example', 'b@acme.example'])), undefined);
  const [{ from, to, text } = {} as never] = letters;
  deepEqual([letters.length, from, to], [1, 'preflight@acme.example', ['a@acme.example', 'b@acme.example']]);
  equal(headerOf(text, 'subject'), 'acme breaks a promise since 12:00 UTC: cities.sorted-by-id is broken');
  equal(headerOf(text, 'date'), new Date(nowMs).toUTCString().replace('GMT', '+0000'));
  equal(headerOf(text, 'auto-submitted'), 'auto-generated');
  match(text, /First: Report it in office hours\./);
  ok(!/nodemailer/i.test(text));
});

test('a letter that is sent again is the same letter, and its end belongs to it', async (t) => {
  const { host, letters } = await mailServer(t);
  const channel = email(`smtp://${host}`);
  for (let time = 0; time < 2; time += 1) equal(await failureOf(channel), undefined);
  const closed = { ...told, key: 'i1-closed-team', event: 'closed', openMs: 60_000 } as const;
  equal(await failureOf(channel, { alert: closed }), undefined);
  const [first, again, end] = letters.map(({ text }) =>
    ['message-id', 'references'].map((name) => headerOf(text, name)),
  );
  match(first?.[0] ?? '', /^<[0-9a-f]{32}@acme\.example>$/);
  deepEqual(again, first);
  ok(end?.[0] !== first?.[0]);
  match(first?.[1] ?? '', /^<[0-9a-f]{32}@acme\.example>$/);
  equal(end?.[1], first?.[1]);
});

test('a title with ends of lines adds no header', async (t) => {
  const { host, letters } = await mailServer(t);
  const title = 'a\r\nbcc: evil@evil.example\r\n\r\nb';
  equal(await failureOf(email(`smtp://${host}`), { alert: { ...told, title } }), undefined);
  deepEqual([letters[0]?.to, headerOf(letters[0]?.text ?? '', 'bcc')], [['oncall@acme.example'], undefined]);
});

const refuses = (code: number) => (): Error =>
  Object.assign(new Error('told-by-the-server pa55word'), { responseCode: code });

const failures: readonly (readonly [what: string, options: SMTPServerOptions, says: RegExp])[] = [
  [
    'the login',
    { onAuth: (_auth, _session, done) => done(refuses(535)()) },
    /^the mail server refused the login \(535\)$/,
  ],
  [
    'the sender',
    { onMailFrom: (_from, _session, done) => done(refuses(550)()) },
    /^the mail server refused the sender or every recipient \(550\)$/,
  ],
  [
    'every recipient',
    { onRcptTo: (_to, _session, done) => done(refuses(450)()) },
    /^the mail server refused the sender or every recipient \(450\)$/,
  ],
  [
    'the letter',
    { onData: (stream, _session, done) => void stream.resume().on('end', () => done(refuses(554)())) },
    /^the mail server refused the letter \(554\)$/,
  ],
];
for (const [what, options, says] of failures) {
  test(`a mail server that refuses ${what} is reported by its number`, async (t) => {
    const { host } = await mailServer(t, options);
    const line = (await failureOf(email(`smtp://me:pa55word@${host}`))) ?? '';
    match(line, says);
    for (const secret of secrets) ok(!line.includes(secret));
  });
}

test('a recipient refused for now gets the letter later, and one refused for good fails a test alone', async (t) => {
  let code = 450;
  const { host, letters } = await mailServer(t, {
    onRcptTo: ({ address }, _session, done) => done(address.startsWith('b@') ? refuses(code)() : null),
  });
  const channel = email(`smtp://${host}`, ['a@acme.example', 'b@acme.example']);
  equal(await failureOf(channel), 'the mail server refused 1 of 2 recipients (450)');
  code = 550;
  equal(await failureOf(channel), undefined);
  equal(
    await failureOf(channel, { alert: { ...told, event: 'test' } }),
    'the mail server refused 1 of 2 recipients (550)',
  );
  deepEqual(
    letters.map(({ to }) => to),
    Array(3).fill(['a@acme.example']),
  );
});

test('a mail server that is silent, gone, none or not trusted is reported in words of Preflight', async (t) => {
  const { host: encrypted } = await mailServer(t, { secure: true });
  const lines: readonly (readonly [smtp: string, says: RegExp, deadlineMs?: number])[] = [
    [`smtp://${await greeter(t, undefined)}`, /^the mail server did not take the letter within 0\.06 s$/, shortMs],
    ['smtp://127.0.0.1:1', /^the connection was refused \(ECONNREFUSED\)$/],
    ['smtp://mail.invalid', /^the (host name is not known|name service did not answer|name of the mail server)/],
    [`smtp://${await greeter(t, 'HTTP/1.1 400 told-by-the-server\r\n\r\n')}`, /^what answers is no mail server/],
    [`smtps://${encrypted}`, /^(no trusted TLS connection|the certificate has expired) \(\w+\)/],
  ];
  for (const [smtp, says, deadlineMs] of lines) {
    const line = await failureOf(email(smtp.replace('//', '//me:pa55word@')), { ...(deadlineMs && { deadlineMs }) });
    match(line ?? '', says, smtp);
    for (const secret of secrets) ok(!line?.includes(secret));
  }
});

test('a password goes to another machine encrypted only', () => {
  const read = (smtp: string) => {
    const { host, port, secure, requireTLS, ignoreTLS } = mailServerOf(smtp);
    return [host, port, secure, requireTLS, ignoreTLS];
  };
  deepEqual(read('smtp://me:x@mail.acme.example'), ['mail.acme.example', 587, false, true, false]);
  deepEqual(read('smtp://mail.acme.example:25'), ['mail.acme.example', 25, false, false, false]);
  deepEqual(read('smtps://me:x@mail.acme.example'), ['mail.acme.example', 465, true, false, false]);
  deepEqual(read('smtp://me:x@[::1]:1025'), ['::1', 1025, false, false, true]);
  deepEqual(mailServerOf('smtp://me%40acme:p%2Fw@h').auth, { user: 'me@acme', pass: 'p/w' });
});

test('an address of a mail server that would lose a part is none', () => {
  for (const smtp of ['smtp://h', 'smtps://u:p@h:1/', 'smtp://u@h']) equal(isMailServer(smtp), true, smtp);
  const bad = [
    'smtp:h',
    'smtp://',
    'smtp://h/box',
    'smtp://h?tls=no',
    'smtp://h#a',
    'smtp://u:%ZZ@h',
    'smtp://:p@h',
    'smtp://h:0',
  ];
  for (const smtp of bad) equal(isMailServer(smtp), false, smtp);
});
