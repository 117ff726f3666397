import { EMBED } from '#platform/embedded.ts';

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

/**
 * What a business puts into a page of its own: the booking page in a frame, as high as it says it is. It
 * listens to nobody else, and takes nothing but a number.
 */
export const embedCode = (origin: string, path: string, name: string): string =>
  `<iframe src="${origin}${EMBED}${escaped(path)}" title="Book at ${escaped(name)}"
  style="width: 100%; height: 720px; border: 0"></iframe>
<script>
  addEventListener('message', function (event) {
    if (event.origin !== '${origin}' || !event.data || event.data.daybook !== 'height') return;
    document.querySelectorAll('iframe').forEach(function (frame) {
      if (frame.contentWindow === event.source) frame.style.height = Number(event.data.height) + 'px';
    });
  });
</script>`;
