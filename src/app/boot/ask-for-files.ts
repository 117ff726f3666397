/**
 * Files that each name the next only when they run are asked for together. `names`: as the build has
 * written them into the page, with spaces between them. Scripts come after styles and data: what those show
 * needs no script to be fetched first.
 */
export const askForFiles = (names = ''): void => {
  for (const href of names.split(' ').filter(Boolean)) {
    const link = document.createElement('link');
    const isStyle = href.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    else link.fetchPriority = 'low';
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
};
