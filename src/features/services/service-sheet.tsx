import { messageFor, ruleText } from '#app/messages.ts';
import { tellDone, tellFailed } from '#app/tell.ts';
import { retryUpload } from '#db/commands/blobs.ts';
import { setPicture } from '#db/commands/pictures.ts';
import { saveService } from '#db/commands/save-service.ts';
import { archiveService, restoreService } from '#db/commands/services.ts';
import type { ServiceView } from '#db/queries/services.ts';
import { useDb } from '#db/use-query.ts';
import { useShownPicture } from '#db/use-shown-picture.ts';
import { nextColour, toColour } from '#domain/colours.ts';
import type { Colour } from '#domain/colours.ts';
import type { ShownPicture } from '#domain/pictures/picture.ts';
import type { BusinessRow, ServiceCategoryRow, Uuid } from '#domain/rows.ts';
import { EMPTY_SERVICE } from '#domain/services/schema.ts';
import type { ServiceInput } from '#domain/services/schema.ts';
import type { SmallPicture } from '#platform/shrink-picture.ts';
import { Button } from '#ui/button.tsx';
import { depositEntry, depositRuleOf } from '#ui/deposit-entry.ts';
import type { FeeEntry } from '#ui/fee-entry.ts';
import { FormSheet } from '#ui/form-sheet.tsx';
import { lazySheet } from '#ui/lazy-overlay.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { draftPicture, PictureField } from '#ui/picture-field.tsx';
import { PictureTile } from '#ui/picture-tile.tsx';
import { setNewlyAddedService } from '#ui/ui-state.ts';
import { useForm } from '#ui/use-form.ts';
import { useLinger } from '#ui/use-linger.ts';
import { FlaskConical, Image as ImageIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ownFeesOf, serviceFeesOf } from './fees-part.tsx';
import type { OwnFees } from './fees-part.tsx';
import { ServiceFields } from './service-fields.tsx';
import { newVariant, valuesOf, variantEdits } from './variant-form.ts';
import type { VariantValues } from './variant-form.ts';

export type ServiceValues = Pick<
  typeof EMPTY_SERVICE,
  | 'category_id'
  | 'name'
  | 'visibility'
  | 'audience'
  | 'location_types'
  | 'approval'
  | 'pending_blocks_slot'
  | 'patch_test_required'
  | 'patch_test_enforce'
  | 'resource_needs'
  | 'tax_rate_id'
  | 'staff_needed'
  | 'no_commission'
> & {
  description: string;
  prep_note: string;
  colour: Colour;
  deposit_rule: FeeEntry;
  fee_terms: OwnFees;
  rebook_after_days: number | null;
  /** Usual seats of a class; null = not given as one, 0 = not typed yet. */
  capacity: number | null;
  patch_test_min_hours: number | null;
  patch_test_valid_days: number | null;
  variants: VariantValues[];
  /** Only what was ticked or unticked here. */
  team: Record<Uuid, boolean>;
  /** The same of the forms that are asked for with it. */
  forms: Record<Uuid, boolean>;
};

const RecipeSheet = lazySheet(
  'Products used',
  async () => (await import('./recipe-sheet.tsx')).RecipeSheet,
);

/** Makes or changes a service with its options. */
export function ServiceSheet({
  open,
  view,
  categoryId,
  categories,
  business,
  mayEdit,
  onClose,
}: {
  open: boolean;
  /** null makes a new one. */
  view: ServiceView | null;
  /** Where a new one begins. */
  categoryId: Uuid | null;
  categories: readonly ServiceCategoryRow[];
  business: BusinessRow;
  mayEdit: boolean;
  onClose: () => void;
}) {
  const db = useDb();
  const service = view?.service ?? null;
  const [draft, setDraft] = useState<SmallPicture | null>(null);
  const stored = useShownPicture(service?.image_path ?? null);
  const picture = service ? stored : draftPicture(draft);
  const form = useForm<ServiceValues>({
    initial: startOf(view, categoryId, categories),
    rev: service?.rev,
    draftKey: `${db.name}.service.${service?.id ?? 'new'}`,
    words: { error: messageFor, rule: ruleText },
    save: async ({ changed, values, base, seenRev }) => {
      const { variants, team, forms, deposit_rule, fee_terms, ...fields } = service
        ? changed
        : values;
      const saved = await saveService(db, {
        id: service?.id ?? null,
        // A number left empty is for the schema to refuse.
        service: {
          ...(fields as Partial<ServiceInput>),
          ...(deposit_rule && { deposit_rule: depositRuleOf(deposit_rule) }),
          ...(fee_terms && { fee_terms: serviceFeesOf(fee_terms) }),
        },
        seenRev,
        ...(variants ? { variants: variantEdits(base.variants, variants) } : {}),
        ...(team ? { offered: new Map(Object.entries(team)) } : {}),
        ...(forms ? { forms: new Map(Object.entries(forms)) } : {}),
      });
      if (!saved.ok) return saved;
      if (!service && draft) {
        const given = await setPicture(db, { table: 'services', id: saved.value.id }, draft);
        if (!given.ok) tellFailed(given.error);
      }
      if (!service) setNewlyAddedService(saved.value.id);
      else if (takesOut(base, values)) tellDone(saved, `${values.name} saved`);
      return saved;
    },
    onSaved: onClose,
  });
  const setArchived = async (isArchived: boolean): Promise<void> => {
    if (!service) return;
    tellOutcome(
      await (isArchived ? archiveService(db, service.id) : restoreService(db, service.id)),
      isArchived ? `${service.name} archived` : `${service.name} is offered again`,
      messageFor,
    );
    onClose();
  };
  const setTo = async (next: SmallPicture | null): Promise<void> => {
    if (!service) return setDraft(next);
    const done = await setPicture(db, { table: 'services', id: service.id }, next);
    tellDone(done, next ? 'Picture saved' : 'Picture removed');
  };
  const isArchived = service?.status === 'archived';
  const [isRecipe, setRecipe] = useState(false);
  const recipeShown = useLinger(isRecipe ? 'recipe' : null);
  return (
    <>
      <FormSheet
        open={open}
        size="lg"
        title={service ? service.name : 'Add service'}
        saveLabel={service ? 'Save' : 'Add service'}
        form={form}
        focusFirst={!service}
        onClose={onClose}
        readOnly={!mayEdit}
        actions={
          service && (
            <Button variant="quiet" onClick={() => void setArchived(!isArchived)}>
              {isArchived ? 'Offer again' : 'Archive'}
            </Button>
          )
        }
      >
        <ServiceFields
          form={form}
          view={view}
          categories={categories}
          business={business}
          picture={
            <PictureField
              label="Picture"
              hint="Cut to a square. Clients see it beside the service."
              picture={picture}
              preview={<ServicePicture picture={picture} colour={form.values.colour} />}
              isSquare
              onChange={setTo}
              onRetry={(id) => void retryUpload(db, id)}
            />
          }
        />
        {service && mayEdit && (
          <div>
            <Button icon={FlaskConical} onClick={() => setRecipe(true)}>
              Products used
            </Button>
          </div>
        )}
      </FormSheet>
      <Suspense>
        {view && recipeShown && (
          <RecipeSheet open={isRecipe} view={view} onClose={() => setRecipe(false)} />
        )}
      </Suspense>
    </>
  );
}

/** Whether options or people that were there are not any more: that is told, with a way back. */
const takesOut = (base: ServiceValues, { variants, team }: ServiceValues): boolean =>
  base.variants.some(({ id }) => id !== null && variants.every((one) => one.id !== id)) ||
  Object.values(team).includes(false);

function ServicePicture({ picture, colour }: { picture: ShownPicture; colour: Colour }) {
  return (
    <PictureTile
      picture={picture}
      colour={colour}
      className="size-20 rounded-lg bg-swatch-soft text-swatch-ink"
    >
      <ImageIcon size={24} />
    </PictureTile>
  );
}

const startOf = (
  view: ServiceView | null,
  categoryId: Uuid | null,
  categories: readonly ServiceCategoryRow[],
): ServiceValues => {
  const category = categories.find(({ id }) => id === categoryId) ?? categories[0];
  const service = view?.service ?? {
    ...EMPTY_SERVICE,
    category_id: category?.id ?? null,
    colour: category?.colour ?? nextColour([]),
  };
  const active = view?.variants.filter(({ status }) => status === 'active') ?? [];
  return {
    category_id: service.category_id,
    name: service.name,
    description: service.description ?? '',
    prep_note: service.prep_note ?? '',
    colour: toColour(service.colour),
    visibility: service.visibility,
    audience: service.audience,
    location_types: service.location_types,
    approval: service.approval,
    pending_blocks_slot: service.pending_blocks_slot ?? null,
    deposit_rule: depositEntry(service.deposit_rule),
    fee_terms: ownFeesOf(service.fee_terms),
    rebook_after_days: service.rebook_after_days,
    patch_test_required: service.patch_test_required,
    patch_test_min_hours: service.patch_test_min_hours,
    patch_test_valid_days: service.patch_test_valid_days,
    patch_test_enforce: service.patch_test_enforce,
    resource_needs: service.resource_needs ?? [],
    capacity: service.capacity ?? null,
    tax_rate_id: service.tax_rate_id ?? null,
    staff_needed: service.staff_needed,
    no_commission: service.no_commission ?? false,
    variants: active.length > 0 ? active.map(valuesOf) : [newVariant('first')],
    team: {},
    forms: {},
  };
};
