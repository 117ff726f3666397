/** Where the first script of a page (boot/boot.ts) finds before the first paint what theme.ts keeps. */
export const THEME_KEY = 'daybook-theme';
export const ACCENT_KEY = 'daybook-accent';
