import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PRODUCT_CODES } from '#platform/camera-codes.ts';
import { CameraScan } from './camera-scan.tsx';

const stopped = vi.fn();
const getUserMedia = vi.fn<() => Promise<unknown>>();
/** What is before the camera. */
let inSight: string[] = [];

beforeEach(() => {
  inSight = [];
  stopped.mockReset();
  getUserMedia.mockReset();
  getUserMedia.mockResolvedValue({ getTracks: () => [{ stop: stopped }] });
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      detect() {
        return Promise.resolve(inSight.map((rawValue) => ({ rawValue })));
      }
    },
  );
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', {
    configurable: true,
    writable: true,
    value: null,
  });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'mediaDevices');
  Reflect.deleteProperty(HTMLMediaElement.prototype, 'srcObject');
});

const open = async (props: { many?: boolean } = {}) => {
  const scanned = vi.fn<(text: string) => void>();
  render(<CameraScan formats={PRODUCT_CODES} onScan={scanned} {...props} />);
  await userEvent.click(screen.getByRole('button', { name: 'Scan with the camera' }));
  await screen.findByRole('dialog', { name: 'Scan' });
  return scanned;
};

test('a code that comes into sight is told once, and the camera is off', async () => {
  const scanned = await open();
  await waitFor(() => expect(getUserMedia).toHaveBeenCalled());
  expect(scanned).not.toHaveBeenCalled();
  inSight = ['4006381333931'];
  await waitFor(() => expect(scanned).toHaveBeenCalledWith('4006381333931'));
  await waitFor(() => expect(stopped).toHaveBeenCalled());
  expect(scanned).toHaveBeenCalledTimes(1);
});

test('of two codes that are in sight at once one is taken', async () => {
  const scanned = await open();
  inSight = ['4006381333931', '96385074'];
  await waitFor(() => expect(stopped).toHaveBeenCalled());
  expect(scanned.mock.calls).toEqual([['4006381333931']]);
});

test('several are told one after the other, until the sheet is closed', async () => {
  const scanned = await open({ many: true });
  inSight = ['4006381333931'];
  await waitFor(() => expect(scanned).toHaveBeenCalledWith('4006381333931'));
  inSight = ['4006381333931', '96385074'];
  await waitFor(() => expect(scanned).toHaveBeenLastCalledWith('96385074'));
  expect(scanned).toHaveBeenCalledTimes(2);
  expect(stopped).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(stopped).toHaveBeenCalled());
});

test('a camera that may not be used leads to typing', async () => {
  getUserMedia.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await open();
  expect(await screen.findByText('The camera cannot be used')).toBeTruthy();
});

test('where the browser finds no codes, nothing is offered', () => {
  vi.stubGlobal('BarcodeDetector', undefined);
  render(<CameraScan formats={PRODUCT_CODES} onScan={() => undefined} />);
  expect(screen.queryByRole('button')).toBeNull();
});
