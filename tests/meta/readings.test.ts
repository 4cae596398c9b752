/** docs/use/readings.md: ten readings, each with what leans on it and what would settle it, and no clause that is not there. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { clauseIds } from '../../contracts/clauses.ts';

const text = readFileSync(new URL('../../docs/use/readings.md', import.meta.url), 'utf8');
const readings = text.split(/^## /m).slice(1, -1);

test('ten readings, each told in full', () => {
  assert.equal(readings.length, 10);
  for (const reading of readings) {
    for (const part of ['Readings', 'Chosen', 'Leaning on it', 'Settled by']) {
      assert.ok(reading.includes(`- **${part}**: `), `${part} is missing in ${reading.split('\n')[0]}`);
    }
    assert.match(reading.split('- **Leaning on it**')[1] ?? '', /`[a-z-]+\.[a-z-]+`/);
  }
});

test('every clause it names is there', () => {
  const named = [...text.matchAll(/`([a-z-]+\.[a-z-]+)`/g)].map(([, id = '']) => id);
  assert.deepEqual(
    named.filter((id) => !(clauseIds as readonly string[]).includes(id)),
    [],
  );
});
