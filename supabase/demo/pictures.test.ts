import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPicturePath } from '#domain/pictures/path.ts';
import { BOOT_TIMEOUT_MS, startTestBackend, type TestBackend } from '#tests/harness/backend.ts';
import { giveDemoPictures } from './pictures.ts';
import { DEMO_SLUG } from './seed.ts';

let backend: TestBackend;
const business = randomUUID();
beforeAll(async () => {
  backend = await startTestBackend({ realtime: false });
  await backend.sql(
    `insert into public.businesses (id, business_id, name, slug, time_zone)
     values ($1, $1, 'Lumen', $2, 'UTC')`,
    [business, DEMO_SLUG],
  );
  for (const name of ['Mara Lindqvist', 'Theo Okafor', 'Noor Haddad']) {
    await backend.sql(
      `insert into public.staff (id, business_id, display_name, colour) values ($1, $2, $3, 'teal')`,
      [randomUUID(), business, name],
    );
  }
}, BOOT_TIMEOUT_MS);
afterAll(() => backend.stop());

const paths = async () =>
  (
    await backend.sql<{ photo_path: string | null }>(
      'select photo_path from public.staff order by display_name',
    )
  ).map(({ photo_path }) => photo_path);

test('two people of the demo have a small picture that everybody may open, also after a repeat', async () => {
  await giveDemoPictures(backend);
  const [mara, noor, theo] = await paths();
  expect(noor).toBeNull();
  for (const path of [mara!, theo!]) {
    expect(readPicturePath(path)).toMatchObject({ width: 288, height: 288 });
    const answer = await fetch(`${backend.url}/storage/v1/object/public/pictures/${path}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await answer.arrayBuffer()).byteLength).toBeLessThan(10_000);
  }
  await giveDemoPictures(backend);
  expect(await paths()).toEqual([mara, noor, theo]);
});
