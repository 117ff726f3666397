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
