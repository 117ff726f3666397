// Draws the PNG icons of public/icons from the mark, with Chromium. Run once after a change of the
// mark and commit the results: node .ci/icons.mjs
import { join } from 'node:path';
import { chromium } from 'playwright';
import { ensureChromium } from './chromium.mjs';

const out = join(import.meta.dirname, '..', 'public', 'icons');
const PETROL = '#0b5f76';

const mark = (colour) => `
  <path d="M11.5 8.5h4a7.5 7.5 0 0 1 0 15h-4z" fill="none" stroke="${colour}" stroke-width="3.2" stroke-linejoin="round" />
  <circle cx="15.6" cy="16" r="2.1" fill="${colour}" />`;

/** `pad` keeps the mark inside the part that no launcher cuts away. */
const drawing = ({ background, radius, colour, pad }) => `
  <svg xmlns="http://www.w3.org/2000/svg" width="100%" height="100%" viewBox="${-pad} ${-pad} ${32 + 2 * pad} ${32 + 2 * pad}">
    ${background ? `<rect x="${-pad}" y="${-pad}" width="${32 + 2 * pad}" height="${32 + 2 * pad}" rx="${radius}" fill="${background}" />` : ''}
    ${mark(colour)}
  </svg>`;

const shortcut = (inner) => `
  <svg xmlns="http://www.w3.org/2000/svg" width="100%" height="100%" viewBox="0 0 48 48">
    <rect width="48" height="48" rx="24" fill="#e1f0f4" />
    <g transform="translate(12 12)" fill="none" stroke="${PETROL}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${inner}</g>
  </svg>`;

const files = [
  ['icon-192.png', 192, drawing({ background: PETROL, radius: 8.5, colour: '#fff', pad: 0 })],
  ['icon-512.png', 512, drawing({ background: PETROL, radius: 8.5, colour: '#fff', pad: 0 })],
  ['maskable-512.png', 512, drawing({ background: PETROL, radius: 0, colour: '#fff', pad: 6 })],
  ['monochrome-512.png', 512, drawing({ background: null, radius: 0, colour: '#000', pad: 4 })],
  ['apple-touch-icon.png', 180, drawing({ background: PETROL, radius: 0, colour: '#fff', pad: 2 })],
  ['shortcut-new.png', 96, shortcut('<path d="M12 5v14M5 12h14"/>')],
  [
    'shortcut-calendar.png',
    96,
    shortcut('<rect x="3" y="5" width="18" height="16" rx="3"/><path d="M8 3v4M16 3v4M3 10h18"/>'),
  ],
  [
    'shortcut-clients.png',
    96,
    shortcut('<circle cx="12" cy="8" r="4"/><path d="M4 21c0-4 3.6-7 8-7s8 3 8 7"/>'),
  ],
  [
    'shortcut-checkout.png',
    96,
    shortcut('<path d="M6 8h12l1 13H5z"/><path d="M9 8V6a3 3 0 0 1 6 0v2"/>'),
  ],
];

const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
for (const [name, size, svg] of files) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>*{margin:0}body{width:${size}px;height:${size}px}</style>${svg}`);
  await page.screenshot({ path: join(out, name), omitBackground: true });
  console.log(name);
}
await browser.close();
