import type { EpochMin } from '#domain/time/epoch.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { Book, ShelfFact } from './facts.ts';
import { hoursFigures } from './hours.ts';
import type { StaffHours } from './hours.ts';
import { dueFigures, moneyFigures } from './money-in.ts';
import type { DueFigures, MoneyFigures } from './money-in.ts';
import { forecastOf, lapsedOf, liabilityFigures } from './outlook.ts';
import type { Forecast, Lapsed, LiabilityFigures } from './outlook.ts';
import { peopleFigures } from './people.ts';
import type { PersonFigures } from './people.ts';
import { partsOf } from './period.ts';
import type { Parts, Period } from './period.ts';
import { salesFigures } from './sales.ts';
import type { SalesFigures } from './sales.ts';
import { stockFigures } from './stock.ts';
import type { StockFigures } from './stock.ts';
import { cohortsOf, visitFigures } from './visits.ts';
import type { Cohort, VisitFigures } from './visits.ts';

export type Question = {
  period: Period;
  /** What it is compared with; null = with nothing. */
  before: Period | null;
  zone: Zone;
  /** 1 = Monday … 7 = Sunday. */
  weekStart: number;
  now: EpochMin;
};

/** Everything about one period. */
export type PeriodFigures = {
  parts: Parts;
  sales: SalesFigures;
  money: MoneyFigures;
  visits: VisitFigures;
  hours: StaffHours[];
  stock: StockFigures;
  people: PersonFigures[];
  liability: LiabilityFigures;
};

export type Figures = {
  now: PeriodFigures;
  before: PeriodFigures | null;
  dues: DueFigures;
  cohorts: Cohort[];
  forecast: Forecast;
  lapsed: Lapsed;
  /** What is there of products now. */
  shelf: ShelfFact[];
  /** By ref: what the numbers in groups stand for. */
  names: Record<number, string>;
};

export const figuresOf = (book: Book, question: Question): Figures => {
  const { zone, weekStart, now } = question;
  const parts = partsOf(question.period, weekStart, zone);
  const before = question.before && partsOf(question.before, weekStart, zone);
  const about = (one: Parts, earlier: Parts | null): PeriodFigures => ({
    parts: one,
    sales: salesFigures(book, one),
    money: moneyFigures(book, one),
    visits: visitFigures(book, one, earlier, now),
    hours: hoursFigures(book, one, zone),
    stock: stockFigures(book, one),
    people: peopleFigures(book, one, now),
    liability: liabilityFigures(book, one),
  });
  const figures = {
    now: about(parts, before),
    before: before && about(before, null),
    dues: dueFigures(book, now),
    cohorts: cohortsOf(book, zone, now),
    forecast: forecastOf(book, zone, now),
    lapsed: lapsedOf(book, now),
    shelf: book.shelf,
  };
  return { ...figures, names: namesIn(book, [figures.now, figures.before]) };
};

/** Only of what is spoken about: the answer crosses from the worker to the window. */
const namesIn = (
  { names, shelf }: Book,
  periods: readonly (PeriodFigures | null)[],
): Record<number, string> => {
  const named: Record<number, string> = {};
  for (const { product } of shelf) named[product] = names[product] ?? '';
  for (const period of periods) {
    if (!period) continue;
    const { sales, hours, stock, people } = period;
    for (const { ref } of [...sales.items, ...sales.staff, ...stock.products]) {
      named[ref] = names[ref] ?? '';
    }
    for (const { staff } of [...sales.tipsOf, ...hours, ...people]) {
      named[staff] = names[staff] ?? '';
    }
  }
  return named;
};
