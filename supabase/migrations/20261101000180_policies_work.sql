-- Row-level security of the daily work, where "own" matters: calendar, clients, attention.

-- time_off: own or all of the calendar; a request of one's own is approved by somebody else. Who may
-- block their own time only with approval asks for it in the same way.
create policy time_off_select on public.time_off for select to authenticated
  using (
    business_id = any ((select private.businesses_allowing('appointments.view'))::uuid[])
    or staff_id = any ((select private.own_staff('appointments.view'))::uuid[])
  );
create policy time_off_insert on public.time_off for insert to authenticated
  with check (
    business_id = any ((select private.businesses_allowing('block'))::uuid[])
    or (staff_id = any ((select private.asking_staff())::uuid[]) and status = 'requested')
  );
create policy time_off_update on public.time_off for update to authenticated
  using (
    business_id = any ((select private.businesses_allowing('block'))::uuid[])
    or staff_id = any ((select private.asking_staff())::uuid[])
  )
  with check (
    business_id = any ((select private.businesses_allowing('block'))::uuid[])
    or (
      staff_id = any ((select private.asking_staff())::uuid[])
      and status in ('requested', 'cancelled')
    )
  );
create policy time_off_delete on public.time_off for delete to authenticated
  using (
    business_id = any ((select private.businesses_allowing('block'))::uuid[])
    or staff_id = any ((select private.asking_staff())::uuid[])
  );

-- time_blocks: those for everybody are seen by everybody
create policy time_blocks_select on public.time_blocks for select to authenticated
  using (
    business_id = any ((select private.businesses_allowing('appointments.view'))::uuid[])
    or staff_id = any ((select private.own_staff('appointments.view'))::uuid[])
    or (staff_id is null and business_id = any ((select private.my_businesses())::uuid[]))
  );
create policy time_blocks_insert on public.time_blocks for insert to authenticated
  with check (
    business_id = any ((select private.businesses_allowing('block'))::uuid[])
    or staff_id = any ((select private.own_staff('block'))::uuid[])
  );
create policy time_blocks_update on public.time_blocks for update to authenticated
  using (
    business_id = any ((select private.businesses_allowing('block'))::uuid[])
    or staff_id = any ((select private.own_staff('block'))::uuid[])
  )
  with check (
    business_id = any ((select private.businesses_allowing('block'))::uuid[])
    or staff_id = any ((select private.own_staff('block'))::uuid[])
  );
create policy time_blocks_delete on public.time_blocks for delete to authenticated
  using (
    business_id = any ((select private.businesses_allowing('block'))::uuid[])
    or staff_id = any ((select private.own_staff('block'))::uuid[])
  );

-- clients: a whole row needs both the view and the contact permission. Members who may see a client
-- but not how to reach them get the row with empty contact columns from sync_pull.
create policy clients_select on public.clients for select to authenticated
  using (
    business_id = any ((select private.businesses_with_contacts())::uuid[])
    or id = any ((select private.own_clients_with_contact())::uuid[])
  );
create policy clients_insert on public.clients for insert to authenticated
  with check (business_id = any ((select private.businesses_with_own('clients.edit'))::uuid[]));
create policy clients_update on public.clients for update to authenticated
  using (
    business_id = any ((select private.businesses_allowing('clients.edit'))::uuid[])
    or id = any ((select private.own_clients('clients.edit'))::uuid[])
  )
  with check (business_id = any ((select private.businesses_with_own('clients.edit'))::uuid[]));
-- A client whom somebody entered and somebody else serves now is not theirs to delete.
create policy clients_delete on public.clients for delete to authenticated
  using (
    business_id = any ((select private.businesses_allowing('clients.edit'))::uuid[])
    or (
      id = any ((select private.own_clients('clients.edit'))::uuid[])
      and created_by = (select auth.uid())
    )
  );

-- appointments: own = a part of it is done by me; one without parts belongs to who is making it. Whoever
-- does not see prices is told of them by sync alone, without their sums (prices.sql).
create policy appointments_select on public.appointments for select to authenticated
  using (
    business_id = any ((select private.businesses_with_prices())::uuid[])
    and (
      business_id = any ((select private.businesses_allowing('appointments.view'))::uuid[])
      or private.is_own_appointment(
        business_id, id, (select private.own_staff('appointments.view'))::uuid[])
    )
  );
-- Whoever serves a client may look at them from then on (private.own_clients), and ids of rows that
-- somebody does not see do reach their device. So nobody names a client whom they do not see.
-- An appointment opens its series to whoever serves it, so nobody puts theirs into a series that is
-- not theirs.
create policy appointments_insert on public.appointments for insert to authenticated
  with check (
    business_id = any ((select private.businesses_with_own('appointments.edit'))::uuid[])
    and (
      client_id is null
      or business_id = any ((select private.businesses_allowing('clients.view'))::uuid[])
      or client_id = any ((select private.own_clients('clients.view'))::uuid[])
    )
    and (
      series_id is null
      or business_id = any ((select private.businesses_allowing('appointments.edit'))::uuid[])
      or private.is_own_series(
        business_id, series_id, (select private.own_staff('appointments.edit'))::uuid[])
    )
  );
create policy appointments_update on public.appointments for update to authenticated
  using (
    business_id = any ((select private.businesses_allowing('appointments.edit'))::uuid[])
    or private.is_own_appointment(
      business_id, id, (select private.own_staff('appointments.edit'))::uuid[])
  )
  with check (
    business_id = any ((select private.businesses_with_own('appointments.edit'))::uuid[])
    and (
      client_id is null
      or business_id = any ((select private.businesses_allowing('clients.view'))::uuid[])
      -- The client who is there already stays, seen or not.
      or private.is_client_of(business_id, id, client_id)
      or client_id = any ((select private.own_clients('clients.view'))::uuid[])
    )
    and (
      series_id is null
      or business_id = any ((select private.businesses_allowing('appointments.edit'))::uuid[])
      or private.is_in_series(business_id, id, series_id)
      or private.is_own_series(
        business_id, series_id, (select private.own_staff('appointments.edit'))::uuid[])
    )
  );
create policy appointments_delete on public.appointments for delete to authenticated
  using (
    business_id = any ((select private.businesses_allowing('appointments.delete'))::uuid[])
    or private.is_own_appointment(
      business_id, id, (select private.own_staff('appointments.delete'))::uuid[])
  );

-- appointment_segments: who sees an appointment sees all its parts, but edits only their own, and
-- puts no part of theirs into somebody else's appointment, which would open it to them
create policy appointment_segments_select on public.appointment_segments for select to authenticated
  using (
    business_id = any ((select private.businesses_with_prices())::uuid[])
    and (
      business_id = any ((select private.businesses_allowing('appointments.view'))::uuid[])
      or staff_id = any ((select private.own_staff('appointments.view'))::uuid[])
      or private.is_own_appointment(
        business_id, appointment_id, (select private.own_staff('appointments.view'))::uuid[])
    )
  );
create policy appointment_segments_insert on public.appointment_segments for insert to authenticated
  with check (
    business_id = any ((select private.businesses_allowing('appointments.edit'))::uuid[])
    or (
      staff_id = any ((select private.own_staff('appointments.edit'))::uuid[])
      and private.is_own_appointment(
        business_id, appointment_id, (select private.own_staff('appointments.edit'))::uuid[])
    )
  );
create policy appointment_segments_update on public.appointment_segments for update to authenticated
  using (
    business_id = any ((select private.businesses_allowing('appointments.edit'))::uuid[])
    or staff_id = any ((select private.own_staff('appointments.edit'))::uuid[])
  )
  with check (
    business_id = any ((select private.businesses_allowing('appointments.edit'))::uuid[])
    or (
      staff_id = any ((select private.own_staff('appointments.edit'))::uuid[])
      and private.is_own_appointment(
        business_id, appointment_id, (select private.own_staff('appointments.edit'))::uuid[])
    )
  );
create policy appointment_segments_delete on public.appointment_segments for delete to authenticated
  using (
    business_id = any ((select private.businesses_allowing('appointments.edit'))::uuid[])
    or staff_id = any ((select private.own_staff('appointments.edit'))::uuid[])
  );

-- attention_items: what came of one's own work; all of the calendar for who edits all of it; stock below
-- nothing for who keeps the inventory; everything for who manages the settings. Made by the server,
-- answered by people. An item may hold words that were contested or refused: clinical ones stay with
-- those who may read them, contacts with those who may reach the client, whom the team calls in an
-- emergency with who manages it, and costs and suppliers with those who may know them.
create policy attention_items_select on public.attention_items for select to authenticated
  using (
    (
      (
        created_by = (select auth.uid())
        and business_id = any ((select private.my_businesses())::uuid[])
      )
      or (
        business_id = any ((select private.businesses_allowing('settings'))::uuid[])
        and case entity
          when 'client_notes'
            then business_id = any ((select private.businesses_with_clinical('clients.view'))::uuid[])
          when 'staff_contacts'
            then business_id = any ((select private.businesses_allowing('staff'))::uuid[])
          when 'form_submissions'
            then business_id = any ((select private.businesses_allowing('forms'))::uuid[])
          else true end
      )
      or (
        entity in (
          'appointments', 'appointment_segments', 'attendees', 'series', 'clients', 'time_blocks',
          'time_off')
        and business_id = any ((select private.businesses_allowing('appointments.edit'))::uuid[])
      )
      or (
        entity in ('products', 'purchase_orders') and kind = 'balance'
        and business_id = any ((select private.businesses_allowing('inventory'))::uuid[])
      )
    )
    and not private.tells_too_much(attention_items)
  );
create policy attention_items_update on public.attention_items for update to authenticated
  using (
    (
      created_by = (select auth.uid())
      and business_id = any ((select private.my_businesses())::uuid[])
    )
    or business_id = any ((select private.businesses_allowing('settings'))::uuid[])
    or (
      entity in (
        'appointments', 'appointment_segments', 'attendees', 'series', 'clients', 'time_blocks',
        'time_off')
      and business_id = any ((select private.businesses_allowing('appointments.edit'))::uuid[])
    )
    or (
      entity in ('products', 'purchase_orders') and kind = 'balance'
      and business_id = any ((select private.businesses_allowing('inventory'))::uuid[])
    )
  )
  with check (business_id = any ((select private.my_businesses())::uuid[]));

select private.grant_writes(t.name, t.operations, t.server_columns)
from (values
  ('staff_contacts', 'insert,update', '{}'::text[]),
  ('time_off', 'insert,update,delete', '{}'),
  ('time_blocks', 'insert,update,delete', '{outside_id}'),
  ('clients', 'insert,update,delete', '{email_bounced_at}'),
  ('client_notes', 'insert,update,delete', '{}'),
  ('consent_events', 'insert', '{}'),
  ('patch_tests', 'insert,update,delete', '{}'),
  ('client_photos', 'insert,update,delete', '{}'),
  ('series', 'insert,update,delete', '{}'),
  ('appointments', 'insert,update,delete', 
   '{conflict,client_moved_at,client_moved_from,fee_terms,pending_blocks_slot,deposit_due,deposit_due_at}'),
  ('appointment_segments', 'insert,update,delete', '{}'),
  ('attendees', 'insert,update', '{conflict}'),
  ('waitlist_entries', 'insert,update', '{source,expires_at,fits_at,offers}'),
  ('forms', 'insert,update', '{}'),
  ('form_versions', 'insert,delete', '{number,hash}'),
  ('form_submissions', 'insert,update', '{flags,filled_on,countersign}'),
  ('form_requests', 'insert,update,delete', '{sent_at,opened_at}'),
  (
    'attention_items', 'update',
    '{entity,entity_id,kind,mine,theirs,mutation_name,device_id}'
  )
) as t (name, operations, server_columns);

-- A member hears the pokes of the business; nobody sends on its channel but the server.
create policy business_members_listen on realtime.messages for select to authenticated
  using ((select private.may_listen(realtime.topic())));
