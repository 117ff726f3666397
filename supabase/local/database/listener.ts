import pg from 'pg';

type OnMessage = (payload: string) => void;

const TRY_AGAIN_MS = 500;

/**
 * One session that hears NOTIFY for everybody. When its server goes away it connects and listens
 * again; what was sent meanwhile nobody hears, as PostgreSQL keeps nothing for who is not there.
 */
export class Listener {
  readonly #config: pg.ClientConfig;
  readonly #listeners = new Map<string, Set<OnMessage>>();
  #session: Promise<pg.Client> | null = null;
  /** A session takes one statement at a time. */
  #last: Promise<unknown> = Promise.resolve();
  #tryAgain: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(config: pg.ClientConfig) {
    this.#config = config;
  }

  /** Resolves once nothing sent from now on is missed; answers how to stop. */
  async listen(channel: string, onMessage: OnMessage): Promise<() => Promise<void>> {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(onMessage));
    try {
      await this.#tell('listen', channel);
    } catch (error) {
      this.#forget(channel, onMessage);
      throw error;
    }
    return async () => {
      this.#forget(channel, onMessage);
      if (!this.#listeners.has(channel) && this.#session) await this.#tell('unlisten', channel);
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#tryAgain);
    const client = await this.#session?.catch(() => null);
    await client?.end();
  }

  #tell(verb: 'listen' | 'unlisten', channel: string): Promise<void> {
    const told = this.#last.then(async () => {
      const client = await this.#connected();
      await client.query(`${verb} ${pg.escapeIdentifier(channel)}`);
    });
    this.#last = told.catch(() => {});
    return told;
  }

  #forget(channel: string, onMessage: OnMessage): void {
    const listeners = this.#listeners.get(channel);
    listeners?.delete(onMessage);
    if (listeners?.size === 0) this.#listeners.delete(channel);
  }

  #connected(): Promise<pg.Client> {
    this.#session ??= this.#connect().catch((error: unknown) => {
      this.#session = null;
      throw error;
    });
    return this.#session;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    // An end follows, or whoever connects is told.
    client.on('error', () => {});
    client.on('notification', ({ channel, payload = '' }) => {
      for (const tell of this.#listeners.get(channel) ?? []) tell(payload);
    });
    await client.connect();
    for (const channel of this.#listeners.keys()) {
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    }
    client.once('end', () => this.#lost());
    return client;
  }

  #lost(): void {
    this.#session = null;
    if (this.#isClosed || this.#listeners.size === 0) return;
    clearTimeout(this.#tryAgain);
    this.#tryAgain = setTimeout(() => {
      this.#connected().catch(() => this.#lost());
    }, TRY_AGAIN_MS);
  }
}
