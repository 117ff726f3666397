import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { BackendOptions } from './backend-types.ts';

export type DevApp = {
  options: Pick<BackendOptions, 'intercept' | 'foreignUpgrade'>;
  /** Once the server listens: hot reloading shares its port. */
  start(server: Server): Promise<void>;
  stop(): Promise<void>;
};

const API = /^\/((rest|auth|storage|functions|realtime)\/v1|_mail|_pay|_health)(\/|\?|$)/;

/** The app from its sources through Vite, on the backend's own port: one origin, as built. */
export function createDevApp(root: string): DevApp {
  let serve: ((request: IncomingMessage, response: ServerResponse) => void) | null = null;
  let close: () => Promise<void> = async () => {};

  return {
    options: {
      intercept(request, response) {
        if (API.test(request.url ?? '/') || !serve) return false;
        serve(request, response);
        return true;
      },
      // Vite listens for its own connections on the same server.
      foreignUpgrade: (request) =>
        String(request.headers['sec-websocket-protocol']).startsWith('vite-'),
    },
    async start(server) {
      const { createServer } = await import('vite');
      const vite = await createServer({
        root,
        logLevel: 'warn',
        // The backend answers the API itself; Vite's proxy to one is for other setups.
        server: { middlewareMode: true, ws: { server }, proxy: {} },
      });
      serve = (request, response) => vite.middlewares(request, response);
      close = () => vite.close();
    },
    stop: () => close(),
  };
}
