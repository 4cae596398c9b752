/** One test that does nothing, to measure what Playwright itself takes. */
import { test } from '@playwright/test';

test('one', async () => {});
