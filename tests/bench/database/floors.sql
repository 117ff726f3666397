-- The least that the database needs for the same rows: no rule is asked, no trigger runs
-- (session_replication_role = replica), nothing is looked up but the row that is copied.
create schema bench;

-- What one booking leaves behind, copied from one that is there.
create function bench.raw_booking(from_appointment uuid, later interval) returns void
language plpgsql as $$
declare
  c public.clients;
  a public.appointments;
  s public.appointment_segments;
  k private.client_staff;
  b private.busy_segments;
  t private.public_tokens;
  m private.mail_outbox;
begin
  select * into a from public.appointments x where x.id = from_appointment;
  select * into s from public.appointment_segments x
    where x.business_id = a.business_id and x.appointment_id = a.id;
  select * into c from public.clients x where x.id = a.client_id;
  select * into t from private.public_tokens x
    where x.business_id = a.business_id and x.subject_id = a.id;
  select * into m from private.mail_outbox x where x.data #>> '{appointment,id}' = a.id::text;
  update private.business_clock x set rev = x.rev + 1
    where x.business_id = a.business_id returning x.rev into a.rev;
  c.id := gen_random_uuid(); c.email := c.id || '@example.com'; c.rev := a.rev;
  insert into public.clients values (c.*);
  a.id := gen_random_uuid(); a.client_id := c.id; a.starts_at := a.starts_at + later;
  a.ends_at := a.ends_at + later;
  insert into public.appointments values (a.*);
  s.id := gen_random_uuid(); s.appointment_id := a.id; s.starts_at := a.starts_at; s.rev := a.rev;
  s.ends_at := a.ends_at;
  insert into public.appointment_segments values (s.*);
  insert into private.busy_segments (business_id, owner_id, during, appointment_id)
    values (a.business_id, s.staff_id, tstzrange(a.starts_at, a.ends_at), a.id)
    on conflict do nothing;
  insert into private.client_staff values (a.business_id, c.id, s.staff_id);
  t.token_hash := sha256(a.id::text::bytea); t.subject_id := a.id;
  insert into private.public_tokens values (t.*);
  m.id := gen_random_uuid();
  m.data := jsonb_set(m.data, '{appointment,id}', to_jsonb(a.id));
  insert into private.mail_outbox values (m.*);
  insert into private.op_answers (asker, op_id, answer)
    values ('bench', a.id, jsonb_build_object('ok', true, 'appointment', to_jsonb(a)));
  insert into private.rate_limits (bucket, key_hash, window_start)
    values ('bench', t.token_hash, now());
end
$$;

-- What one pushed edit of a client leaves behind.
create function bench.raw_edits(ids uuid[], device uuid, first_seq bigint) returns void
language plpgsql as $$
declare
  business uuid;
  new_rev bigint;
begin
  select c.business_id into business from public.clients c where c.id = ids[1];
  update private.business_clock x set rev = x.rev + 1
    where x.business_id = business returning x.rev into new_rev;
  for n in 1 .. cardinality(ids) loop
    update public.clients c set alert_note = 'note ' || n, rev = new_rev, updated_at = now()
      where c.business_id = business and c.id = ids[n];
    insert into private.row_changes (business_id, rev, table_name, row_id, fields, client_id)
      values (business, new_rev, 'clients', ids[n], '{alert_note}', device);
    insert into private.mutation_log
      (business_id, mutation_id, client_id, seq, name, at, base_rev, ops, status, rev)
      values (business, gen_random_uuid(), device, first_seq + n, 'client.edit', now(), 1,
        jsonb_build_array(jsonb_build_object('table', 'clients', 'id', ids[n], 'op', 'patch',
          'value', jsonb_build_object('alert_note', 'note ' || n))), 'applied', new_rev);
  end loop;
end
$$;
