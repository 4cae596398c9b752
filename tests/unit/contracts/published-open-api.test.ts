/** The OpenAPI document holds to OpenAPI 3.1, as a validator that is not ours reads it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { published } from '../../../contracts/publish.ts';

const text = published()['openapi.json'] ?? assert.fail('openapi.json is not published');

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  assert.deepEqual(await validator.validate(JSON.parse(text)), { valid: true });
  assert.equal(validator.version, '3.1');
});

test('the validator sees a broken document', async () => {
  const broken = JSON.parse(text);
  delete broken.paths['/auth/token'].post.responses.default.description;
  assert.equal((await new Validator().validate(broken)).valid, false);
});
