import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { encodingFor } from './compress.ts';
import { createCompressedFiles } from './compressed-files.ts';
import { contentTypeOf, isCompressible } from './content-types.ts';
import { text } from './responses.ts';
import { commonHeaders, pageHeaders } from './security-headers.ts';

export type StaticApp = (request: Request) => Promise<Response>;

type File = {
  bytes: Buffer;
  modifiedMs: number;
  etag: string;
  contentType: string;
};

/** Names with a content hash never change. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Asked about every time, answered 304 when nothing changed. */
const REVALIDATE = 'no-cache';
/** Icons and the like: an hour late is fine. */
const AN_HOUR = 'public, max-age=3600';

/** Files that decide which version runs; a stale one would pin people to an old app. */
const VERSIONED = new Set([
  '/index.html',
  '/sw.js',
  '/manifest.webmanifest',
  '/.vite/manifest.json',
]);

/**
 * Serves the built app of `folder`: hashed assets for ever, the shell for every page address, and
 * a clear "no" for an asset of an older build (a page there would be executed as a script).
 */
export function createStaticApp(folder: string, supabaseUrl: string | null): StaticApp {
  const files = new Map<string, File>();

  const load = async (path: string): Promise<File | null> => {
    const onDisk = join(folder, path);
    if (!onDisk.startsWith(join(folder, sep))) return null;
    const facts = await stat(onDisk).catch(() => null);
    if (!facts?.isFile()) return null;
    const known = files.get(path);
    if (known && known.modifiedMs === facts.mtimeMs) return known;
    const bytes = await readFile(onDisk);
    const file: File = {
      bytes,
      modifiedMs: facts.mtimeMs,
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
      contentType: contentTypeOf(path),
    };
    files.set(path, file);
    return file;
  };

  return async (request) => {
    const path = pathOf(request);
    if (path === null) return text(400, 'Bad request', commonHeaders);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return text(405, 'Method not allowed', { allow: 'GET, HEAD', ...commonHeaders });
    }
    const isPage = path === '/' || path === '/index.html';
    const file =
      isPage || path.split('/').some((part) => part.startsWith('.')) ? null : await load(path);
    if (file) return send(request, file, cacheRule(path), commonHeaders);
    if (!isPage && (path.startsWith('/assets/') || !wantsPage(request, path))) {
      return text(404, 'Not found', { 'cache-control': 'no-store', ...commonHeaders });
    }
    const shell = await load('/index.html');
    if (!shell) {
      return text(503, 'The app is not built yet: npm run build', { 'cache-control': 'no-store' });
    }
    const scriptHashes = inlineScriptHashes(shell.bytes.toString('utf8'));
    return send(request, shell, REVALIDATE, pageHeaders({ path, supabaseUrl, scriptHashes }));
  };
}

async function send(
  request: Request,
  file: File,
  cacheControl: string,
  extra: Record<string, string>,
): Promise<Response> {
  const headers: Record<string, string> = {
    ...extra,
    'cache-control': cacheControl,
    'content-type': file.contentType,
    etag: file.etag,
  };
  const compressible = isCompressible(file.contentType);
  if (compressible) headers['vary'] = 'Accept-Encoding';
  if (request.headers.get('if-none-match')?.includes(file.etag)) {
    return new Response(null, { status: 304, headers });
  }
  const encoding = compressible ? encodingFor(request.headers.get('accept-encoding')) : null;
  const body = encoding ? await compressed(file, encoding) : file.bytes;
  if (encoding) headers['content-encoding'] = encoding;
  headers['content-length'] = String(body.byteLength);
  const sent = request.method === 'HEAD' ? null : new Uint8Array(body);
  return new Response(sent, { status: 200, headers });
}

/**
 * Room for some builds in both encodings. Outlives a server: a process that runs several compresses a
 * build once.
 */
const compressed = createCompressedFiles(32_000_000);

function pathOf(request: Request): string | null {
  try {
    const path = normalize(decodeURIComponent(new URL(request.url).pathname)).replaceAll(sep, '/');
    return path.includes('\0') ? null : path;
  } catch {
    return null;
  }
}

function cacheRule(path: string): string {
  if (path.startsWith('/assets/')) return IMMUTABLE;
  return VERSIONED.has(path) ? REVALIDATE : AN_HOUR;
}

/** A person going somewhere, as opposed to a page fetching one of its parts. */
function wantsPage(request: Request, path: string): boolean {
  const mode = request.headers.get('sec-fetch-mode');
  if (mode !== null && mode !== 'navigate') return false;
  const lastPart = path.slice(path.lastIndexOf('/') + 1);
  const accept = request.headers.get('accept') ?? '';
  return accept.includes('text/html') && !lastPart.includes('.');
}

function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/gi);
  return [...scripts].map(
    ([, source]) => `'sha256-${createHash('sha256').update(source!).digest('base64')}'`,
  );
}
