import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { CreateBusinessScreen } from '#features/auth/create-business-screen.tsx';
import { ForgotPasswordScreen } from '#features/auth/forgot-password-screen.tsx';
import { LoginScreen } from '#features/auth/login-screen.tsx';
import { SecondFactorScreen } from '#features/auth/second-factor-screen.tsx';
import { SignUpScreen } from '#features/auth/sign-up-screen.tsx';
import { UpdatePasswordScreen } from '#features/auth/update-password-screen.tsx';
import { VerifyEmailScreen } from '#features/auth/verify-email-screen.tsx';
import { faultsOfFields, fieldsIn, nameOf } from '#tests/harness/hostile-fields.ts';

/** Whatever is typed where people sign in (reliability.md 9.2), as in hostile-input.dom.test.tsx. */

const server = vi.hoisted(() => ({ says: null as unknown, asked: 0 }));
const answer = async (): Promise<unknown> => {
  server.asked += 1;
  return server.says;
};
vi.mock('#remote/attempt.ts', () => ({ attempt: () => answer() }));
vi.mock('#remote/recovery.ts', () => ({ redeemRecoveryCode: () => answer() }));
vi.mock('#remote/memberships.ts', () => ({ createBusiness: () => answer() }));
vi.mock('#remote/passkeys.ts', () => ({
  offerPasskeys: () => new Promise(() => {}),
  signInWithPasskey: () => answer(),
}));
const saying = (result: Result<unknown>): void => {
  server.says = result;
};
beforeEach(() => {
  localStorage.clear();
  server.asked = 0;
});

/** A file with a field of its own stands here with the test below that comes to it. */
const SCREENS: Readonly<Record<string, string>> = {
  'code-form': 'the code from a mail',
  'create-business-screen': 'a new business',
  'forgot-password-screen': 'who has forgotten their password',
  'login-screen': 'who signs in',
  'recovery-code-form': 'a code on paper',
  'second-factor-screen': 'the code of an app',
  'sign-up-screen': 'who opens an account',
  'update-password-screen': 'a new password',
  'verify-email-screen': 'whom the mail is sent to again',
};

test('every page to sign in that has a field to type into is tried', () => {
  const files = import.meta.glob<string>('../features/auth/*.tsx', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const found = Object.entries(files).flatMap(([path, text]) =>
    /<(Text|Email|Password)Field\b/.test(text) && !path.includes('.test.')
      ? [path.replace('../features/auth/', '').replace('.tsx', '')]
      : [],
  );
  expect(found.toSorted()).toEqual(Object.keys(SCREENS).toSorted());
});

const formOf = (label: string) => {
  let found: HTMLElement | null = null;
  return () => (found?.isConnected ? found : (found = screen.getByRole('form', { name: label })));
};
const pressing = (name: string) => () => void fireEvent.click(screen.getByRole('button', { name }));
const open = (page: React.ReactNode, path = '/'): void => {
  render(<MemoryRouter initialEntries={[path]}>{page}</MemoryRouter>);
};
const namesIn = (form: () => HTMLElement): string[] => fieldsIn(form()).map(nameOf);

describe('whatever is typed', () => {
  test('who signs in', async () => {
    saying(fail('invalid_credentials'));
    open(<LoginScreen ended={false} carry="" />);
    const root = formOf('Sign in');
    expect(namesIn(root)).toEqual(['E-mail', 'Password']);
    expect(await faultsOfFields({ root, goOn: pressing('Sign in') })).toEqual([]);
  });

  test('who opens an account', async () => {
    saying(fail('weak_password'));
    open(<SignUpScreen carry="" />);
    const root = formOf('Create an account');
    expect(namesIn(root)).toEqual(['E-mail', 'Password']);
    expect(await faultsOfFields({ root, goOn: pressing('Create account') })).toEqual([]);
  });

  test('who has forgotten their password, and the code from a mail', async () => {
    saying(ok(null));
    open(<ForgotPasswordScreen carry="" />);
    const further = {
      hasLeft: () => screen.queryByLabelText('Code from the mail') !== null,
      back: () => userEvent.click(screen.getByRole('button', { name: 'Try another address' })),
    };
    const root = formOf('Recover your password');
    expect(await faultsOfFields({ root, goOn: pressing('Send the link'), further })).toEqual([]);
    fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: 'ann@example.com' } });
    pressing('Send the link')();
    await screen.findByLabelText('Code from the mail');
    saying(fail('code_invalid'));
    const code = formOf('Enter the code');
    expect(await faultsOfFields({ root: code, goOn: pressing('Continue') })).toEqual([]);
  });

  test('a new password', async () => {
    saying(fail('weak_password'));
    open(<UpdatePasswordScreen isSignedIn onDone={() => {}} />);
    const root = formOf('Choose a new password');
    expect(await faultsOfFields({ root, goOn: pressing('Save the password') })).toEqual([]);
  });

  test('whom the mail is sent to again', async () => {
    saying(ok(null));
    // What stands in the address of the page is typed by somebody as well.
    open(<VerifyEmailScreen carry="" onDone={() => {}} />, '/?email=nobody');
    const root = formOf('Send the mail again');
    expect(namesIn(root)).toEqual(['E-mail']);
    let asked = 0;
    const further = {
      hasLeft: () => server.asked > asked,
      back: async () => {
        asked = server.asked;
        await screen.findByRole('button', { name: 'Send the mail again' });
      },
    };
    const goOn = pressing('Send the mail again');
    expect(await faultsOfFields({ root, goOn, further })).toEqual([]);
  });

  test('the code of an app, and a code on paper', async () => {
    saying(fail('mfa_failed'));
    open(<SecondFactorScreen onDone={() => {}} onRecovered={() => {}} />);
    const app = formOf('Second step');
    expect(await faultsOfFields({ root: app, goOn: pressing('Confirm') })).toEqual([]);
    pressing('Lost the app? Use a recovery code')();
    saying(fail('code_invalid'));
    const paper = formOf('Get in without the app');
    expect(await faultsOfFields({ root: paper, goOn: pressing('Use this code') })).toEqual([]);
  });

  test('a new business', async () => {
    open(<CreateBusinessScreen userId="nora" onCreated={() => {}} meanwhile={() => null} />);
    const root = formOf('Create your business');
    expect(namesIn(root)).toEqual(['Name', 'Booking address']);
    const goOn = pressing('Create my calendar');
    expect(await faultsOfFields({ root, goOn, isInSmallLetters: true })).toEqual([]);
    expect(server.asked).toBe(0);
  });
});
