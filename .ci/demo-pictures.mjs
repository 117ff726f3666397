// Draws the pictures of the demo business, people and services, with Chromium: simple shapes of our
// own, nobody's face. Run once after a change and commit the results: node .ci/demo-pictures.mjs
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { ensureChromium } from './chromium.mjs';

const out = join(import.meta.dirname, '..', 'supabase', 'demo', 'pictures');
/** Pixels of each side; sharp at the largest place where one is shown on most screens. */
const SIDE = 288;
const QUALITY = 0.82;

const drawing = (background, inner) => `
  <svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 96 96">
    <rect width="96" height="96" fill="${background}" />${inner}
  </svg>`;

/** Head and shoulders; hair lies behind and in front of the face. */
const person = ({ ground, shirt, skin, behind, front }) =>
  drawing(
    ground,
    `${behind}
    <path d="M14 96c0-19 15-27 34-27s34 8 34 27z" fill="${shirt}" />
    <path d="M40 58h16v12a8 8 0 0 1-16 0z" fill="${skin}" />
    <path d="M40 62c5 4 11 4 16 0v5c-5 4-11 4-16 0z" fill="#000" opacity=".12" />
    <ellipse cx="48" cy="43" rx="16" ry="19" fill="${skin}" />
    ${front}
    <circle cx="42" cy="45" r="1.7" fill="#2b2320" /><circle cx="54" cy="45" r="1.7" fill="#2b2320" />
    <path d="M43 52.5c3 2.6 7 2.6 10 0" fill="none" stroke="#2b2320" stroke-width="1.6" stroke-linecap="round" />`,
  );

const files = {
  // Long curls, in the light of the salon.
  'mara.webp': person({
    ground: '#f3dfcf',
    shirt: '#0b5f76',
    skin: '#efc4a2',
    behind: `<g fill="#a3572c"><circle cx="32" cy="36" r="13" /><circle cx="64" cy="36" r="13" />
      <circle cx="28" cy="52" r="12" /><circle cx="68" cy="52" r="12" /><circle cx="30" cy="67" r="10" />
      <circle cx="66" cy="67" r="10" /><circle cx="48" cy="26" r="15" /></g>`,
    front: `<path d="M31 42c1-14 9-20 19-20 9 0 14 7 15 19-5-2-9-6-11-11-5 6-14 10-23 12z" fill="#b9683a" />`,
  }),
  // Short hair and a beard.
  'theo.webp': person({
    ground: '#d5e4dc',
    shirt: '#2f3b4a',
    skin: '#8a5a3c',
    behind: `<ellipse cx="48" cy="33" rx="18" ry="15" fill="#1f1815" />`,
    front: `<path d="M31 40c-1-14 8-20 17-20s18 6 17 20c-3-7-6-10-8-11-6 2-13 2-18 0-3 1-6 4-8 11z" fill="#1f1815" />
      <path d="M32 46c1 13 8 18 16 18s15-5 16-18c-3 4-6 4-8 3-5-1-11-1-16 0-2 1-5 1-8-3z" fill="#1f1815" />
      <path d="M42 53c4-2 8-2 12 0-2 3-10 3-12 0z" fill="#8a5a3c" />`,
  }),
  // Scissors and a comb.
  'cut.webp': drawing(
    '#e4e9f2',
    `<g fill="none" stroke="#33415c" stroke-width="5" stroke-linecap="round">
      <path d="M30 24 58 66" /><path d="M58 24 30 66" />
      <circle cx="26" cy="72" r="8" /><circle cx="62" cy="72" r="8" /></g>
    <circle cx="44" cy="45" r="3" fill="#e4e9f2" />
    <g fill="#d2743b"><rect x="74" y="18" width="6" height="62" rx="3" />
      ${Array.from({ length: 13 }, (_, n) => `<rect x="66" y="${21 + n * 4.4}" width="9" height="2.4" rx="1.2" />`).join('')}</g>`,
  ),
  // A bowl of colour with its brush.
  'colour.webp': drawing(
    '#f2e2ea',
    `<path d="M18 50h52a26 26 0 0 1-52 0z" fill="#5b2a54" />
    <ellipse cx="44" cy="50" rx="26" ry="8" fill="#b8458c" />
    <path d="M34 50c4-4 14-5 20-1 5 3-8 6-14 4-4-1-8-1-6-3z" fill="#d873ad" />
    <g transform="rotate(38 66 34)"><rect x="63" y="2" width="6" height="36" rx="3" fill="#e8a33d" />
      <rect x="60" y="36" width="12" height="6" rx="1.5" fill="#7a6a5c" />
      <path d="M60 42h12l-2 16h-8z" fill="#8d2f6c" /></g>
    <path d="M24 84h40" stroke="#5b2a54" stroke-width="5" stroke-linecap="round" />`,
  ),
};

const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
for (const [name, svg] of Object.entries(files)) {
  const base64 = await page.evaluate(
    async ({ source, side, quality }) => {
      const image = new Image();
      image.src = `data:image/svg+xml;utf8,${encodeURIComponent(source)}`;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
      canvas.getContext('2d').drawImage(image, 0, 0, side, side);
      return canvas.toDataURL('image/webp', quality).split(',')[1];
    },
    { source: svg, side: SIDE, quality: QUALITY },
  );
  const bytes = Buffer.from(base64, 'base64');
  await writeFile(join(out, name), bytes);
  console.log(`${name} ${bytes.length}`);
}
await browser.close();
