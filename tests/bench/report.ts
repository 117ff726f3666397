import { cpus, release, totalmem } from 'node:os';
import { elsewhere } from './elsewhere.ts';
import type { Comparison, Goal, LaneResult } from './lane.ts';
import { ms } from './lane.ts';
import { shortfalls } from './shortfalls.ts';

export type LaneReport = LaneResult & { name: string; about: string; measuredAt: string };

export type Report = {
  machine: string;
  chromium: string;
  isQuick: boolean;
  peers: Record<string, string>;
  lanes: LaneReport[];
  failed: { name: string; why: string }[];
};

export const machine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB, ` +
  `Linux ${release()}, Node ${process.version}`;

export const toMarkdown = (report: Report): string =>
  [
    '# Benchmarks',
    '',
    'Written by `npm run bench` (see [README.md](README.md)); the raw figures are in',
    '[report.json](report.json). Ours, the floor (the least that the platform needs for the same',
    'work, written by hand) and peers take turns in one run; a figure is the median of its rounds',
    'with the quartiles behind it, a ratio the median of the ratios within the rounds. Rounds in',
    'which the floor moved by more than 20 % are thrown away.',
    '',
    `Measured on ${report.machine}, Chromium ${report.chromium}.`,
    ...(report.isQuick ? ['', '**A quick run: small data, few rounds, not to be quoted.**'] : []),
    '',
    '## Goals',
    '',
    '| goal | wanted | reached | |',
    '| --- | --- | --- | --- |',
    ...report.lanes.flatMap(({ goals }) => goals.map(goalLine)),
    '',
    ...report.lanes.flatMap(({ goals }) => goals.flatMap(noteLine)),
    '## Where it falls short',
    '',
    ...shortfalls(report.lanes.flatMap(({ goals }) => goals)),
    '',
    ...report.lanes.flatMap(laneLines),
    '## Not in the table',
    '',
    ...elsewhere(new Set(report.lanes.flatMap(({ goals }) => goals.map(({ id }) => id)))),
    '',
    ...(report.failed.length > 0
      ? ['## Did not run', '', ...report.failed.map(({ name, why }) => `- ${name}: ${why}`), '']
      : []),
    '## Versions of peers',
    '',
    Object.entries(report.peers)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ') || 'none',
    '',
  ].join('\n');

const goalLine = ({ id, wanted, got, reached }: Goal): string =>
  `| ${id} | ${wanted} | ${got} | ${reached ? 'yes' : '**no**'} |`;

const noteLine = ({ id, wanted, note }: Goal): string[] =>
  note === undefined ? [] : [`- **${id}**, ${wanted}: ${note}`, ''];

const laneLines = ({ name, about, measuredAt, comparisons }: LaneReport): string[] => [
  `## ${name}`,
  '',
  `${about} Measured ${measuredAt} UTC.`,
  '',
  ...comparisons.flatMap(comparisonLines),
];

const comparisonLines = (one: Comparison): string[] => {
  const unit = one.unit ?? 'ms';
  const say = (value: number): string => (unit === 'rows' ? String(value) : ms(value));
  const hasFloor = one.timings.some(({ timesFloor }) => timesFloor !== null);
  return [
    `### ${one.title}`,
    '',
    ...(one.note ? [one.note, ''] : []),
    `| | ${unit} | quartiles | ${hasFloor ? '× floor |' : ''}`,
    `| --- | ---: | ---: | ${hasFloor ? '---: |' : ''}`,
    ...one.timings.map(({ name, kind, median, low, high, timesFloor, failed }) =>
      failed === undefined
        ? `| ${kind === 'ours' ? `**${name}**` : name} | ${say(median)} | ${say(low)}–${say(high)} | ` +
          (hasFloor ? `${timesFloor?.toFixed(2) ?? ''} |` : '')
        : `| ${name} | did not run: ${failed} | | ${hasFloor ? '|' : ''}`,
    ),
    '',
    `${one.rounds} rounds${one.thrownAway > 0 ? `, ${one.thrownAway} noisy ones thrown away` : ''}.`,
    '',
  ];
};
