import { render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refreshProfile } from '#remote/public-profile.ts';
import { fakePublicServer } from './fake-public-server.ts';
import { useProfile } from './use-profile.ts';

beforeEach(() => vi.stubGlobal('fetch', fakePublicServer().fetch));
afterEach(() => vi.unstubAllGlobals());

function Name({ slug }: { slug: string }) {
  return <p>{useProfile(slug).profile?.business.name ?? 'not known'}</p>;
}

test('an answer that comes between the first drawing and its effects is shown', async () => {
  await refreshProfile('early-bird');
  const stored = localStorage.getItem('daybook-profile:1:early-bird') ?? '';
  const { business } = (JSON.parse(stored) as { profile: { business: { name: string } } }).profile;

  // The same answer for another business, there only once the first drawing is done.
  function Arriving() {
    useLayoutEffect(() => localStorage.setItem('daybook-profile:1:late-bird', stored), []);
    return null;
  }
  render(
    <>
      <Name slug="late-bird" />
      <Arriving />
    </>,
  );
  expect(await screen.findByText(business.name)).toBeDefined();
});
