import { expect, test } from 'vitest';
import { makeSeal, openText, sealText } from './seal.ts';

/** Few, so that the test is quick. */
const ROUNDS = 10;

test('a text is opened by the PIN of its seal, and by no other one', async () => {
  const seal = await makeSeal('271828', ROUNDS);
  const sealed = await sealText('{"who":"Zoë 😀"}', seal);
  expect(await openText(sealed, seal, '271828')).toBe('{"who":"Zoë 😀"}');
  expect(await openText(sealed, seal, '271829')).toBeNull();
  const other = await makeSeal('271828', ROUNDS);
  expect(await openText(sealed, other, '271828')).toBeNull();
});

test('nothing that is stored holds the text, and no two seals of a PIN are alike', async () => {
  const [one, two] = [await makeSeal('271828', ROUNDS), await makeSeal('271828', ROUNDS)];
  const sealed = await sealText('marked-token', one);
  expect(JSON.stringify([one, sealed])).not.toContain('marked');
  expect(atob(sealed.data)).not.toContain('marked');
  expect(one.privateKey).not.toBe(two.privateKey);
  expect(one.salt).not.toBe(two.salt);
});

test('what was changed in the storage opens nothing and breaks nothing', async () => {
  const seal = await makeSeal('271828', ROUNDS);
  const sealed = await sealText('text', seal);
  expect(await openText({ ...sealed, data: 'AAAA' }, seal, '271828')).toBeNull();
  expect(await openText({ ...sealed, from: {} }, seal, '271828')).toBeNull();
  expect(await openText(sealed, { ...seal, salt: '%' }, '271828')).toBeNull();
});
