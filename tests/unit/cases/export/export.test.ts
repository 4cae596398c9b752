/** A case is exported as a HAR, a script, a test or a letter. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
// @ts-expect-error: it brings no types.
import harSchemas from 'har-schema';
// @ts-expect-error: it brings no types.
import MarkdownIt from 'markdown-it';
import { type Case, focusOf } from '../../../../cases/case.ts';
import { exported, exportForms } from '../../../../cases/export/exported.ts';
import { scriptOf } from '../../../../cases/export/script.ts';
import { isSeen } from '../../../../cases/export/shipped/seen.mjs';
import { testOf } from '../../../../cases/export/test.ts';
import { plainJson } from '../../../../cases/show/excerpt.ts';
import type { Json } from '../../../../contracts/json.ts';
import { emptyFolder } from '../../../cli/preflight-process.ts';
import { caseOf, exchangeOf, hostileCase, hostileTexts, posted, traceOf, unbrokenCase } from '../case-of.ts';

const search = posted(
  'hotel-search',
  '/api/hotels/search',
  { region: 5, stay: { from: '2027-02-25' } },
  { searchId: 's-000001', hotels: [{ hotelId: 460_050, name: 'Txk' }] },
);
const pricing = posted(
  'hotel-pricing',
  '/api/hotels/hotel_pricing',
  { searchId: 's-000001', hotelId: 460_050 },
  {
    hotelId: 460_050,
    offers: [
      { offerId: 'o-1f2e3d', aiScore: null },
      { offerId: 17, aiScore: null },
    ],
  },
);

const ordinary = caseOf(traceOf('price-hotels', { ...search, replaced: ['response.body.hotels[].name'] }, pricing), {
  clause: 'hotel-pricing.offers-carry-offer-id',
  exchange: 1,
  where: 'response.body.offers[1].offerId',
  expected: 'string',
  actual: '17',
});

const textOf = (form: (typeof exportForms)[number], opened: Case = ordinary, isPage = false): string =>
  exported(opened, form, { isPage });

test('ids are taken anew from the answer that gave them', () => {
  const script = scriptOf(ordinary);
  deepEqual(script?.steps[1]?.body, { searchId: '{{searchId}}', hotelId: '{{hotelId}}' });
  deepEqual(script?.given.hotelId, { step: 1, at: ['hotels', 0, 'hotelId'], was: 460_050 });
  ok(textOf('curl').includes('"searchId": "{{searchId}}"'));
  ok(textOf('http').includes('"searchId": "{{step1.response.body.$.searchId}}"'));
  ok(textOf('http').includes('"hotelId": {{step1.response.body.$.hotels[0].hotelId}}'));
});

test('every form says before all else what was replaced', () => {
  for (const form of exportForms) {
    const text = textOf(form);
    const said = text.indexOf('step 1, hotel-search: response.body.hotels[].name');
    ok(said >= 0 && said < 600, `${form}: ${said}`);
  }
});

test('a HAR is one by its schema', () => {
  const ajv = addFormatsModule.default(new Ajv({ strict: false }));
  ajv.addMetaSchema(createRequire(import.meta.url)('ajv/dist/refs/json-schema-draft-06.json'));
  for (const schema of Object.values(harSchemas as Record<string, object>)) ajv.addSchema(schema);
  const failed = exchangeOf({ operation: 'countries', failure: { kind: 'reset', message: 'gone' } });
  const { response, ...unanswered } = failed;
  const broken = unbrokenCase(traceOf('list-countries', unanswered));
  for (const opened of [ordinary, broken, hostileCase('/nowhere')]) {
    const made = JSON.parse(textOf('har', opened));
    ok(ajv.validate('har.json', made), ajv.errorsText());
    equal(made.log.entries.length > 0, true);
  }
});

test('a letter says what, when, where and how to repeat it, as Markdown and as a page', () => {
  for (const text of [textOf('letter'), textOf('letter', ordinary, true)]) {
    for (const said of [
      'hotel-pricing.offers-carry-offer-id',
      'part 2.4',
      'First seen',
      '2026-09-01T12:00:00.000Z',
      'acme',
      'npx --no -- preflight export finding.bundle.json --as curl',
    ])
      ok(text.includes(said), said);
  }
  ok(textOf('letter', ordinary, true).startsWith('<!doctype html>'));
});

test('plain JSON is read as the same value, and nothing in it is invisible', () => {
  const value = { texts: hostileTexts('/nowhere'), deep: [[{ a: '\u0000' }]] };
  const text = plainJson(value);
  deepEqual(JSON.parse(text), value);
  ok(!/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(text));
});

test('nothing foreign breaks out of a script, a test, a page or a letter', () => {
  const folder = emptyFolder();
  const marker = join(folder, 'ran');
  const opened = hostileCase(marker);
  for (const form of exportForms) {
    ok(!/(?![\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(textOf(form, opened)), form);
  }
  const bash = join(folder, 'again.sh');
  writeFileSync(bash, textOf('curl', opened));
  equal(spawnSync('bash', ['-n', bash]).status, 0);
  const environment = { PATH: process.env.PATH, PREFLIGHT_URL: 'http://127.0.0.1:9', PREFLIGHT_CLIENT_ID: 'a' };
  const ended = spawnSync('bash', [bash], { env: { ...environment, PREFLIGHT_CLIENT_SECRET: 'b' }, cwd: folder });
  equal(ended.status, 3, String(ended.stderr));
  equal(spawnSync('bash', [bash], { env: environment, cwd: folder }).status, 2, 'a secret is missing');

  const module = join(folder, 'again.mjs');
  const stub = 'const test = { setTimeout() {} }; const expect = undefined;';
  const text = textOf('playwright', opened).replace(/^import .*@playwright\/test';$/m, '');
  writeFileSync(module, `${stub}\n${text.replace(/^test\(.*async/m, '(async').replace(/^\}\);$/m, '});')}`);
  const checked = spawnSync(process.execPath, ['--check', module]);
  equal(checked.status, 0, String(checked.stderr));
  spawnSync(process.execPath, [module], { cwd: folder });
  ok(!existsSync(marker), 'something foreign was run');

  const page = textOf('letter', opened, true);
  ok(!/<(script|img|svg)/i.test(page));
  const markdown = new MarkdownIt({ html: true, linkify: true }).render(textOf('letter', opened));
  ok(!/<(script|img|svg|a) /i.test(markdown), /.{80}<(script|img|svg|a) .{80}/i.exec(markdown)?.[0]);
  ok(!textOf('http', opened).includes('{{$processEnv PREFLIGHT_CLIENT_SECRET}}"'), 'a variable of somebody else');
  ok(!/^(GET|POST) (?!\{\{baseUrl\}\}\/)/m.test(textOf('http', opened)), 'a request elsewhere');
});

const answer = (status: number, body: Json) => ({ status, headers: {}, body, text: JSON.stringify(body) });

const error = { code: 'TICKET_ALREADY_VOID' };
const errorInSuccess = { step: 0, promise: 'absent' as const, path: ['body', 'error'], was: 200 };

test('an error that stood in a success is no error in a refusal', () => {
  deepEqual(isSeen(errorInSuccess, [answer(200, { status: 'SUCCESS', error })]), {
    seen: true,
    value: error,
  });
  deepEqual(isSeen(errorInSuccess, [answer(200, { status: 'SUCCESS' })]), { seen: false, value: undefined });
  deepEqual(isSeen(errorInSuccess, [answer(409, { error })]), {});
  deepEqual(isSeen(errorInSuccess, [answer(200, { success: false, error })]), {});
  // An error of a refusal that is to be absent is still looked for in one.
  const inRefusal = { ...errorInSuccess, path: ['body', 'stack'], was: 409 };
  deepEqual(isSeen(inRefusal, [answer(409, { error, stack: 'at' })]), { seen: true, value: 'at' });
});

test('an entry that stands twice in its list is looked for in the list, wherever it stands now', () => {
  const listed = (...ids: number[]) => ids.map((id) => ({ id, nameEn: `n${id}` }));
  const twice = posted('bed-types', '/api/dictionaries/bed-types', {}, listed(1, 2, 2));
  const finding = { exchange: 0, expected: 'each entry once', actual: 'one before it', where: 'response.body[2]' };
  const script = scriptOf(caseOf(traceOf('list-bed-types', twice), { clause: 'json.no-entry-twice', ...finding }));
  equal(script?.test?.promise, 'unique');
  ok(script?.test && isSeen(script.test, { [script.test.step]: answer(200, listed(2, 2, 3)) }).seen);
  equal(script?.test && isSeen(script.test, { [script.test.step]: answer(200, listed(1, 2, 3)) }).seen, false);
});

test('which of two answers is right, no script says that has one of them alone', () => {
  const body = { offers: [{ offerId: 'o-1f2e3d', rateName: 'Basic' }] };
  const priced = posted('hotel-pricing', '/api/hotels/hotel_pricing', { searchId: 's-000001' }, body);
  const said = (by: string) =>
    scriptOf(
      caseOf(traceOf('price-hotels', priced), {
        clause: 'hotel-pricing.offers-agree',
        exchange: 0,
        where: 'response.body.offers[0].rateName',
        expected: `"Flex", as ${by}`,
        actual: '"Basic"',
      }),
    )?.test;
  equal(said('hotel-search says of it (exchange 6)'), undefined);
  equal(said('it was booked')?.promise, 'equals');
});

test('another error code than the one promised and the one recorded may be right as well', () => {
  const refused = posted('ticket-info', '/api/avia/ticket_info', {}, { error: { code: 'INVALID_TICKET_STATE' } });
  const where = 'response.body.error.code';
  const finding = { exchange: 0, where, expected: 'ACCESS_DENIED', actual: '"INVALID_TICKET_STATE"' };
  const found = caseOf(traceOf('book-then-void', refused), {
    clause: 'ticket-info.other-partner-sees-nothing',
    ...finding,
  });
  const { step = 0, ...test } = scriptOf(found)?.test ?? {};
  const seen = (code: string) => isSeen({ step, ...test } as never, { [step]: answer(404, { error: { code } }) }).seen;
  deepEqual([seen('INVALID_TICKET_STATE'), seen('ACCESS_DENIED'), seen('BOOKING_NOT_FOUND')], [true, false, undefined]);
});

test('a refusal shows nothing where the script leaves out what was answered about', () => {
  const made = posted('create-booking', '/api/hotels/create_booking', {}, { bookingId: 'b-1f2e3d' });
  const viewed = posted('view-booking', '/api/hotels/view_booking', {}, { bookingId: 'b-1f2e3d' });
  const clause = 'view-booking.unnamed-booking-is-refused';
  const finding = { clause, exchange: 1, where: 'response.status', expected: 'a refusal', actual: '200' } as const;
  const focus = focusOf(caseOf(traceOf('book-then-cancel', made, viewed), finding));
  const numbered = focus?.trace.exchanges.map((exchange, i) => ({ number: i + 1, exchange })) ?? [];
  for (const [steps, seen] of [
    [numbered, false],
    [numbered.slice(1), undefined],
  ] as const) {
    const test = focus && testOf(focus, steps);
    deepEqual(test && isSeen(test, { 2: answer(404, {}) }).seen, seen);
    equal(test && isSeen(test, { 2: answer(200, {}) }).seen, true);
  }
});

test('what an earlier answer gives no more is not missed: a person must decide', () => {
  const promised = { promise: 'answered' as const, step: 1, path: ['status'], was: 404 };
  const card = { ...promised, named: { step: 0, was: 77 } };
  const gone = answer(404, { error });
  deepEqual(isSeen(card, [answer(200, { hotels: [{ id: 77 }] }), gone]).seen, true);
  deepEqual(isSeen(card, [answer(200, { hotels: [{ id: 78 }] }), gone]), {});
});

test('what was left out is still missing where its record is there, and may be gone with it', () => {
  const path = ['body', 0, 'group', 'id'];
  const grouped = { step: 0, promise: 'present' as const, path, was: 200, wasAbsent: true as const };
  deepEqual(isSeen(grouped, [answer(200, [{ group: {} }])]), { seen: true, value: undefined });
  deepEqual(isSeen(grouped, [answer(200, [{ group: { id: 5 } }])]), { seen: false, value: 5 });
  deepEqual(isSeen(grouped, [answer(200, [{}])]), {});
});

test('what was refused then and is done now may show what it did: a person must decide', () => {
  const promised = { promise: 'differs' as const, from: 'completed' };
  const made = { ...promised, step: 1, path: ['body', 'status'], was: 200, refused: [0] };
  const shown = answer(200, { status: 'completed' });
  deepEqual(isSeen(made, [answer(409, { error }), shown]), { seen: true, value: 'completed' });
  deepEqual(isSeen(made, [answer(200, { status: 'completed' }), shown]), {});
  deepEqual(isSeen(made, [answer(200, {}), answer(200, { status: 'cancelled' })]), { seen: false, value: 'cancelled' });
});

test('a text that is to say something is one that is not blank, and nothing that is not there', () => {
  const named = { step: 0, promise: 'matching' as const, pattern: '\\S', path: ['body', 'searchId'], was: 200 };
  const told = { ...named, promise: 'kind' as const, kind: 'text', everywhere: true as const };
  for (const [searchId, asNamed, asText] of [
    ['', true, true],
    [' ', true, true],
    [null, true, true],
    [17, false, true],
    ['s-1', false, false],
  ] as const) {
    deepEqual(isSeen(named, [answer(200, { searchId })]).seen, asNamed);
    deepEqual(isSeen(told, [answer(200, { searchId })]).seen, asText);
  }
});
