/** A large body takes no more memory than its text, and nobody sees that. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { heldBytesMax } from '../../../../client/limits.ts';
import { withBody } from '../../../../client/redaction/held-body.ts';

const body = [
  { id: 1, nameEn: 'Porto' },
  { id: 2, nameEn: 'Порту' },
];
const rest = { status: 200, headers: {}, bytes: heldBytesMax + 1 };

const isHeldAsText = (response: object): boolean =>
  Object.getOwnPropertyDescriptor(response, 'body')?.get !== undefined;

test('a large body is held as its text, and read as often as somebody looks', () => {
  const response = withBody({ ...rest }, body, heldBytesMax + 1);
  ok(isHeldAsText(response));
  equal(response.body, response.body);
  deepEqual(JSON.parse(JSON.stringify(response)), { ...rest, body: JSON.parse(JSON.stringify(body)) });
  deepEqual(Object.keys(response), Object.keys({ ...rest, body }));
});

test('a smaller one, and a text, are there as they are', () => {
  ok(!isHeldAsText(withBody({ ...rest }, body, heldBytesMax)));
  equal(withBody({ ...rest }, 'a text', heldBytesMax + 1).body, 'a text');
});
