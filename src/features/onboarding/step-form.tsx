import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Form } from '#ui/use-form.ts';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';

/** One step of the beginning: answers, then on; every step can be left for later. */
export function StepForm<V extends object>({
  form,
  label,
  saveLabel = 'Continue',
  onSkip,
  children,
}: {
  form: Form<V>;
  label: string;
  saveLabel?: string;
  onSkip: () => void;
  children: ReactNode;
}) {
  return (
    <form {...form.formProps} aria-label={label} className="grid grid-cols-1 gap-5">
      {form.failure && <Notice tone="danger">{form.failure}</Notice>}
      {children}
      <div className="flex flex-wrap-reverse justify-end gap-2 pt-2">
        <Button variant="quiet" onClick={onSkip}>
          Later
        </Button>
        <Button type="submit" variant="primary" busy={form.isBusy} className="max-sm:flex-1">
          {saveLabel}
          <ArrowRight size={18} aria-hidden />
        </Button>
      </div>
    </form>
  );
}
