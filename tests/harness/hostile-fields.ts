import { fireEvent, waitFor } from '@testing-library/react';

/** What people paste and attackers type: the classes of reliability.md 9.2 that a field meets. */
export const HOSTILE: readonly (readonly [what: string, text: string])[] = [
  ['nothing', ''],
  ['spaces', '  \u00a0\u3000 '],
  ['nothing to see', '\u200b\u200d\ufeff'],
  ['one letter', 'x'],
  ['a very long text', 'x'.repeat(20_000)],
  ['a page', '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>'],
  ['a template', '{{constructor.constructor("window.hurt=1")()}} ${1+1} %s'],
  ['an address that acts', 'javascript:window.hurt=1'],
  ['quotes', `"'; drop table clients; --`],
  ['a formula', '=HYPERLINK("https://evil.example","x")'],
  ['turned around', 'abc\u202egpj.exe'],
  ['a number out of a messenger', '\u202a+1 718 555 0199\u202c'],
  ['an address with a hidden sign', 'nia\u200b@example.com'],
  ['control signs', 'a\u0000b\u0007c\u001b[31m'],
  ['two lines', 'nia\r\nBcc: x@example.com'],
  ['a family', '👨‍👩‍👧 \ud83d'],
  ['two parts', 'Ame\u0301lie'],
  ['other alphabets', 'نرگس\u200cسادات 李'],
  ['other digits', '٧١٨٥٥٥٠١٩٩'],
  ['a price of elsewhere', '1.234,50'],
  ['beyond numbers', '1e309'],
  ['below nothing', '-1'],
  ['a half', '0.005'],
  ['no day', '2027-02-29'],
  ['the last day', '275760-09-13'],
  ['half an address', 'nia@'],
  ['two addresses', 'nia@example.com, x@example.com'],
];

/** `\p{DI}` are those that are never drawn. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{DI}\p{Surrogate}\s]/gu;
/** What the server takes into no single line (booking_request.sql). */
const IN_NO_LINE = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u;
/** What says nothing to who does not know why. */
const NO_HELP = /unexpected|went wrong|reference|check this entry|undefined|null|\[object/i;

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Every field of the page that somebody can type into, so that a new one is among them by itself. */
export const fieldsIn = (root: ParentNode): Field[] =>
  [...root.querySelectorAll<Field>('input, textarea')].filter(
    ({ type, disabled }) => !disabled && !['radio', 'checkbox', 'hidden', 'file'].includes(type),
  );

export const nameOf = (field: Field): string =>
  field.labels?.[0]?.textContent ?? field.getAttribute('aria-label') ?? field.name;

/** As a browser lets it in: one line is one line, and never longer than the field allows. */
const letIn = (field: Field, text: string): string => {
  const line = field.tagName === 'TEXTAREA' ? text : text.replaceAll(/[\r\n]/g, '');
  return field.maxLength > 0 ? line.slice(0, field.maxLength) : line;
};

const wordsAt = (field: Field): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .flatMap((id) => document.getElementById(id)?.textContent ?? [])
    .join(' ');

type Page = {
  root: () => HTMLElement;
  /** Presses what goes on. */
  goOn: () => void;
  /** It is kept in small letters. */
  isInSmallLetters?: boolean;
  /** Where nothing else is wrong the page goes on with what is right: whether it has, and the way back. */
  further?: { hasLeft: () => boolean; back: () => Promise<unknown> };
};

/**
 * Types each hostile text into all fields and presses on, and says what was wrong with that: it is either taken
 * as it is, or refused at the field in words that help, with what was typed still there and the focus on the
 * first wrong field.
 */
export const faultsOfFields = async ({
  root,
  goOn,
  isInSmallLetters = false,
  further,
}: Page): Promise<string[]> => {
  const faults: string[] = [];
  for (const [what, text] of HOSTILE) {
    const typed = fieldsIn(root()).map((field) => typeInto(field, text));
    goOn();
    await waitFor(
      () => {
        if (further?.hasLeft()) return;
        const wrong = root().querySelector('[aria-invalid="true"], [data-invalid] input');
        if (!wrong || document.activeElement !== wrong) throw new Error('not yet');
      },
      { interval: 5 },
    ).catch(() => faults.push(`(${what}) leaves the focus elsewhere`));
    const hasLeft = further?.hasLeft() ?? false;
    for (const one of typed) {
      const fault = hasLeft ? faultOfTaken(one) : faultOf(one, isInSmallLetters);
      if (fault !== null) faults.push(`${nameOf(one.field)} (${what}) ${fault}`);
    }
    if ('hurt' in window) faults.push(`(${what}) acts`);
    if (hasLeft) await further?.back();
  }
  return faults;
};

type Typed = { field: Field; given: string; kept: string };

const typeInto = (field: Field, text: string): Typed => {
  const given = letIn(field, text);
  fireEvent.change(field, { target: { value: given } });
  const kept = field.value;
  fireEvent.blur(field);
  return { field, given, kept };
};

const seen = (text: string): string => text.replaceAll(UNSEEN, '');

const faultOf = (typed: Typed, isInSmallLetters: boolean): string | null => {
  const { field, given, kept } = typed;
  // Days, times and sums have a form of their own.
  const isFree = ['text', 'search', 'email', 'tel', 'textarea'].includes(field.type);
  const asTyped = isInSmallLetters ? seen(given).toLowerCase() : seen(given);
  const asKept = isInSmallLetters ? seen(kept).toLowerCase() : seen(kept);
  if (isFree && asKept !== asTyped) return `becomes "${kept.slice(0, 40)}"`;
  if (field.getAttribute('aria-invalid') !== 'true') return faultOfTaken(typed);
  const words = wordsAt(field);
  if (words === '' || NO_HELP.test(words)) return `is told "${words}"`;
  return field.value === kept ? null : 'is wiped out';
};

const faultOfTaken = ({ field, kept }: Typed): string | null => {
  // Of a password every sign counts, also one that nobody sees.
  if (field.type === 'password') return null;
  if (field.tagName === 'INPUT' && IN_NO_LINE.test(kept)) return 'is taken, and no server takes it';
  const isRequired = field.getAttribute('aria-required') === 'true';
  return isRequired && seen(kept) === '' ? 'is taken without anything to see' : null;
};
