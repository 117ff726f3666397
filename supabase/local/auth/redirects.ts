const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Where a link in a mail may lead: the app itself, or what the settings list. Anything else would
 * hand a session to whoever wrote the address; it becomes the app's own address.
 */
export function safeRedirect(wanted: string | null, siteUrl: string, patterns: string[]): string {
  if (wanted === null) return siteUrl;
  const target = parse(wanted);
  if (!target || target.username || target.password) return siteUrl;
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return siteUrl;

  const site = new URL(siteUrl);
  if (target.origin === site.origin) return target.href;
  // On a developer's machine localhost and 127.0.0.1 are the same app.
  const bothLocal = LOOPBACK.has(target.hostname) && LOOPBACK.has(site.hostname);
  if (bothLocal && target.protocol === site.protocol) return target.href;

  const address = target.href.split('#')[0]!;
  return patterns.some((pattern) => matches(pattern, address)) ? target.href : siteUrl;
}

function parse(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/** `*` stays inside one path or host part, `**` does not. */
function matches(pattern: string, address: string): boolean {
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((part) => {
      if (part === '**') return '.*';
      if (part === '*') return '[^./]*';
      return part.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${source}$`).test(address);
}
