import { EMBED } from '#platform/embedded.ts';
import { useEffect } from 'react';
import './embedded.css';

/**
 * Inside a page of another site: tells it how high this one is, which is all that it ever learns, and opens
 * whatever is not the booking in a tab of its own. A page that is framed can be laid under somebody's
 * pointer, so that nothing that can do harm is shown in a frame: not the link to cancel, not the card.
 */
export function Embedded() {
  useEffect(() => {
    document.documentElement.dataset['embedded'] = '';
    const tell = () => {
      const height = Math.ceil(document.body.getBoundingClientRect().height);
      // To whomever it may be: a number of pixels is nobody's secret.
      window.parent.postMessage({ daybook: 'height', height }, '*');
    };
    const watch = new ResizeObserver(tell);
    watch.observe(document.body);
    document.addEventListener('click', openOutside, true);
    return () => {
      watch.disconnect();
      document.removeEventListener('click', openOutside, true);
      delete document.documentElement.dataset['embedded'];
    };
  }, []);
  return null;
}

const openOutside = (event: MouseEvent): void => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target === '_blank') return;
  const url = new URL(link.href, location.href);
  if (!/^https?:$/.test(url.protocol)) return;
  if (url.origin === location.origin && url.pathname.startsWith(`${EMBED}/book/`)) return;
  event.preventDefault();
  event.stopPropagation();
  const own = url.origin === location.origin && url.pathname.startsWith(`${EMBED}/`);
  const path = own ? url.pathname.slice(EMBED.length) : url.pathname;
  window.open(url.origin + path + url.search + url.hash, '_blank', 'noopener');
};
