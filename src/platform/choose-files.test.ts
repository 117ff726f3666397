import { beforeEach, expect, it, vi } from 'vitest';
import { chooseFiles } from './choose-files.ts';
import type { Shrunk } from './shrink-picture.ts';

let shrunk: Shrunk;
vi.mock('./shrink-picture.ts', () => ({ shrinkPicture: () => Promise.resolve(shrunk) }));

const NOW = '2026-11-22T12:00:00+00:00';
const pdf = (name: string, size = 20): File =>
  new File(['%PDF-1.7'.padEnd(size, ' ')], name, { type: 'application/pdf' });
const small = new TextEncoder().encode('small').buffer;

beforeEach(() => {
  shrunk = { ok: true, picture: { data: small, mediaType: 'image/webp', width: 2, height: 1 } };
});

it('a picture is drawn anew, and named after what it is now', async () => {
  const [chosen] = await chooseFiles([new File(['raw'], 'IMG_7.HEIC')], NOW, false);
  expect(chosen).toEqual({
    kind: 'file',
    data: small,
    file: {
      name: 'IMG_7.webp',
      media_type: 'image/webp',
      bytes: 5,
      sha256: '81db8ebbbbc69c6c6ad4a6aa92b76e0c08af547da236b9e2c9dbe1d8285a8130',
    },
  });
});

it('a document stays as it is, whatever it is called, where documents are asked for', async () => {
  const [chosen] = await chooseFiles([pdf('../“X-ray”.exe')], NOW, true);
  expect(chosen).toMatchObject({
    kind: 'file',
    file: { name: 'X-ray-.pdf', media_type: 'application/pdf', bytes: 20 },
  });
  expect(await chooseFiles([pdf('a.pdf')], NOW, false)).toEqual([
    { kind: 'problem', name: 'a.pdf', why: 'no_picture' },
  ]);
});

it.each([
  ['a document too large', pdf('a.pdf', 10_485_761), 'document_too_large'],
  ['nothing', new File([], 'a.jpg'), 'empty'],
  ['a drawing', new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }), 'unreadable'],
])('%s is a problem', async (_what, file, why) => {
  expect(await chooseFiles([file], NOW, true)).toEqual([{ kind: 'problem', name: file.name, why }]);
});

it('what cannot be read is a problem, and the others are not', async () => {
  shrunk = { ok: false, why: 'unreadable' };
  const chosen = await chooseFiles([new File(['x'], 'a.docx'), pdf('b.pdf')], NOW, true);
  expect(chosen).toMatchObject([
    { kind: 'problem', name: 'a.docx', why: 'unreadable' },
    { kind: 'file', file: { name: 'b.pdf' } },
  ]);
});

it('a name is never longer than an answer may say', async () => {
  const [chosen] = await chooseFiles([pdf(`${'x'.repeat(300)}.pdf`)], NOW, true);
  expect(chosen).toMatchObject({ file: { name: `${'x'.repeat(110)}.pdf` } });
  // A letter of two halves at its end.
  const [cut] = await chooseFiles([pdf(`${'x'.repeat(109)}\u{20bb7}y.pdf`)], NOW, true);
  expect(cut).toMatchObject({ file: { name: `${'x'.repeat(109)}.pdf` } });
});

it('what is gone by the time that it is read is a problem, and the others are not', async () => {
  const gone = pdf('gone.pdf');
  vi.spyOn(gone, 'slice').mockImplementation(() => {
    throw new Error('It is not there any more');
  });
  expect(await chooseFiles([gone, pdf('b.pdf')], NOW, true)).toMatchObject([
    { kind: 'problem', name: 'gone.pdf', why: 'unreadable' },
    { kind: 'file', file: { name: 'b.pdf' } },
  ]);
});
