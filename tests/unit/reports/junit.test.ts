/** What a pipeline reads of a run: a row for each clause, and no failure for what only warns. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { XMLValidator } from 'fast-xml-parser';
import { junitXml } from '../../../reports/junit.ts';
import { broken, failing, inconclusive, passing, recordOf } from './record-of.ts';

const rowOf = (xml: string, clause: string): string =>
  new RegExp(`<testcase [^>]*name="${clause}"(?:/>|[\\s\\S]*?</testcase>)`).exec(xml)?.[0] ?? '';

test('a clause that holds in two flows is one row', () => {
  const xml = junitXml(recordOf(passing('cities.sorted-by-id'), passing('cities.sorted-by-id', 'other-flow')));
  assert.equal(
    xml,
    `\
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="preflight sandbox" tests="1" failures="0" errors="0" skipped="0" time="1.9">
  <testsuite name="cities" timestamp="2026-09-01T12:00:00" tests="1" failures="0" errors="0" skipped="0">
    <testcase classname="cities" name="cities.sorted-by-id"/>
  </testsuite>
</testsuites>
`,
  );
});

test('broken, warned, not judged and our own error each have their own row, and are counted', () => {
  const xml = junitXml(
    recordOf(
      failing('cities.sorted-by-id'),
      failing('countries.lowest-id-first'),
      inconclusive('cities.ids-are-unique', 'trouble', 'cities: HTTP 503'),
      broken('countries.list-is-an-array', 'the check broke'),
    ),
  );
  assert.match(xml, /^<testsuites .* tests="4" failures="1" errors="1" skipped="1"/m);
  assert.match(
    rowOf(xml, 'cities.sorted-by-id'),
    /<failure message="cities.sorted-by-id is broken">FAIL {2}cities[\s\S]*judge /,
  );
  assert.match(rowOf(xml, 'countries.lowest-id-first'), /<system-out>WARN /);
  assert.match(rowOf(xml, 'cities.ids-are-unique'), /<skipped message="cities: HTTP 503"\/>/);
  assert.match(rowOf(xml, 'countries.list-is-an-array'), /<error message="the check broke"\/>/);
});

test('what cost the run its pass is an error of its own', () => {
  const xml = junitXml({
    ...recordOf(passing('cities.sorted-by-id')),
    warnings: ['the ledger <could> not be written'],
  });
  assert.equal(XMLValidator.validate(xml), true);
  assert.match(
    xml,
    /<testcase classname="run" name="warning 1"><error message="the ledger &lt;could&gt; not be written"\/>/,
  );
});

test('nothing that a service says leaves its row', () => {
  const hostile = ']]></failure><testcase name="x"/>&amp; "quoted" \u0000\u001b[2K\ud800';
  const xml = junitXml(recordOf(failing('cities.sorted-by-id', { actual: hostile, where: hostile })));
  assert.equal(XMLValidator.validate(xml), true);
  assert.equal(xml.match(/<testcase /g)?.length, 1);
});
