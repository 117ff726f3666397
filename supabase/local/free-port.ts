import { createServer } from 'node:net';

/** How many ports after a taken one are tried before giving up. */
const PORTS_TO_TRY = 20;

/** The wanted port, or the next one that nobody listens on. */
export async function freePort(host: string, wanted: number): Promise<number> {
  for (let port = wanted; port <= wanted + PORTS_TO_TRY; port++) {
    if (await isFree(host, port)) return port;
  }
  throw new Error(`Ports ${wanted} to ${wanted + PORTS_TO_TRY} are all taken; set PORT.`);
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
