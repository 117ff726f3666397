import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Nothing waits for time to pass; a busy machine may take its time all the same.
configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  cleanup();
  // The next test is another tab.
  sessionStorage.clear();
});
