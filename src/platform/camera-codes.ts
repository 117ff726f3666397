/** As much of the platform's BarcodeDetector as is used here. */
type Detector = { detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = new (options: { formats: string[] }) => Detector;

/** What is printed on products, and on gift cards. */
export const PRODUCT_CODES = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'itf'];
export const QR_CODES = ['qr_code'];

const LOOK_EVERY_MS = 150;
/** A code that was out of sight for so long is another one: the same product, shown again. */
const GONE_AFTER_MS = 1200;

const detectorClass = (): DetectorClass | undefined =>
  (globalThis as unknown as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

/** Whether this browser finds codes in what the camera sees; elsewhere they are scanned or typed. */
export const findsCodes = (): boolean =>
  detectorClass() !== undefined && 'mediaDevices' in navigator;

/**
 * Shows the camera in `video` and tells of every code that comes into sight, once until it was gone for
 * a moment. Ends with `signal`. Rejects when there is no camera, or it may not be used.
 */
export const watchCodes = async (
  video: HTMLVideoElement,
  formats: readonly string[],
  onCode: (text: string) => void,
  signal: AbortSignal,
): Promise<void> => {
  const DetectorOfPlatform = detectorClass();
  if (!DetectorOfPlatform) throw new Error('no BarcodeDetector');
  const detector = new DetectorOfPlatform({ formats: [...formats] });
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment' },
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
  if (signal.aborted) return stop();
  signal.addEventListener('abort', stop);
  video.srcObject = stream;
  await video.play();
  const seenAt = new Map<string, number>();
  const look = async (): Promise<void> => {
    // A picture that cannot be read yet has no codes.
    const found = await detector.detect(video).catch(() => []);
    if (signal.aborted) return;
    const now = performance.now();
    let isTold = false;
    for (const { rawValue } of found) {
      const isNew = now - (seenAt.get(rawValue) ?? -Infinity) > GONE_AFTER_MS;
      // One at a time: what becomes of the first is known before the next one is told.
      if (isNew && isTold) continue;
      seenAt.set(rawValue, now);
      if (!isNew) continue;
      isTold = true;
      onCode(rawValue);
    }
    if (!signal.aborted) timer = setTimeout(() => void look(), LOOK_EVERY_MS);
  };
  await look();
};
