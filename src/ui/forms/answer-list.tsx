import { Flag } from 'lucide-react';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { answerText } from '#domain/forms/answer-text.ts';
import { isQuestion, isSigned, takesFiles } from '#domain/forms/field-types.ts';
import { filesIn } from '#domain/forms/files.ts';
import type { FormAnswers, FormField, FormFile, FormFlag, Signature } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { Chip } from '../chip.tsx';
import { StrokesPicture } from './strokes-picture.tsx';

/** A form as it was filled in: every question that was answered, with what staff must notice. */
export function AnswerList({
  fields,
  answers,
  flags,
  formats,
  fileView,
}: {
  fields: readonly FormField[];
  answers: FormAnswers;
  flags: readonly FormFlag[];
  formats: BusinessFormats;
  /** How a photo or a file is shown. */
  fileView: (file: FormFile) => ReactNode;
}) {
  return (
    <dl className="grid grid-cols-1 gap-4">
      {fields
        .filter(({ id, type }) => isQuestion(type) && answers[id] !== undefined)
        .map((field) => {
          const answer = answers[field.id]!;
          const flag = flags.find(({ field: id }) => id === field.id);
          return (
            <div key={field.id} className="grid gap-1 break-inside-avoid">
              <dt className="text-sm text-muted">{field.label}</dt>
              <dd className="break-words whitespace-pre-wrap">
                {isSigned(field.type) ? (
                  <SignatureView signature={answer as Signature} label={field.label} />
                ) : takesFiles(field.type) ? (
                  <div className="flex flex-wrap gap-3">
                    {filesIn(answer).map((file) => (
                      <Fragment key={file.id}>{fileView(file)}</Fragment>
                    ))}
                  </div>
                ) : (
                  answerText(field, answer, formats)
                )}{' '}
                {flag && (
                  <Chip tone={flag.level === 'danger' ? 'danger' : 'warning'} icon={Flag}>
                    {flag.level === 'danger' ? 'Important' : 'Notice'}
                  </Chip>
                )}
              </dd>
            </div>
          );
        })}
    </dl>
  );
}

/** What somebody drew, typed, or both. */
export function SignatureView({ signature, label }: { signature: Signature; label: string }) {
  return (
    <span className="grid max-w-xs gap-1">
      {signature.strokes.length > 0 && (
        <StrokesPicture strokes={signature.strokes} label={`${label}: drawn`} />
      )}
      {signature.name && <span className="italic">{signature.name}</span>}
    </span>
  );
}
