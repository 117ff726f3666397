import { json, text } from './http/responses.ts';
import type { Mailbox, StoredMail } from './mailbox.ts';

/** The page has no script and fetches nothing; a mail is shown in a frame that can do nothing. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'";
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: https: http:; " +
  "frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/**
 * `/_mail`: every mail that the product sent, to be read by a person, and the same as JSON under
 * `/_mail/api/messages`. Whoever reads it can open any account, so that the router lets only this
 * machine in.
 */
export async function mailboxRoutes(mailbox: Mailbox, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const path = url.pathname.replace(/\/$/, '');
  const recipient = url.searchParams.get('to');
  const filter = recipient === null ? undefined : { to: recipient };

  if (path === '/_mail/api/messages') {
    if (request.method === 'DELETE') {
      await mailbox.clear();
      return new Response(null, { status: 204 });
    }
    const mails = await mailbox.list(filter);
    return json(200, mails.map(asJson), { 'cache-control': 'no-store' });
  }
  if (path === '/_mail/clear' && request.method === 'POST') {
    await mailbox.clear();
    return new Response(null, { status: 303, headers: { location: '/_mail' } });
  }
  if (request.method !== 'GET') return text(405, 'Method not allowed');
  if (path === '/_mail') return page('Mailbox', listing(await mailbox.list(filter), recipient));

  const [, id, part, index] =
    /^\/_mail\/(?:api\/)?messages\/([\w-]+)(?:\/(html|attachments)(?:\/(\d+))?)?$/.exec(path) ?? [];
  const mail = id === undefined ? null : await mailbox.read(id);
  if (!mail) return page('Not found', '<p>There is no such mail.</p>', 404);
  if (path.startsWith('/_mail/api/'))
    return json(200, asJson(mail), { 'cache-control': 'no-store' });
  if (part === 'html') return htmlPart(mail);
  if (part === 'attachments') return attachment(mail, Number(index));
  return page(mail.subject, opened(mail));
}

/** What tests and tools read: flat, and `to` is the address. */
function asJson({ to, ...mail }: StoredMail) {
  return { ...mail, to: to.email, to_name: to.name };
}

function listing(mails: StoredMail[], recipient: string | null): string {
  const rows = mails.map(
    (mail) => `<li><a href="/_mail/messages/${mail.id}">
      <strong>${escape(mail.subject)}</strong>
      <span>to ${escape(mail.to.email)}</span>
      <time datetime="${mail.at}">${shownTime(mail.at)}</time></a></li>`,
  );
  const shown = recipient === null ? '' : ` to ${escape(recipient)}`;
  const all = recipient === null ? '' : '<a class="button" href="/_mail">Show all</a>';
  return `
    <p>${mails.length} ${mails.length === 1 ? 'mail' : 'mails'}${shown}. Nothing leaves this machine
      unless SMTP_URL is set.</p>
    <p class="actions"><a class="button" href="">Refresh</a>${all}</p>
    ${mails.length === 0 ? '<p class="empty">No mail yet.</p>' : `<ul class="mails">${rows.join('')}</ul>`}
    ${
      mails.length === 0
        ? ''
        : '<form method="post" action="/_mail/clear"><button class="button">Delete all</button></form>'
    }`;
}

function opened(mail: StoredMail): string {
  const files = mail.attachments.map(
    (file, i) =>
      `<li><a href="/_mail/messages/${mail.id}/attachments/${i}" download="${escape(file.filename)}">
        ${escape(file.filename)}</a> <span>${escape(file.contentType)}</span></li>`,
  );
  const name = mail.to.name === null ? '' : `${escape(mail.to.name)} `;
  return `
    <p class="actions"><a class="button" href="/_mail">All mails</a></p>
    <dl>
      <dt>To</dt><dd>${name}&lt;${escape(mail.to.email)}&gt;</dd>
      <dt>Sent</dt><dd><time datetime="${mail.at}">${shownTime(mail.at)}</time></dd>
      <dt>Kind</dt><dd>${escape(mail.kind)}</dd>
    </dl>
    ${
      mail.html === null
        ? ''
        : `<iframe title="The mail as its reader sees it" src="/_mail/messages/${mail.id}/html"
             sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
    }
    ${files.length === 0 ? '' : `<h2>Attachments</h2><ul>${files.join('')}</ul>`}
    <h2>Plain text</h2>
    <pre>${linked(mail.text)}</pre>`;
}

function htmlPart(mail: StoredMail): Response {
  const target = '<base target="_blank">';
  const html = mail.html ?? '';
  const body = /<head[^>]*>/i.test(html)
    ? html.replace(/<head[^>]*>/i, (head) => head + target)
    : target + html;
  return new Response(body, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': MAIL_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
  });
}

function attachment(mail: StoredMail, index: number): Response {
  const file = mail.attachments[index];
  if (!file) return text(404, 'No such attachment');
  return new Response(file.content, {
    headers: {
      'content-type': file.contentType,
      'content-disposition': `attachment; filename="${file.filename.replace(/[^\w.-]/g, '_')}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });
}

function page(title: string, content: string, status = 200): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)} – mailbox</title>
<style>${STYLE}</style>
</head>
<body><main><h1>${escape(title)}</h1>${content}</main></body>
</html>`;
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': PAGE_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
  });
}

/** Addresses in plain text become links, and only those. */
function linked(plain: string): string {
  return escape(plain).replace(
    /https?:\/\/[^\s<>"]+/g,
    (address) => `<a href="${address}" rel="noreferrer">${address}</a>`,
  );
}

function shownTime(at: string): string {
  return at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
}

function escape(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const STYLE = `
  :root { --ink: #1d2420; --soft: #5d6661; --paper: #f4f5f3; --card: #fff; --line: #d9ddda; --accent: #1f4d3f }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #eef1ef; --soft: #a7b0ab; --paper: #151917; --card: #1e2421; --line: #39413d; --accent: #8fd0b9 }
  }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
  main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 4rem }
  h1 { font-size: 1.6rem; line-height: 1.25; overflow-wrap: anywhere }
  h2 { font-size: 1.1rem; margin-top: 2rem }
  a { color: var(--accent) }
  a:focus-visible, button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
  .actions { display: flex; gap: .5rem }
  .button { display: inline-block; min-height: 2.75rem; box-sizing: border-box; padding: .55rem 1rem;
    border: 1px solid var(--line); border-radius: .5rem; background: var(--card); color: var(--ink);
    font: inherit; text-decoration: none; cursor: pointer }
  .mails { list-style: none; padding: 0 }
  .mails a { display: grid; gap: .1rem; padding: .8rem 1rem; margin-bottom: .5rem; border-radius: .5rem;
    background: var(--card); border: 1px solid var(--line); color: inherit; text-decoration: none }
  .mails span, .mails time, .empty, li span { color: var(--soft); font-size: .9rem }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .2rem 1rem }
  dt { color: var(--soft) } dd { margin: 0; overflow-wrap: anywhere }
  iframe { width: 100%; height: 32rem; border: 1px solid var(--line); border-radius: .5rem; background: #fff }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; border-radius: .5rem;
    background: var(--card); border: 1px solid var(--line) }
`;
