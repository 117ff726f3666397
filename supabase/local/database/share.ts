/** How many strangers may wait for their turn: some seconds of bookings. */
export const STRANGERS_WAITING = 200;

/** The line is as long as it may be. In PostgreSQL's code for a server that has no room just now. */
export class ShareIsFull extends Error {
  readonly code = '53300';

  constructor() {
    super('Too many requests at once; try again in a moment.');
  }
}

/**
 * A part of the database's hands: so many pieces of work at once, the others wait in line, and when
 * the line is full the next one is told so at once. Who is not of this share never waits for it.
 */
export class Share {
  #free: number;
  readonly #longest: number;
  readonly #line: (() => void)[] = [];

  constructor(atOnce: number, longest: number) {
    this.#free = atOnce;
    this.#longest = longest;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else if (this.#line.length >= this.#longest) throw new ShareIsFull();
    else await new Promise<void>((enter) => this.#line.push(enter));
    try {
      return await work();
    } finally {
      // The place goes to the next in line, else it is free.
      const enter = this.#line.shift();
      if (enter) enter();
      else this.#free += 1;
    }
  }
}
