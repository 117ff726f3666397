import { accentFor } from '#domain/accent.ts';
import type { Accent } from '#domain/accent.ts';
import { useEffect } from 'react';

const declarations = ({ accent, strong, soft, onAccent }: Accent): string =>
  `--accent:${accent};--accent-strong:${strong};--accent-soft:${soft};--on-accent:${onAccent}`;

/**
 * Draws the page in the colour of a business, in both themes, while the component lives. A
 * constructed style sheet, because the content security policy forbids inline styles.
 */
export const useBrandAccent = (brandColour: string | null): void => {
  useEffect(() => {
    if (brandColour === null) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `:root{${declarations(accentFor(brandColour, 'light'))}}` +
        `:root[data-theme='dark']{${declarations(accentFor(brandColour, 'dark'))}}`,
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [brandColour]);
};
