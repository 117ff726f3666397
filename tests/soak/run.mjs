// Two browsers at work for a while behind bad networks: the long version of the end-to-end tests.
//   npm run test:soak -- --minutes=10 --seed=1
import { execFileSync, spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
});
if (!(Number(values.minutes) > 0) || !Number.isInteger(Number(values.seed))) {
  console.error('Usage: npm run test:soak -- --minutes=10 --seed=1');
  process.exit(2);
}
// What is shown is what the sources say now.
execFileSync('npx', ['--no-install', 'vite', 'build', '--logLevel', 'error'], { stdio: 'inherit' });
const child = spawn(
  'npx',
  ['--no-install', 'playwright', 'test', '--config', 'tests/soak/playwright.config.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, SOAK_MINUTES: values.minutes, SOAK_SEED: values.seed },
  },
);
child.on('close', (code) => process.exit(code ?? 1));
