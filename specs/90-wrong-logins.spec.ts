/** What spoils a token: its end, and wrong logins. Last, because a service may lock a partner out. */
import { expect, test } from '../playwright/test.ts';

test('a token works until it expires, and no longer', { tag: ['@token', '@standard'] }, async ({ walk }) => {
  // Log in, let almost a day pass and use the token, let it expire, use it again, and log in anew.
  await walk('outlive-token', async (walked) => {
    await expect(walked).toKeepClause('token.works-until-expiry');
    await expect(walked).toKeepClause('token.renewed-after-expiry');
    await expect(walked).toKeepClause('bearer.expired-token-is-unauthorized');
  });
});

test('a wrong login changes nothing for a right one', { tag: ['@token', '@full'] }, async ({ walk }) => {
  // In a world of its own, log in wrongly, then walk stories of reference data, hotels and flights.
  await walk('walk-after-wrong-login', async (walked) => {
    await expect(walked).toKeepClause('cities.unknown-country-is-empty');
    await expect(walked).toKeepClause('hotel-flow.typical-flow-can-be-walked');
    await expect(walked).toKeepClause('avia-flow.typical-flow-can-be-walked');
  });
});

test('a wrong login is refused with a code and no token', { tag: ['@token', '@standard'] }, async ({ walk }) => {
  // Log in without a clientId or a secret, with a wrong clientId, and with wrong secrets.
  await walk('refuse-logins', async (walked) => {
    await expect(walked).toKeepClause('token.wrong-client-id-is-refused');
    await expect(walked).toKeepClause('token.wrong-secret-is-refused');
    await expect(walked).toKeepClause('token.refusal-carries-no-token');
  });
});

test('a login that is nearly right is refused', {
  tag: ['@explorations', '@token', '@full'],
}, async ({ walk }) => {
  // Log in rightly, without a part of the credentials, and with clientIds and secrets that are nearly right.
  await walk('explore-logins', async (walked) => {
    await expect(walked).toKeepClause('token.wrong-secret-is-refused');
    await expect(walked).toKeepClause('token.refusal-carries-no-token');
  });
});
