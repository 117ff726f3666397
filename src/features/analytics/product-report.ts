import type { Figures } from '#domain/analytics/figures.ts';
import { figureOf, share } from './money-reports.ts';
import type { Report } from './report.ts';

/** What products brought and cost, for whoever may know what things cost. */
export const productReport = (figures: Figures): Report => {
  const { now, shelf, names } = figures;
  const figure = figureOf(figures);
  const left = new Map(shelf.map((one) => [one.product, one]));
  const moved = new Map(now.stock.products.map((one) => [one.ref, one]));
  const refs = [...new Set([...moved.keys(), ...left.keys()])];
  return {
    id: 'products',
    title: 'Products',
    clock:
      'By when it was rung up or used, on the clock of the device. Sales that were taken back are not counted. What is in stock is as it stands now, whatever the period.',
    rows: { name: 'movements of stock', all: now.stock.rows, waiting: now.stock.waiting },
    figures: [
      figure(
        'Product sales',
        'money',
        'What was charged for products after discounts, less refunds of products, without taxes.',
        (one) => one.stock.net,
      ),
      figure(
        'Cost of sales',
        'money',
        'What was sold, less what came back into stock, at the moving average of what it cost.',
        (one) => one.stock.cost,
      ),
      figure(
        'Margin',
        'money',
        'Product sales less cost of sales.',
        ({ stock }) => stock.net - stock.cost,
      ),
      figure('Margin rate', 'share', 'Margin of product sales.', ({ stock }) =>
        share(stock.net - stock.cost, stock.net),
      ),
      figure(
        'Used at work',
        'money',
        'What visits and people used up, at the moving average of what it cost.',
        (one) => one.stock.usedCost,
      ),
      {
        name: 'In stock at cost',
        kind: 'money',
        value: shelf.reduce((sum, { cents }) => sum + (cents ?? 0), 0),
        before: undefined,
        means: 'What is there now, at the moving average of what it cost.',
      },
    ],
    chart: null,
    tables: [
      {
        title: 'By product',
        columns: [
          { name: 'Name', kind: 'text' },
          { name: 'Sold', kind: 'count' },
          { name: 'Net sales', kind: 'money' },
          { name: 'Cost', kind: 'money' },
          { name: 'Margin', kind: 'money' },
          { name: 'Margin rate', kind: 'share' },
          { name: 'Used', kind: 'count' },
          { name: 'Cost of use', kind: 'money' },
          { name: 'Left', kind: 'count' },
          { name: 'Value', kind: 'money' },
        ],
        rows: refs.map((ref) => {
          const one = moved.get(ref);
          const there = left.get(ref);
          const [net, cost] = [one?.net ?? 0, one ? one.cost : 0];
          const margin = cost === null ? null : net - cost;
          return [
            names[ref] || 'Unknown product',
            one?.sold ?? 0,
            net,
            cost,
            margin,
            margin === null ? null : share(margin, net),
            one?.used ?? 0,
            one ? one.usedCost : 0,
            there?.pieces ?? 0,
            there ? there.cents : 0,
          ];
        }),
        note: 'What comes in at a known cost mixes with what is there, by pieces: the moving average. Before that the cost of the product counts. A dash: nobody said what it costs, so it is in no sum of costs.',
      },
    ],
  };
};
