import { defineConfig } from '@playwright/test';
import base from '../playwright.config.ts';

/** One long test: no trace (it would hold everything in memory), no limit but the test's own. */
export default defineConfig({
  ...base,
  testDir: '.',
  outputDir: '../results/soak',
  globalSetup: '../harness/seed-template.ts',
  workers: 1,
  timeout: 0,
  reporter: 'list',
  use: { ...base.use, trace: 'off' },
});
