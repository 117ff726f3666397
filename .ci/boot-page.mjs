import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { build, runnerImport } from 'vite';
import tailwindcss from '@tailwindcss/vite';
import { earlyFiles } from './early-files.mjs';

/**
 * What stands in index.html itself, because a slow phone waits for every file that comes before the first
 * paint: the first script, the styles of what is seen before the others have come, and the first picture
 * of a booking page. Static hosts learn from `_headers` which script that is.
 * @returns {import('vite').Plugin}
 */
export const bootPage = () => {
  /** @type {import('vite').ResolvedConfig} */
  let config;
  let hash = '';
  return {
    name: 'daybook-boot-page',
    configResolved(resolved) {
      config = resolved;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const { script, styles } = await bootParts(config);
        hash = createHash('sha256').update(script).digest('base64');
        const [head, tail] = cut(
          // The first picture and its data need none of the scripts: they must not come between.
          html.replaceAll(
            /<(?:script type="module"|link rel="modulepreload")/g,
            '$& fetchpriority="low"',
          ),
          '<!-- booking-shell -->',
        );
        return {
          html: head + (await bookingShell(config)) + tail,
          tags: [
            { tag: 'style', children: styles, injectTo: 'head' },
            {
              tag: 'script',
              attrs: bundle ? earlyFiles(bundle, config.root) : {},
              children: script,
              injectTo: 'head',
            },
          ],
        };
      },
    },
    async writeBundle() {
      const path = resolve(config.root, config.build.outDir, '_headers');
      const text = await readFile(path, 'utf8');
      const own = `script-src 'self'`;
      if (!text.includes(own)) throw new Error(`boot-page: _headers must name ${own}`);
      await writeFile(path, text.replaceAll(own, `${own} 'sha256-${hash}'`));
    },
  };
};

const bootParts = async ({ root, mode, isProduction }) => {
  const [result] = [
    await build({
      configFile: false,
      root,
      mode,
      logLevel: 'warn',
      publicDir: false,
      plugins: [tailwindcss()],
      build: {
        write: false,
        // An old browser gets as far as to be told that the page does not start.
        target: 'es2017',
        cssTarget: 'chrome111',
        cssCodeSplit: false,
        minify: isProduction,
        rolldownOptions: {
          input: join(root, 'src/app/boot/boot.ts'),
          output: { format: 'iife' },
        },
      },
    }),
  ].flat();
  const script = result.output.find(({ type }) => type === 'chunk').code.trim();
  const styles = result.output.find(({ fileName }) => fileName.endsWith('.css')).source.toString();
  if (/<\/(script|style)/i.test(script + styles)) throw new Error('boot-page: it would end early.');
  return { script, styles: styles.trim() };
};

const bookingShell = async ({ root }) => {
  const { module } = await runnerImport(join(root, 'src/app/boot/booking-shell.tsx'), {
    configFile: false,
    root,
    logLevel: 'warn',
  });
  return renderToStaticMarkup(createElement(module.BookingShell));
};

const cut = (html, mark) => {
  const parts = html.split(mark);
  if (parts.length !== 2) throw new Error(`boot-page: index.html must say ${mark} once`);
  return parts;
};
