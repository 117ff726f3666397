// Stands in for lucide's `createLucideIcon` in a build: the same picture from the same lines, without
// what we never use (names as classes, settings by context, widths that do not grow).
import { createElement } from 'react';

/** `lines`: what is drawn, as pairs of an element and its attributes. */
export default (lines) => {
  const drawn = lines.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ size = 24, ...props }) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        // What it means is said beside it, or in its own label.
        'aria-hidden': 'aria-label' in props ? undefined : true,
        ...props,
      },
      ...drawn,
    );
};
