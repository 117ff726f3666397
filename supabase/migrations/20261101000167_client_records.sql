-- What is kept about a client beside the row itself: notes, consents, patch tests.
--
-- Whoever sees the client sees them, with one exception: notes of the kind `clinical` need the
-- permission clients.clinical besides, and never reach a device whose person does not hold it. What
-- its author keeps to themself (`author_only`) reaches nobody else but the owner of the business, who
-- has to hand out everything that is kept about a client when the client asks for it.

insert into private.role_permissions (role, permission, scope) values
  ('owner', 'clients.clinical', 'all'),
  ('manager', 'clients.clinical', 'all'),
  ('practitioner', 'clients.clinical', 'own');

create table public.client_notes (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  client_id uuid not null,
  kind text not null default 'general' check (kind in ('general', 'alert', 'formula', 'clinical')),
  body text not null check (length(btrim(body)) > 0 and length(body) <= 5000),
  pinned boolean not null default false,
  appointment_id uuid,
  -- final = locked: what is added later is an addendum.
  status text not null default 'draft' check (status in ('draft', 'final')),
  addendum_of uuid,
  author_only boolean not null default false,
  -- Both survive that a deleted note is put back by somebody else.
  author_name text not null default '' check (length(author_name) <= 254),
  noted_at timestamptz not null,
  constraint client_notes_status_of_clinical check (kind = 'clinical' or status = 'draft'),
  constraint client_notes_author_only_of_clinical check (kind = 'clinical' or not author_only),
  constraint client_notes_addendum_of_other check (addendum_of <> id),
  unique (business_id, id),
  foreign key (business_id, client_id) references public.clients (business_id, id)
    on delete cascade,
  foreign key (business_id, appointment_id) references public.appointments (business_id, id)
    on delete set null (appointment_id),
  foreign key (business_id, addendum_of) references public.client_notes (business_id, id)
    on delete set null (addendum_of)
);
create index client_notes_client_id on public.client_notes (business_id, client_id);
create index client_notes_kind on public.client_notes (business_id, kind);
create index client_notes_status on public.client_notes (business_id, status);
create index client_notes_author_only on public.client_notes (business_id, author_only)
  where author_only;
create index client_notes_created_by on public.client_notes (business_id, created_by)
  where author_only;
create index client_notes_appointment_id on public.client_notes (business_id, appointment_id)
  where appointment_id is not null;
create index client_notes_addendum_of on public.client_notes (business_id, addendum_of)
  where addendum_of is not null;
create index client_notes_rev on public.client_notes (business_id, rev);

-- A ledger: what is true now is the last event of a purpose and channel.
create table public.consent_events (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  client_id uuid not null,
  purpose text not null check (purpose in ('reminders', 'marketing', 'photos')),
  -- null: the purpose has no channels (photos).
  channel text check (channel in ('email', 'sms', 'call', 'post')),
  state text not null check (state in ('granted', 'denied', 'withdrawn')),
  source text not null check (source in ('in_person', 'phone', 'email', 'form', 'online', 'import')),
  text_version text not null default '' check (length(text_version) <= 60),
  wording text check (length(wording) <= 5000),
  author_name text not null default '' check (length(author_name) <= 254),
  at timestamptz not null,
  constraint consent_events_channel_of_purpose check ((purpose = 'photos') = (channel is null)),
  unique (business_id, id),
  foreign key (business_id, client_id) references public.clients (business_id, id)
    on delete cascade
);
create index consent_events_client_id on public.consent_events (business_id, client_id);
create index consent_events_rev on public.consent_events (business_id, rev);

create table public.patch_tests (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  client_id uuid not null,
  -- null: counts for every service that asks for a test.
  service_id uuid,
  product text not null check (length(btrim(product)) > 0 and length(product) <= 200),
  batch text check (length(batch) <= 60),
  performed_at timestamptz not null,
  author_name text not null default '' check (length(author_name) <= 254),
  result text not null default 'pending' check (result in ('pending', 'passed', 'failed')),
  expires_on date not null,
  unique (business_id, id),
  foreign key (business_id, client_id) references public.clients (business_id, id)
    on delete cascade,
  foreign key (business_id, service_id) references public.services (business_id, id)
    on delete set null (service_id)
);
create index patch_tests_client_id on public.patch_tests (business_id, client_id);
create index patch_tests_service_id on public.patch_tests (business_id, service_id)
  where service_id is not null;
create index patch_tests_rev on public.patch_tests (business_id, rev);

select private.sync_table(t.name, t.position)
from (values ('client_notes', 191), ('consent_events', 192), ('patch_tests', 193)) t (name, position);

-- Of two permissions the narrower one counts: clinical notes of clients whom one sees, or edits.
create function private.businesses_with_clinical(permission text) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select unnest(private.businesses_allowing(permission))
    intersect
    select unnest(private.businesses_allowing('clients.clinical')));
end
$$;

create function private.own_clients_with_clinical(permission text) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select unnest(private.own_clients(permission))
    intersect
    select unnest(private.own_clients('clients.clinical')));
end
$$;

-- Rows that belong to a client are seen and edited by whoever may see and edit the client.
create function private.client_policy(table_name text, command text, condition text) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('create policy %I on public.%I for %s to authenticated %s %s',
    table_name || '_' || command, table_name, command,
    case when command <> 'insert' then 'using (' || condition || ')' end,
    case when command in ('insert', 'update') then 'with check (' || condition || ')' end);
end
$$;

do $$
declare
  sees constant text := $sql$
    business_id = any ((select private.businesses_allowing('clients.view'))::uuid[])
    or client_id = any ((select private.own_clients('clients.view'))::uuid[]) $sql$;
  edits constant text := $sql$
    business_id = any ((select private.businesses_allowing('clients.edit'))::uuid[])
    or client_id = any ((select private.own_clients('clients.edit'))::uuid[]) $sql$;
  -- Clinical notes need their own permission besides, and those of one author that author.
  mine constant text := $sql$
    (not author_only or created_by = (select auth.uid())
      or business_id = any ((select private.owned_businesses())::uuid[])) and $sql$;
  sees_note constant text := $sql$
    case when kind = 'clinical' then $sql$ || mine || $sql$ (
      business_id = any ((select private.businesses_with_clinical('clients.view'))::uuid[])
      or client_id = any ((select private.own_clients_with_clinical('clients.view'))::uuid[]))
    else $sql$ || sees || ' end';
  edits_note constant text := $sql$
    case when kind = 'clinical' then $sql$ || mine || $sql$ (
      business_id = any ((select private.businesses_with_clinical('clients.edit'))::uuid[])
      or client_id = any ((select private.own_clients_with_clinical('clients.edit'))::uuid[]))
    else $sql$ || edits || ' end';
begin
  perform private.client_policy('client_notes', 'select', sees_note);
  perform private.client_policy('client_notes', 'insert', edits_note);
  perform private.client_policy('client_notes', 'update', edits_note);
  -- What is final stays.
  perform private.client_policy('client_notes', 'delete',
    $sql$status <> 'final' and $sql$ || edits_note);
  -- A ledger is only ever added to.
  perform private.client_policy('consent_events', 'select', sees);
  perform private.client_policy('consent_events', 'insert', edits);
  perform private.client_policy('patch_tests', 'select', sees);
  perform private.client_policy('patch_tests', 'insert', edits);
  perform private.client_policy('patch_tests', 'update', edits);
  perform private.client_policy('patch_tests', 'delete', edits);
end
$$;

-- A final note may be pinned, and follows its client when two records become one. Its words stay.
create function private.guard_final_note() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (new.kind, new.body, new.status, new.addendum_of, new.author_name, new.noted_at)
    is distinct from
    (old.kind, old.body, old.status, old.addendum_of, old.author_name, old.noted_at) then
    perform private.refuse('not_allowed', 'body');
  end if;
  return new;
end
$$;
create trigger guard_final_note before update on public.client_notes
  for each row when (old.status = 'final') execute function private.guard_final_note();

-- Whoever may look at a client only now has never received what is kept about them: it is sent
-- again, and with it the questions about them. Whoever may no longer look is told in the same way.
create function private.resend_records(ids uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Of those who came with this very transaction, as nearly all who book for the first time, nothing is older.
  if not exists (
    select from public.clients c
    where c.id = any (ids)
      and (c.created_at <> now() or c.rev is distinct from private.held_rev(c.business_id))
  ) then
    return;
  end if;
  update public.client_notes r set rev = -1
    from public.clients c
    where c.id = any (ids) and r.business_id = c.business_id and r.client_id = c.id
      and r.rev <> private.held_rev(r.business_id);
  update public.consent_events r set rev = -1
    from public.clients c
    where c.id = any (ids) and r.business_id = c.business_id and r.client_id = c.id
      and r.rev <> private.held_rev(r.business_id);
  update public.patch_tests r set rev = -1
    from public.clients c
    where c.id = any (ids) and r.business_id = c.business_id and r.client_id = c.id
      and r.rev <> private.held_rev(r.business_id);
  update public.client_photos r set rev = -1
    from public.clients c
    where c.id = any (ids) and r.business_id = c.business_id and r.client_id = c.id
      and r.rev <> private.held_rev(r.business_id);
  update public.form_submissions r set rev = -1
    from public.clients c
    where c.id = any (ids) and r.business_id = c.business_id and r.client_id = c.id
      and r.rev <> private.held_rev(r.business_id);
  update public.form_requests r set rev = -1
    from public.clients c
    where c.id = any (ids) and r.business_id = c.business_id and r.client_id = c.id
      and r.rev <> private.held_rev(r.business_id);
  update public.handed_texts r set rev = -1
    from public.clients c
    where c.id = any (ids) and r.business_id = c.business_id and r.client_id = c.id
      and r.rev <> private.held_rev(r.business_id);
  update public.attention_items r set rev = -1
    from public.clients c
    where c.id = any (ids) and r.business_id = c.business_id and r.entity = 'clients'
      and r.entity_id = c.id and r.rev <> private.held_rev(r.business_id);
end
$$;

create function private.note_preferred_staff() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.resend_records(array[new.id]);
  return null;
end
$$;
create trigger note_preferred_staff after update of preferred_staff_id on public.clients
  for each row when (old.preferred_staff_id is distinct from new.preferred_staff_id)
  execute function private.note_preferred_staff();

-- A client who becomes somebody's own: private.client_staff remembers the pair.
create function private.note_new_pairs() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.resend_records(array(select distinct p.client_id from pairs p));
  return null;
end
$$;
create trigger note_new_pairs after insert on private.client_staff
  referencing new table as pairs
  for each statement execute function private.note_new_pairs();

grant execute on function
  private.businesses_with_clinical(text), private.own_clients_with_clinical(text)
to authenticated, service_role;
