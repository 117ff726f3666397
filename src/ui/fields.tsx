import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ChangeEvent, HTMLAttributes, ReactNode, Ref } from 'react';
import { FieldFrame, controlLook } from './field-frame.tsx';
import type { FieldFrameProps } from './field-frame.tsx';
import { ToggleRow, checkBox, switchTrack } from './toggle-row.tsx';
import type { ToggleProps } from './toggle-row.tsx';

type Typing = FieldFrameProps & {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  placeholder?: string | undefined;
  autoComplete?: string | undefined;
  autoFocus?: boolean | undefined;
  maxLength?: number | undefined;
  readOnly?: boolean | undefined;
};

export type TextFieldProps = Typing & {
  type?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'password' | 'number' | undefined;
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  enterKeyHint?: HTMLAttributes<HTMLInputElement>['enterKeyHint'];
  autoCapitalize?: string | undefined;
  spellCheck?: boolean | undefined;
  /** Stand inside the field, before and after what is typed ("$", "min"), and are read with it. */
  prefix?: string | undefined;
  unit?: string | undefined;
  /** A button inside the field, at its end. */
  action?: ReactNode;
  ref?: Ref<HTMLInputElement> | undefined;
};

const typed =
  (onChange: (value: string) => void) =>
  (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>): void =>
    onChange(event.target.value);

const frameOf = ({
  label,
  error,
  hint,
  required,
  disabled,
  labelHidden,
  className,
}: FieldFrameProps): FieldFrameProps => ({
  label,
  error,
  hint,
  required,
  disabled,
  labelHidden,
  className,
});

/** One line of text. `required={false}` writes "(optional)" beside the label. */
export function TextField(props: TextFieldProps) {
  const { value, onChange, onBlur, prefix, unit, action, type = 'text', ref } = props;
  return (
    <FieldFrame {...frameOf(props)}>
      {(control) => (
        <div className="relative flex items-center">
          {prefix && (
            <span
              id={`${control.id}-prefix`}
              className="pointer-events-none absolute left-3 text-muted"
            >
              {prefix}
            </span>
          )}
          <input
            {...control}
            aria-describedby={
              clsx(
                prefix && `${control.id}-prefix`,
                unit && `${control.id}-unit`,
                control['aria-describedby'],
              ) || undefined
            }
            ref={ref}
            type={type}
            value={value}
            onChange={typed(onChange)}
            onBlur={onBlur}
            name={props.name}
            placeholder={props.placeholder}
            autoComplete={props.autoComplete}
            autoFocus={props.autoFocus}
            data-autofocus={props.autoFocus || undefined}
            maxLength={props.maxLength}
            readOnly={props.readOnly}
            inputMode={props.inputMode}
            enterKeyHint={props.enterKeyHint}
            autoCapitalize={props.autoCapitalize}
            spellCheck={props.spellCheck}
            className={clsx(
              controlLook(Boolean(props.error)),
              Boolean(prefix) && 'pl-10',
              Boolean(unit || action) && 'pr-14',
            )}
          />
          {unit && (
            <span
              id={`${control.id}-unit`}
              className="pointer-events-none absolute right-4 text-sm text-muted"
            >
              {unit}
            </span>
          )}
          {action && <span className="absolute right-1">{action}</span>}
        </div>
      )}
    </FieldFrame>
  );
}

/** Several lines of text. It grows with what is typed where the browser can. */
export function TextArea(props: Typing & { rows?: number; ref?: Ref<HTMLTextAreaElement> }) {
  const { value, onChange, onBlur, rows = 3, ref } = props;
  return (
    <FieldFrame {...frameOf(props)}>
      {(control) => (
        <textarea
          {...control}
          ref={ref}
          rows={rows}
          value={value}
          onChange={typed(onChange)}
          onBlur={onBlur}
          name={props.name}
          placeholder={props.placeholder}
          autoComplete={props.autoComplete}
          autoFocus={props.autoFocus}
          data-autofocus={props.autoFocus || undefined}
          maxLength={props.maxLength}
          readOnly={props.readOnly}
          className={clsx(controlLook(Boolean(props.error)), 'field-sizing-content py-2.5')}
        />
      )}
    </FieldFrame>
  );
}

export type SelectOption = { value: string; label: string; disabled?: boolean };
export type SelectGroup = { label: string; options: readonly SelectOption[] };

/** A native select: the platform's own picker is the best one on phones. */
export function SelectField({
  options,
  placeholder,
  ...props
}: FieldFrameProps & {
  value: string;
  onChange: (value: string) => void;
  options: readonly (SelectOption | SelectGroup)[];
  /** A first, empty choice. */
  placeholder?: string;
  name?: string;
  autoComplete?: string;
  ref?: Ref<HTMLSelectElement>;
}) {
  return (
    <FieldFrame {...frameOf(props)}>
      {(control) => (
        <div className="relative flex items-center">
          <select
            {...control}
            ref={props.ref}
            value={props.value}
            onChange={typed(props.onChange)}
            name={props.name}
            autoComplete={props.autoComplete}
            className={clsx(controlLook(Boolean(props.error)), 'appearance-none pr-10')}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) =>
              'options' in option ? (
                <optgroup key={option.label} label={option.label}>
                  {option.options.map(renderOption)}
                </optgroup>
              ) : (
                renderOption(option)
              ),
            )}
          </select>
          <ChevronDown
            size={18}
            className="pointer-events-none absolute right-3 text-muted"
            aria-hidden
          />
        </div>
      )}
    </FieldFrame>
  );
}

const renderOption = ({ value, label, disabled }: SelectOption) => (
  <option key={value} value={value} disabled={disabled}>
    {label}
  </option>
);

/** Yes or no, taking effect when the form is saved. */
export function CheckboxField(props: ToggleProps) {
  return <ToggleRow {...props} box={checkBox} />;
}

/** On or off, taking effect at once. */
export function SwitchField(props: ToggleProps) {
  return <ToggleRow {...props} kind="switch" box={switchTrack} />;
}

type Native = FieldFrameProps & {
  /** `''` while nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  min?: string | undefined;
  max?: string | undefined;
  name?: string | undefined;
  autoComplete?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
};

function NativeField({ type, step, ...props }: Native & { type: 'date' | 'time'; step?: number }) {
  return (
    <FieldFrame {...frameOf(props)}>
      {(control) => (
        <input
          {...control}
          ref={props.ref}
          type={type}
          step={step}
          value={props.value}
          min={props.min}
          max={props.max}
          name={props.name}
          autoComplete={props.autoComplete}
          onChange={typed(props.onChange)}
          className={clsx(controlLook(Boolean(props.error)), 'tabular-nums')}
        />
      )}
    </FieldFrame>
  );
}

/** A calendar day as `YYYY-MM-DD`, with the platform's own picker. */
export function DateField(props: Native) {
  return <NativeField {...props} type="date" />;
}

/** A time of day as `HH:MM`, with the platform's own picker. */
export function TimeField({ stepMinutes = 5, ...props }: Native & { stepMinutes?: number }) {
  return <NativeField {...props} type="time" step={stepMinutes * 60} />;
}
