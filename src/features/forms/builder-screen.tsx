import { ClipboardList, Ellipsis } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { messageFor, ruleText } from '#app/messages.ts';
import { pathTo, patterns } from '#app/paths.ts';
import { archiveForm, createForm, editForm, publishForm, restoreForm } from '#db/commands/forms.ts';
import { myAccess } from '#db/queries/business.ts';
import { formDetail, type FormDetail } from '#db/queries/forms.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { Result } from '#domain/errors/result.ts';
import type { FormInput } from '#domain/forms/form-schema.ts';
import type { FormRow, Uuid } from '#domain/rows.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FormFill } from '#ui/forms/form-fill.tsx';
import { lazyExtra } from '#ui/lazy-part.tsx';
import { Menu } from '#ui/menu.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { Page } from '#ui/page.tsx';
import { RestoredNotice } from '#ui/restored-notice.tsx';
import { useForm } from '#ui/use-form.ts';
import { FieldList } from './field-list.tsx';
import { STATUS } from './form-words.ts';
import { SettingsFields } from './settings-fields.tsx';
import { SubmissionList } from './submission-list.tsx';

const ShareLink = lazyExtra(async () => (await import('./share-link.tsx')).ShareLink);

const NEW: FormInput = {
  name: '',
  kind: 'intake',
  fields: [],
  public_link_on: false,
  wanted: 'before',
  offset_min: null,
  service_ids: [],
  frequency: 'once_per_version',
  every_months: 12,
  enforce: 'none',
  countersign: false,
};

const inputOf = (form: FormRow): FormInput =>
  Object.fromEntries(Object.keys(NEW).map((key) => [key, form[key as keyof FormRow]])) as FormInput;

/** A new form, or one of those that are there with everything that came in. */
export function FormBuilderScreen() {
  const { formId } = useParams();
  const access = useQuery(myAccess, []);
  const detail = useQuery(
    (db) => (formId ? formDetail(db, formId) : Promise.resolve(null)),
    [formId],
  );
  if (!access || detail === undefined) return null;
  if (formId && !detail) {
    return (
      <Page title="Form" width="narrow" back={{ to: patterns.forms, label: 'All forms' }}>
        <EmptyState icon={ClipboardList} title="There is no such form">
          It is not on this device, or not any more.
        </EmptyState>
      </Page>
    );
  }
  if (!access.may('forms')) {
    return (
      <Page
        title={detail?.form.name ?? 'Form'}
        width="narrow"
        back={{ to: patterns.forms, label: 'All forms' }}
      >
        {detail && <SubmissionList detail={detail} />}
      </Page>
    );
  }
  return <Builder key={formId ?? 'new'} detail={detail} />;
}

function Builder({ detail }: { detail: FormDetail | null }) {
  const db = useDb();
  const navigate = useNavigate();
  /** Made already when publishing it was refused: it is not made twice. */
  const madeId = useRef<Uuid | null>(detail?.form.id ?? null);
  const publishes = useRef(false);
  const [isPreviewed, setPreviewed] = useState(0);
  const row = detail?.form ?? null;
  const form = useForm<FormInput>({
    initial: row ? inputOf(row) : NEW,
    rev: row?.rev,
    draftKey: `${db.name}.form.${row?.id ?? 'new'}`,
    words: { error: messageFor, rule: ruleText },
    save: async ({ values, changed, seenRev }): Promise<Result<unknown>> => {
      const known = madeId.current;
      const saved = known
        ? await editForm(db, known, row ? changed : values, seenRev)
        : await createForm(db, values);
      if (!saved.ok) return saved;
      madeId.current = saved.value.id;
      return publishes.current ? publishForm(db, saved.value.id) : saved;
    },
    onSaved: (value) => {
      const done = publishes.current ? 'published' : 'saved';
      tellOutcome({ ok: true, value }, `${form.values.name.trim()} ${done}`, messageFor);
      if (!row && madeId.current) {
        void navigate(pathTo('editForm', { formId: madeId.current }), { replace: true });
      }
    },
  });
  const { values, change, error } = form;
  const isArchived = row?.status === 'archived';
  const toggleArchive = async (): Promise<void> => {
    if (!row) return;
    const result = isArchived ? await restoreForm(db, row.id) : await archiveForm(db, row.id);
    tellOutcome(result, `${row.name} ${isArchived ? 'is back' : 'archived'}`, messageFor);
  };
  const canPublish = !row || row.status !== 'published' || detail?.hasChanges || form.isDirty;
  return (
    <Page
      title={row?.name ?? 'New form'}
      back={{ to: patterns.forms, label: 'All forms' }}
      subtitle={
        row && (
          <span className="flex flex-wrap items-center gap-1.5">
            <Chip tone={STATUS[row.status].tone}>{STATUS[row.status].label}</Chip>
            {detail?.version && `Version ${detail.version.number}`}
            {row.status === 'published' && detail?.hasChanges && (
              <Chip tone="warning">Changes not published</Chip>
            )}
          </span>
        )
      }
      actions={
        <>
          {row && (
            <Menu
              label="Form actions"
              trigger={(props) => <IconButton icon={Ellipsis} label="More" {...props} />}
              items={[
                {
                  label: isArchived ? 'Take back into use' : 'Archive',
                  onPress: () => void toggleArchive(),
                },
              ]}
            />
          )}
        </>
      }
    >
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <form {...form.formProps} className="grid min-w-0 grid-cols-1 gap-6">
          {form.isRestored && <RestoredNotice onStartOver={form.reset} />}
          {form.failure && <Notice tone="danger">{form.failure}</Notice>}
          <Card title="About the form">
            <SettingsFields values={values} errorOf={error} onChange={change} />
          </Card>
          <section aria-labelledby="fields" className="grid grid-cols-1 gap-3">
            <h2 id="fields" className="font-semibold">
              Fields
            </h2>
            {error('fields.fields') && (
              <Notice tone="danger">Add at least one question before you publish it.</Notice>
            )}
            <FieldList
              fields={values.fields}
              taken={detail?.version?.fields ?? []}
              errorOf={(id, path) => error(['fields', id, path].filter(Boolean).join('.'))}
              onChange={(fields) => change({ fields })}
            />
          </section>
          <div className="sticky bottom-0 flex flex-wrap gap-2 border-t border-line bg-canvas py-3">
            <Button
              type="submit"
              className="max-sm:flex-1"
              busy={form.isBusy}
              onClick={() => (publishes.current = false)}
            >
              Save
            </Button>
            {canPublish && (
              <Button
                type="submit"
                variant="primary"
                className="max-sm:flex-1"
                busy={form.isBusy}
                onClick={() => (publishes.current = true)}
              >
                Publish
              </Button>
            )}
          </div>
        </form>
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <Card
            title="Preview"
            actions={
              <Button size="sm" variant="quiet" onClick={() => setPreviewed(isPreviewed + 1)}>
                Start over
              </Button>
            }
          >
            {values.fields.length === 0 ? (
              <p className="text-muted">What clients will see appears here.</p>
            ) : (
              <FormFill
                key={isPreviewed}
                fields={values.fields}
                initial={{}}
                submitLabel="Send"
                ruleWords={ruleText}
                onSubmit={null}
              />
            )}
          </Card>
          {detail?.version && row?.status === 'published' && row.public_link_on && (
            <Suspense>
              <ShareLink form={row} isWaiting={detail.pending} />
            </Suspense>
          )}
          {detail && <SubmissionList detail={detail} />}
        </div>
      </div>
    </Page>
  );
}
