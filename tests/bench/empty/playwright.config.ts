/** The least that Playwright can be asked to do. */
import { defineConfig } from '@playwright/test';

export default defineConfig({ testDir: '.', reporter: 'null', workers: 1 });
