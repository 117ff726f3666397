const numbers = new Intl.NumberFormat('en-US');

/** One number of a dry run, with what it counts; inside a `<dl>`. */
export function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="text-2xl font-semibold tabular-nums">{numbers.format(value)}</dd>
    </div>
  );
}
