/** Other people's work, to compare with: installed by the benchmark alone, in a folder of its own. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const PEERS_DIR = join(import.meta.dirname, '../../.daybook/bench-peers');

/** Exact versions, in groups that only work together. */
const GROUPS: readonly Record<string, string>[] = [
  { react: '19.3.1', 'react-dom': '19.3.1', 'react-big-calendar': '1.20.0', moment: '2.31.0' },
  { '@fullcalendar/core': '6.1.21', '@fullcalendar/timegrid': '6.1.21' },
  { '@event-calendar/core': '5.15.0' },
  { '@daypilot/daypilot-lite-javascript': '5.10.1' },
  { rxdb: '17.6.0', rxjs: '7.8.2' },
  { 'pouchdb-browser': '9.0.0', events: '3.3.0' },
  { tinybase: '10.0.1' },
  { '@legendapp/state': '3.0.0-beta.48' },
  { replicache: '15.3.0' },
  { lighthouse: '12.8.2' },
];

/** Installs what is missing; a peer that does not install is not compared. Answers the versions. */
export const installPeers = (say: (line: string) => void): Record<string, string> => {
  mkdirSync(PEERS_DIR, { recursive: true });
  const manifest = join(PEERS_DIR, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{"private":true,"type":"module"}\n');
  const versions: Record<string, string> = {};
  for (const group of GROUPS) {
    const wanted = Object.entries(group);
    if (wanted.some(([name, version]) => installedVersion(name) !== version)) {
      const names = wanted.map(([name, version]) => `${name}@${version}`);
      say(`installing ${names.join(' ')}`);
      const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps'];
      spawnSync('npm', ['install', '--save-exact', ...flags, ...names], {
        cwd: PEERS_DIR,
        stdio: 'ignore',
      });
    }
    for (const [name] of wanted) {
      const version = installedVersion(name);
      if (version !== null) versions[name] = version;
    }
  }
  return versions;
};

const installedVersion = (name: string): string | null => {
  const file = join(PEERS_DIR, 'node_modules', name, 'package.json');
  if (!existsSync(file)) return null;
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
};
