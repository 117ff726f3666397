import { expect, it } from 'vitest';
import { embedCode } from './embed-code.ts';

it('frames the booking page, under its own path', () => {
  const code = embedCode('https://app.example', '/book/studio-lumen', 'Studio Lumen');
  expect(code).toContain('src="https://app.example/embed/book/studio-lumen"');
  expect(code).toContain('title="Book at Studio Lumen"');
});

it('leaves a name text, whatever it is', () => {
  const code = embedCode('https://app.example', '/book/x', '"><script>alert(1)</script> & Söhne');
  expect(code.match(/<script/g)).toHaveLength(1);
  expect(code).toContain(
    'title="Book at &#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62; &#38; Söhne"',
  );
});
