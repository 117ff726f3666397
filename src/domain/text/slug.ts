/** Longest and shortest public name of a business. */
const SLUG_MIN = 2;
const SLUG_MAX = 60;

/** Words that would read as a page of ours, or that people would mistake for us. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  'about',
  'account',
  'admin',
  'analytics',
  'api',
  'app',
  'appointments',
  'assets',
  'auth',
  'billing',
  'blog',
  'book',
  'calendar',
  'cancel',
  'cancel-appointment',
  'checkout',
  'clients',
  'confirmation',
  'dashboard',
  'debug',
  'demo',
  'docs',
  'forgot-password',
  'form',
  'forms',
  'functions',
  'gift-cards',
  'help',
  'home',
  'inventory',
  'legal',
  'login',
  'logout',
  'mail',
  'manage',
  'more',
  'new',
  'onboarding',
  'payment',
  'pricing',
  'privacy',
  'public',
  'realtime',
  'rest',
  'security',
  'services',
  'settings',
  'signup',
  'staff',
  'static',
  'status',
  'storage',
  'support',
  'terms',
  'transactions',
  'update-password',
  'verify-email',
  'waitlist',
  'waitlist-confirmation',
  'www',
]);

/** Text as a slug: lower-case, hyphens between words, everything that is not a word left out. */
export const slugify = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[\s_-]+/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-{2,}/g, '-')
    .slice(0, SLUG_MAX)
    .replace(/^-+|-+$/g, '');

export type SlugFault = 'required' | 'too_short' | 'too_long' | 'not_a_slug' | 'reserved';

/** What is wrong with a slug that somebody typed, or null when nothing is. */
export const slugFault = (slug: string): SlugFault | null => {
  if (slug === '') return 'required';
  if (slug.length < SLUG_MIN) return 'too_short';
  if (slug.length > SLUG_MAX) return 'too_long';
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) return 'not_a_slug';
  return RESERVED_SLUGS.has(slug) ? 'reserved' : null;
};
