/** How tall an hour is drawn: three heights, remembered on this device. */
import { readSetting, writeSetting } from '#platform/storage.ts';

export const ZOOMS = ['compact', 'comfortable', 'large'] as const;
export type Zoom = (typeof ZOOMS)[number];

/** Against comfortable; the lengths themselves are in calendar.css. */
export const ZOOM_SCALE: Record<Zoom, number> = { compact: 0.8, comfortable: 1, large: 1.6 };

const SETTING = 'daybook.calendar.zoom';

export const readZoom = (): Zoom =>
  ZOOMS.find((zoom) => zoom === readSetting(SETTING)) ?? 'comfortable';

export const keepZoom = (zoom: Zoom): void => writeSetting(SETTING, zoom);

/** The next height in a direction; at the end the same. */
export const zoomBy = (zoom: Zoom, direction: -1 | 1): Zoom =>
  ZOOMS[ZOOMS.indexOf(zoom) + direction] ?? zoom;

export type Step = -1 | 0 | 1;

/** A wheel turned with Ctrl, or a pinch of a touchpad, which browsers report so: steps from pixels. */
export function wheelSteps(): (deltaY: number) => Step {
  let turned = 0;
  return (deltaY) => {
    turned += deltaY;
    if (Math.abs(turned) < WHEEL_STEP_PX) return 0;
    const step = turned < 0 ? 1 : -1;
    turned = 0;
    return step;
  };
}

/** Two fingers: a step each time their distance has grown or shrunk enough. */
export function pinchSteps(startPx: number): (distancePx: number) => Step {
  let from = startPx;
  return (distance) => {
    const ratio = distance / from;
    if (ratio < PINCH_RATIO && ratio > 1 / PINCH_RATIO) return 0;
    from = distance;
    return ratio > 1 ? 1 : -1;
  };
}

/** Less than one notch of a mouse wheel. */
const WHEEL_STEP_PX = 60;
const PINCH_RATIO = 1.3;
