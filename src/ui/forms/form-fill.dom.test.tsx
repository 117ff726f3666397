import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { field } from '#domain/forms/form-cases.ts';
import type { FormAnswers, FormField } from '#domain/rows.ts';
import { FormFill } from './form-fill.tsx';

const open = (fields: FormField[], onSubmit: (answers: FormAnswers) => void = () => undefined) =>
  render(
    <FormFill
      fields={fields}
      initial={{}}
      submitLabel="Send"
      ruleWords={(rule) => `Wrong: ${rule}.`}
      onSubmit={onSubmit}
    />,
  );
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
/** What is read with a group of choices. */
const toldWith = (choice: HTMLElement): string =>
  (choice.closest('fieldset')?.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

test('what is wrong with a choice is read with its question', async () => {
  open([
    field('q1', 'yes_no', { label: 'Pregnant', required: true }),
    field('q2', 'multi', {
      label: 'Allergies',
      help: 'All that you know of',
      required: true,
      options: ['Nuts', 'Latex'],
    }),
  ]);
  const [yes, nuts] = [
    screen.getByRole('radio', { name: 'Yes' }),
    screen.getByRole('checkbox', { name: 'Nuts' }),
  ];
  expect(toldWith(yes)).toBe('');
  expect(toldWith(nuts)).toBe('All that you know of');
  await press('Send');
  expect(toldWith(yes)).toBe('Wrong: required.');
  expect(toldWith(nuts)).toBe('Wrong: required. All that you know of');
  expect(document.activeElement).toBe(yes);
  await userEvent.click(yes);
  expect(toldWith(yes)).toBe('');
});

test('what is wrong with a signature is read with the name that can be typed', async () => {
  open([field('q1', 'signature', { label: 'Your signature', required: true })]);
  await press('Send');
  const name = screen.getByLabelText(/Or type your name/);
  expect(document.activeElement).toBe(name);
  const told = document.getElementById(name.getAttribute('aria-describedby') ?? '');
  expect(told?.textContent).toBe('Wrong: required.');
});

test('whoever puts one answer right is not taken to the next that is wrong', async () => {
  const sent: FormAnswers[] = [];
  open(
    [
      field('q1', 'short_text', { label: 'Name', required: true }),
      field('q2', 'short_text', { label: 'Allergies', required: true }),
    ],
    (answers) => sent.push(answers),
  );
  await press('Send');
  await userEvent.type(screen.getByLabelText('Allergies'), 'Latex');
  expect(document.activeElement).toBe(screen.getByLabelText('Allergies'));
  await press('Send');
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  await userEvent.type(screen.getByLabelText('Name'), 'Ann');
  await press('Send');
  expect(sent).toEqual([{ q1: 'Ann', q2: 'Latex' }]);
});

test('a choice that may be left out can be taken back', async () => {
  const sent: FormAnswers[] = [];
  open(
    [
      field('q1', 'single', { label: 'Hair', options: ['Dry', 'Oily'] }),
      field('q2', 'yes_no', { label: 'Pregnant' }),
      field('q3', 'scale', { label: 'Pain', min: 1, max: 3 }),
      field('q4', 'yes_no', { label: 'Smoker', required: true }),
    ],
    (answers) => sent.push(answers),
  );
  expect(screen.queryByRole('button', { name: /^Clear/ })).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Oily' }));
  const [no, mustSay] = screen.getAllByRole('radio', { name: 'No' });
  await userEvent.click(no!);
  await userEvent.click(screen.getByRole('radio', { name: '2' }));
  await userEvent.click(mustSay!);
  for (const label of ['Hair', 'Pregnant', 'Pain']) {
    await press(`Clear: ${label}`);
    expect(document.activeElement?.closest('fieldset')?.textContent).toContain(label);
  }
  expect(screen.queryByRole('button', { name: /^Clear/ })).toBeNull();
  await press('Send');
  expect(sent).toEqual([{ q4: false }]);
});

test('the next page begins at its beginning', async () => {
  open([
    field('q1', 'short_text', { label: 'Name' }),
    field('q2', 'page_break', { label: '' }),
    field('q3', 'short_text', { label: 'Allergies' }),
  ]);
  await press('Next');
  expect(document.activeElement).toBe(screen.getByText('Page 2 of 2'));
  await press('Back');
  expect(document.activeElement).toBe(screen.getByText('Page 1 of 2'));
});

test('nothing is typed while it is sent: it would not go along', async () => {
  const form = (busy: boolean) => (
    <FormFill
      fields={[field('q1', 'short_text', { label: 'Allergies' })]}
      initial={{}}
      submitLabel="Send"
      ruleWords={(rule) => rule}
      busy={busy}
      onSubmit={() => undefined}
    />
  );
  const { rerender } = render(form(false));
  const isOff = () => screen.getByLabelText(/Allergies/).closest('[inert]') !== null;
  expect(isOff()).toBe(false);
  rerender(form(true));
  expect(isOff()).toBe(true);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send' }));
});

const type = (label: RegExp, text: string) => async (): Promise<void> => {
  await userEvent.type(screen.getByLabelText(label), text);
};
const tick = (role: 'radio' | 'checkbox', name: string | RegExp) => async (): Promise<void> => {
  await userEvent.click(screen.getByRole(role, { name }));
};

test.each<[FormField, () => Promise<void>, unknown]>([
  [field('q1', 'short_text', { label: 'Word' }), type(/Word/, 'Latex'), 'Latex'],
  [field('q1', 'long_text', { label: 'Words' }), type(/Words/, 'One\nTwo'), 'One\nTwo'],
  [field('q1', 'number', { label: 'How many' }), type(/How many/, '2,5'), 2.5],
  [field('q1', 'email', { label: 'Mail' }), type(/Mail/, 'ann@lee.example'), 'ann@lee.example'],
  [field('q1', 'phone', { label: 'Phone' }), type(/Phone/, '+1 212 555 0100'), '+1 212 555 0100'],
  [field('q1', 'date', { label: 'Since' }), type(/Since/, '2026-05-04'), '2026-05-04'],
  [field('q1', 'time', { label: 'Woke at' }), type(/Woke at/, '06:35'), '06:35'],
  [
    field('q1', 'single', { label: 'Skin', options: ['Dry', 'Oily'] }),
    tick('radio', 'Oily'),
    'Oily',
  ],
  [
    field('q1', 'multi', { label: 'Allergies', options: ['Nuts', 'Latex'] }),
    tick('checkbox', 'Latex'),
    ['Latex'],
  ],
  [field('q1', 'yes_no', { label: 'Pregnant' }), tick('radio', 'No'), false],
  [field('q1', 'consent', { label: 'I agree' }), tick('checkbox', /I agree/), true],
  [field('q1', 'scale', { label: 'Pain', min: 0, max: 10 }), tick('radio', '7'), 7],
  [
    field('q1', 'signature', { label: 'Signature' }),
    type(/Or type your name/, 'Ann Lee'),
    { strokes: [], name: 'Ann Lee' },
  ],
  [
    field('q1', 'initials', { label: 'Initials' }),
    type(/Or type your name/, 'AL'),
    { strokes: [], name: 'AL' },
  ],
])(
  'every type that is answered by hand arrives as it was meant: $type',
  async (asked, fill, answer) => {
    const sent: FormAnswers[] = [];
    open([asked], (answers) => sent.push(answers));
    await fill();
    await press('Send');
    expect(sent).toEqual([{ q1: answer }]);
  },
);

test('what stands between questions is drawn and asks nothing, of every type', async () => {
  const sent: FormAnswers[] = [];
  open(
    [
      field('q1', 'heading', { label: 'Your health', help: 'Since last time' }),
      field('q2', 'paragraph', { label: 'Privacy', help: 'Nobody else reads it.' }),
      field('q3', 'divider', { label: '' }),
      field('q4', 'page_break', { label: '' }),
      field('q5', 'short_text', { label: 'Word' }),
    ],
    (answers) => sent.push(answers),
  );
  expect(screen.getByRole('heading', { name: 'Your health' })).toBeTruthy();
  expect(screen.getByText('Nobody else reads it.')).toBeTruthy();
  expect(screen.getByRole('separator')).toBeTruthy();
  expect(screen.getByText('Page 1 of 2')).toBeTruthy();
  await press('Next');
  expect(screen.queryByRole('separator')).toBeNull();
  await press('Send');
  expect(sent).toEqual([{}]);
});

test('a text says what it takes before it is typed, and is not sent otherwise', async () => {
  const sent: FormAnswers[] = [];
  open(
    [
      field('q1', 'short_text', { label: 'Member number', format: 'digits', min: 4, max: 4 }),
      field('q2', 'long_text', { label: 'Why', help: 'In short', max: 10 }),
    ],
    (answers) => sent.push(answers),
  );
  const toldWith = (label: RegExp): string =>
    (screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ');
  const number = screen.getByLabelText(/Member number/);
  expect(toldWith(/Member number/)).toContain('Digits only. 4 characters.');
  expect(toldWith(/Why/)).toContain('In short At most 10 characters.');
  expect(number.getAttribute('inputmode')).toBe('numeric');
  await userEvent.type(number, '12a4');
  await press('Send');
  expect(toldWith(/Member number/)).toContain('Wrong: wrong_format.');
  await userEvent.clear(number);
  await userEvent.type(number, '123');
  await press('Send');
  expect(toldWith(/Member number/)).toContain('Wrong: too_short.');
  await userEvent.type(number, '4');
  await press('Send');
  expect(sent).toEqual([{ q1: '1234' }]);
});
