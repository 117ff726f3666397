import type { Reach } from '#domain/clients/guardian.ts';
import { clientName } from '#domain/clients/name.ts';
import type { AppointmentRow, BusinessRow, FormRequestRow, FormRow, Uuid } from '#domain/rows.ts';
import type { ClientRow, Instant, MessageTemplateRow } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { reachOfClient } from './family.ts';
import { publishedForms, submissionsOfClient } from './forms.ts';

export type FormsToSend = {
  business: BusinessRow;
  client: ClientRow;
  name: string;
  reach: Reach;
  /** null = for no visit. */
  visit: AppointmentRow | null;
  /** Words of the business's own for a phone. */
  words: MessageTemplateRow | null;
  forms: {
    form: FormRow;
    /** null = never asked. */
    request: FormRequestRow | null;
    /** When it was last filled in; null = never. */
    filledAt: Instant | null;
  }[];
};

/** The forms that a client can be asked to fill in, for a visit or for none; null = no such client. */
export const formsToSend = async (
  db: DaybookDb,
  clientId: Uuid,
  appointmentId: Uuid | null,
): Promise<FormsToSend | null> => {
  const [business, client, visit, forms, submissions, requests, templates] = await Promise.all([
    db.rows('businesses').get(db.businessId),
    db.rows('clients').get(clientId),
    appointmentId ? db.rows('appointments').get(appointmentId) : null,
    publishedForms(db),
    submissionsOfClient(db, clientId),
    db.rows('form_requests').where('client_id').equals(clientId).toArray(),
    db.rows('message_templates').toArray(),
  ]);
  if (!business || !client) return null;
  return {
    business,
    client,
    name: clientName(client),
    reach: await reachOfClient(db, client),
    visit: visit ?? null,
    words: templates.find(({ key }) => key === 'form_request') ?? null,
    forms: forms.map((form) => ({
      form,
      request:
        requests.find(
          ({ form_id, appointment_id }) => form_id === form.id && appointment_id === appointmentId,
        ) ?? null,
      filledAt:
        submissions.find(
          ({ submission }) => submission.form_id === form.id && submission.state !== 'void',
        )?.submission.submitted_at ?? null,
    })),
  };
};
