/**
 * The page that covers everything when rendering fails; all texts are the specification's. Apart from
 * messages.ts: every page carries these words, few need the others before something went wrong.
 */
export const brokenPage = {
  code: '500',
  heading: 'Oops! Something went wrong.',
  text:
    "We've encountered an unexpected error. Please try refreshing the page. " +
    'If the problem persists, please contact support.',
  refresh: 'Refresh Page',
} as const;
