/** A badge: what it says of each verdict, as SVG and as the JSON of an endpoint. */
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { XMLValidator } from 'fast-xml-parser';
import { badgeJson, badgeSvg } from '../../../reports/badge.ts';
import { failing, inconclusive, passing, recordOf } from './record-of.ts';

const failed = recordOf(failing('cities.sorted-by-id'), passing('token.is-jwt'));

test('an SVG that tells the counts of clauses, to those who hear it too', () => {
  equal(
    badgeSvg(failed),
    `\
<svg xmlns="http://www.w3.org/2000/svg" width="275" height="20" role="img" aria-label="contract: failing, 1 of 2 clauses broken">
<title>contract: failing, 1 of 2 clauses broken</title>
<rect width="275" height="20" rx="3" fill="#3d444d"/>
<path d="M65 0h207a3 3 0 0 1 3 3v14a3 3 0 0 1 -3 3h-207z" fill="#b3261e"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="6" y="14" textLength="53">contract</text>
<text x="71" y="14" textLength="198">failing, 1 of 2 clauses broken</text>
</g>
</svg>
`,
  );
  equal(XMLValidator.validate(badgeSvg(failed)), true);
});

test('an endpoint for each verdict', () => {
  const said = [failed, recordOf(passing('token.is-jwt')), recordOf(inconclusive('token.is-jwt', 'trouble', 'x'))].map(
    (record) => JSON.parse(badgeJson(record)) as Record<string, unknown>,
  );
  deepEqual(
    said.map(({ message, isError }) => [message, isError]),
    [
      ['failing, 1 of 2 clauses broken', false],
      ['passing, 1 clause judged', false],
      ['could not measure, 0 clauses judged', true],
    ],
  );
});
