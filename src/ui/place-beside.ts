/** A box in window coordinates. */
export type Box = { left: number; top: number; width: number; height: number };

export type Placement = { left: number; top: number; maxHeight: number };

/** Room kept to the window's edge and to the anchor, in px. */
const EDGE_PX = 8;
const GAP_PX = 4;

/**
 * Where a popup of `size` goes: below its anchor, or above when there is clearly more room; aligned
 * to the anchor's start or end edge and pushed back into the window.
 */
export const placeBeside = (
  anchor: Box,
  size: { width: number; height: number },
  view: { width: number; height: number },
  align: 'start' | 'end' = 'start',
): Placement => {
  const below = view.height - (anchor.top + anchor.height) - GAP_PX - EDGE_PX;
  const above = anchor.top - GAP_PX - EDGE_PX;
  const goesBelow = size.height <= below || below >= above;
  const maxHeight = Math.max(0, goesBelow ? below : above);
  const height = Math.min(size.height, maxHeight);
  const wanted = align === 'start' ? anchor.left : anchor.left + anchor.width - size.width;
  const furthest = Math.max(EDGE_PX, view.width - size.width - EDGE_PX);
  return {
    left: Math.min(Math.max(EDGE_PX, wanted), furthest),
    top: goesBelow ? anchor.top + anchor.height + GAP_PX : anchor.top - GAP_PX - height,
    maxHeight,
  };
};
