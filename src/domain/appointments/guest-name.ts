/** How a guest is called where nobody has said it; `index` counts the guests of a group from 0. */
export const guestName = (firstName: string, index: number): string =>
  firstName.trim() || `Guest ${index + 1}`;
