import { relative } from 'node:path';

/**
 * Fails a build in which files import each other in a circle: the code of one then runs before what
 * it uses is there, and a page that worked yesterday stays white, because a group in vite.config.ts
 * has parted modules in another way.
 * @returns {import('vite').Plugin}
 */
export const noChunkCycles = () => ({
  name: 'daybook-no-chunk-cycles',
  generateBundle(_options, bundle) {
    const importsOf = (file) => {
      const chunk = bundle[file];
      return chunk?.type === 'chunk' ? chunk.imports : [];
    };
    /** The way back to where it began, or null. */
    const circleFrom = (file, way, known) => {
      if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
      if (known.has(file)) return null;
      known.add(file);
      for (const next of importsOf(file)) {
        const found = circleFrom(next, [...way, file], known);
        if (found) return found;
      }
      return null;
    };
    const known = new Set();
    for (const file of Object.keys(bundle)) {
      const circle = circleFrom(file, [], known);
      if (!circle) continue;
      const held = circle.slice(1).map((one) => {
        const modules = Object.keys(bundle[one].modules ?? {});
        return `${one}\n  ${modules.map((id) => relative(process.cwd(), id)).join('\n  ')}`;
      });
      this.error(
        `Files import each other: ${circle.join(' → ')}\n` +
          `Move what they share into one group (codeSplitting in vite.config.ts). They hold:\n` +
          held.join('\n'),
      );
    }
  },
});
