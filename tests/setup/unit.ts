// Node 20 has no Temporal; the browsers that lack it get the same polyfill from src/main.tsx.
import 'temporal-polyfill/global';
import { afterEach, beforeEach } from 'vitest';

// What the product prints with console.error is a defect until a test says it expects it:
//   const errors = expectConsoleErrors(); … expect(errors).toEqual([...])
let seen: string[] = [];
let allowed = false;

/** Lets this one test write to console.error; answers the list of what was written. */
export const expectConsoleErrors = (): string[] => {
  allowed = true;
  return seen;
};

const original = console.error;

beforeEach(() => {
  seen = [];
  allowed = false;
  console.error = (...parts: unknown[]) => {
    seen.push(parts.map(String).join(' '));
  };
});

afterEach(() => {
  console.error = original;
  if (allowed || seen.length === 0) return;
  throw new Error(
    `Unexpected console.error: ${seen.join('\n')}\n` +
      'If the test means it, call expectConsoleErrors() from #tests/setup/unit.ts.',
  );
});
