/** A service that spells its days in another form is sent days and births in that form: as old as then, and of now. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readImported } from '../../../../cases/import/read-imported.ts';
import { replayEnding } from '../../../../cases/replay/replay.ts';
import type { Json } from '../../../../contracts/json.ts';
import { targetReading } from '../../../../prover/walked-world.ts';
import { startSandbox } from '../../../../sandbox/server.ts';
import { endingOf, isOf, realGuest, saved, sentAgain } from './saved-bookings.ts';

const sandbox = await startSandbox();
after(() => sandbox.close());

const months = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');

type Spelling = {
  readonly form: string;
  readonly spelled: (day: string) => Json;
  /** All days of a body, as the service reads them. */
  readonly read: (body: string) => string;
};

const spellings: readonly Spelling[] = [
  {
    form: 'milliseconds',
    spelled: (day) => Date.parse(day),
    read: (body) =>
      body.replaceAll(/(?<=:)-?\d{11,13}/g, (ms) => JSON.stringify(new Date(Number(ms)).toISOString().slice(0, 10))),
  },
  {
    form: '17APR86',
    spelled: (day) => `${day.slice(8)}${months[Number(day.slice(5, 7)) - 1]}${day.slice(2, 4)}`,
    read: (body) =>
      body.replaceAll(/(\d\d)([A-Z]{3})(\d\d)/g, (_, day, month, year) => {
        const number = String(months.indexOf(month) + 1).padStart(2, '0');
        return `${Number(year) > 40 ? 19 : 20}${year}-${number}-${day}`;
      }),
  },
  {
    form: 'an object',
    spelled: (day) => ({ year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), day: Number(day.slice(8)) }),
    read: (body) =>
      body.replaceAll(/\{"year":(\d+),"month":(\d+),"day":(\d+)\}/g, (_, year, month, day) =>
        JSON.stringify([year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')),
      ),
  },
];

const oddities = ['refuses-young-children'] as const;
const place = { dialect: 'nested', oddities } as const;
const plain = await saved(sandbox, place, async ({ hotels }) =>
  hotels.book(await hotels.choose(isOf('NWR')), realGuest),
);

for (const { form, spelled, read } of spellings) {
  test(`days as ${form}: a child that is refused is refused as old as then`, async () => {
    const { log } = JSON.parse(plain.har);
    for (const { request } of log.entries) {
      if (request.postData)
        request.postData.text = request.postData.text.replaceAll(/"(\d{4}-\d\d-\d\d)"/g, (_: string, day: string) =>
          JSON.stringify(spelled(day)),
        );
    }
    const target = targetReading('nested', sandbox.url);
    const { trace } = readImported(JSON.stringify({ log }), { target, fileName: 'saved.har' });
    const again = { ...place, translated: read };
    const { made, received } = await sentAgain(sandbox, again, (parts) => replayEnding(endingOf({ trace }), parts));
    assert.deepEqual([made.outcome, made.reason], ['same', undefined]);
    const births = JSON.parse(received).log.entries.flatMap(
      ({ request }: { request: { postData?: { text: string } } }) =>
        [...read(request.postData?.text ?? '').matchAll(/"birthDate":"([^"]*)"/g)].map(([, day]) => day),
    );
    assert.ok(births.length > 0 && births.every((day: string) => day < '2026-12-01'), births.join());
    const without = { dialect: 'nested', translated: read } as const;
    const healthy = await sentAgain(sandbox, without, (parts) => replayEnding(endingOf({ trace }), parts));
    assert.deepEqual([healthy.made.outcome, healthy.made.reason], ['fixed', undefined]);
  });
}
