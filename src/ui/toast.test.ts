import { beforeEach, expect, it } from 'vitest';
import { forgetAllToasts, forgetToast, showToast, toastGone, toastStore } from './toast.ts';

beforeEach(() => {
  for (const { id } of toastStore.get().toasts) toastGone(id);
  forgetAllToasts();
});
const titles = () => ({
  onScreen: toastStore.get().toasts.map(({ title }) => title),
  kept: toastStore.get().kept.map(({ title }) => title),
});

it('what passes is not kept; errors and offers are, newest first', () => {
  showToast({ title: 'Saved', type: 'success' });
  showToast({ title: 'Could not send', type: 'error' });
  showToast({ title: 'Moved', action: { label: 'Undo', onPress: () => undefined } });
  expect(titles()).toEqual({
    onScreen: ['Saved', 'Could not send', 'Moved'],
    kept: ['Moved', 'Could not send'],
  });
});

it('an error stays in the list after it left the screen', () => {
  toastGone(showToast({ title: 'Could not send', type: 'error' }));
  expect(titles()).toEqual({ onScreen: [], kept: ['Could not send'] });
});

it('an action that was taken leaves both', () => {
  forgetToast(showToast({ title: 'Moved', action: { label: 'Undo', onPress: () => undefined } }));
  expect(titles()).toEqual({ onScreen: [], kept: [] });
});

it('two equal messages are two', () => {
  expect(showToast({ title: 'Saved' })).not.toBe(showToast({ title: 'Saved' }));
});
