/** `2 people are waiting for this time` */
export const waitingWords = (count: number): string =>
  count === 1 ? 'Somebody is waiting for this time' : `${count} people are waiting for this time`;
