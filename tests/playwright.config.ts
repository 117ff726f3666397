import { defineConfig } from '@playwright/test';
import { ensureChromium } from '../.ci/chromium.mjs';

/** Chromium started as root (containers, CI) needs --no-sandbox; the rest keeps it from calling out. */
const chromiumFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: './e2e',
  outputDir: './results/e2e',
  globalSetup: './harness/seed-template.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Room for a machine several times slower than the one a test was written on: nothing here is a
  // promise, what is promised in seconds is measured in tests/bench.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  use: {
    actionTimeout: 60_000,
    browserName: 'chromium',
    headless: true,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    viewport: { width: 1440, height: 900 },
    // A fourth of what a sheet costs is its way in and out, which says nothing about what it does.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      args: chromiumFlags,
      executablePath: await ensureChromium({ isShellEnough: true }),
    },
  },
});
