import { moneyInput } from '#domain/money/format.ts';
import { MAX_PRICE_CENTS, parseMoney } from '#domain/money/parse.ts';
import { useState } from 'react';
import type { Ref } from 'react';
import type { FieldFrameProps } from './field-frame.tsx';
import { TextField } from './fields.tsx';

/**
 * An amount in cents; `null` while the field is empty or not a number yet. What is typed stays as
 * typed until the field is left, so that "12." can become "12.50".
 */
export function MoneyField({
  value,
  onChange,
  currency = 'USD',
  locale = 'en-US',
  maxCents = MAX_PRICE_CENTS,
  ...props
}: FieldFrameProps & {
  value: number | null;
  onChange: (cents: number | null) => void;
  currency?: string;
  locale?: string;
  maxCents?: number;
  name?: string;
  ref?: Ref<HTMLInputElement>;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  const shown = draft ?? (value === null ? '' : moneyInput(value, locale));
  return (
    <TextField
      {...props}
      value={shown}
      inputMode="decimal"
      autoComplete="off"
      prefix={currencySymbol(currency, locale)}
      onChange={(text) => {
        setDraft(text);
        const parsed = parseMoney(text, { locale, maxCents });
        onChange(parsed.ok ? parsed.value : null);
      }}
      onBlur={() => {
        if (value !== null) setDraft(null);
      }}
    />
  );
}

const currencySymbol = (currency: string, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency;
