/** The token: what a login gives, and what every operation does without one. */
import { expect, test } from '../playwright/test.ts';

test('a login gives a token that serves for one day', { tag: ['@token', '@standard'] }, async ({ walk }) => {
  // Log in, and log in once more while the first token lives.
  await walk('issue-tokens', async (walked) => {
    await expect(walked).toKeepClause('token.success-has-token-and-expiry');
    await expect(walked).toKeepClause('token.lifetime-is-one-day');
    await expect(walked).toKeepClause('token.expiry-agrees-with-exp-claim');
  });
});

test('one token serves many requests', { tag: ['@token', '@standard'] }, async ({ walk }) => {
  // Use one token for many requests to every operation of the dictionary.
  await walk('reuse-token', async (walked) => {
    await expect(walked).toKeepClause('token.serves-many-requests');
    await expect(walked).toKeepClause('bearer.issued-token-is-accepted');
  });
});

test('reference data refuses a token that was altered', { tag: ['@token', '@bearer', '@standard'] }, async ({
  walk,
}) => {
  // Ask for reference data without a token, with garbage, and with a token altered in every way.
  await walk('send-bad-tokens', async (walked) => {
    await expect(walked).toKeepClause('bearer.missing-token-is-unauthorized');
    await expect(walked).toKeepClause('bearer.tampered-signature-is-unauthorized');
    await expect(walked).toKeepClause('bearer.unsigned-token-is-unauthorized');
  });
});

test('hotel operations ask for a valid token', { tag: ['@token', '@hotel-bearer', '@standard'] }, async ({ walk }) => {
  // Ask every hotel operation without a token, with garbage, and with a token altered in every way.
  await walk('send-bad-tokens-to-hotels', async (walked) => {
    await expect(walked).toKeepClause('hotel-bearer.missing-token-is-refused');
    await expect(walked).toKeepClause('hotel-bearer.invalid-token-is-refused');
  });
});

test('flight operations ask for a valid token', { tag: ['@token', '@avia-bearer', '@standard'] }, async ({ walk }) => {
  // Ask every flight operation without a token, with garbage, and with a token altered in every way.
  await walk('send-bad-tokens-to-flights', async (walked) => {
    await expect(walked).toKeepClause('avia-bearer.missing-token-is-refused');
    await expect(walked).toKeepClause('avia-bearer.invalid-token-is-refused');
  });
});
