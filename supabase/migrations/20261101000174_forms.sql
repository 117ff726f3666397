-- Forms: what is asked (`forms`), as it was published (`form_versions`), what was answered
-- (`form_submissions`), and whom staff have asked (`form_requests`). Made and filled in on devices, offline too, and by clients (public_forms.sql).
--
--   form          draft ──▶ published ◀──▶ archived
--   submission    needs_countersign ──▶ complete      signed by somebody of the staff
--                 any ◀──▶ void                       taken back, with the reason
--
-- A submission is sealed: it names the version by its hash, and its answers by theirs, and neither is
-- ever changed. Who may build forms changes them; who may read those of their own clients fills in for
-- them.

insert into private.role_permissions (role, permission, scope) values
  ('practitioner', 'forms', 'own');

create table public.forms (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  name text not null check (length(btrim(name)) > 0 and length(name) <= 120),
  kind text not null default 'custom'
    check (kind in ('intake', 'consent', 'consultation', 'aftercare', 'feedback', 'custom')),
  status text not null default 'draft' check (status in ('draft', 'published', 'archived')),
  -- Being written: what is wrong with it is asked when it is published.
  fields jsonb not null default '[]' check (
    jsonb_typeof(fields) = 'array' and jsonb_array_length(fields) <= 100
    and length(fields::text) <= 400000),
  -- It leads nowhere but to an empty form, and staff show it as a code: not hashed.
  public_key text not null unique check (public_key ~ '^[A-Za-z0-9_-]{22,64}$'),
  public_link_on boolean not null default false,
  wanted text not null default 'before' check (wanted in ('before', 'after', 'payment', 'manual')),
  -- Minutes before the visit, after it, or after it was paid, at which it is asked for. null = from the
  -- booking on, after it as the messages of the business say, or as soon as it is paid.
  offset_min int check (offset_min between 15 and 129600),
  service_ids uuid[] not null default '{}' check (private.is_set(service_ids, 200)),
  frequency text not null default 'once_per_version'
    check (frequency in ('once', 'once_per_version', 'every_visit', 'every_n_months')),
  every_months int not null default 12 check (every_months between 1 and 60),
  enforce text not null default 'none' check (enforce in ('none', 'warn', 'block_online')),
  countersign boolean not null default false,
  unique (business_id, id)
);
create index forms_rev on public.forms (business_id, rev);

create table public.form_versions (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  form_id uuid not null,
  number int not null default 1,
  fields jsonb not null check (private.is_form_fields(fields)),
  hash text not null default '',
  published_at timestamptz not null,
  unique (business_id, id),
  unique (business_id, form_id, number),
  foreign key (business_id, form_id) references public.forms (business_id, id)
);
create index form_versions_rev on public.form_versions (business_id, rev);

create table public.form_submissions (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  form_id uuid not null,
  version_id uuid not null,
  -- null: it came by the public link, and nobody has said yet whose it is.
  client_id uuid,
  appointment_id uuid,
  answers jsonb not null,
  flags jsonb not null default '[]',
  filled_on text not null default 'pro_device' check (filled_on in ('client_device', 'pro_device')),
  version_hash text not null,
  content_hash text not null,
  -- What it corrects: that one is void since then.
  supersedes uuid,
  -- Whether staff sign it as well: as the form said when it was filled in.
  countersign boolean not null default false,
  state text not null default 'complete' check (state in ('needs_countersign', 'complete', 'void')),
  void_reason text check (length(btrim(void_reason)) > 0 and length(void_reason) <= 500),
  submitted_at timestamptz not null,
  -- When staff decided what of it goes into the client's record.
  reviewed_at timestamptz,
  countersignature jsonb check (
    countersignature is null or private.broken_signature(countersignature) is null),
  countersigned_by text check (length(countersigned_by) <= 254),
  countersigned_at timestamptz,
  constraint form_submissions_void check ((state = 'void') = (void_reason is not null)),
  constraint form_submissions_countersigned check (
    (countersignature is null) = (countersigned_at is null)
    and (countersignature is null) = (countersigned_by is null)
    and (state <> 'needs_countersign' or countersignature is null)),
  unique (business_id, id),
  foreign key (business_id, form_id) references public.forms (business_id, id),
  foreign key (business_id, version_id) references public.form_versions (business_id, id),
  foreign key (business_id, client_id) references public.clients (business_id, id) on delete cascade,
  foreign key (business_id, appointment_id) references public.appointments (business_id, id)
    on delete set null (appointment_id),
  foreign key (business_id, supersedes) references public.form_submissions (business_id, id)
    on delete set null (supersedes)
);
create index form_submissions_rev on public.form_submissions (business_id, rev);
create index form_submissions_form_id on public.form_submissions (business_id, form_id);
create index form_submissions_version_id on public.form_submissions (business_id, version_id);
create index form_submissions_client_id on public.form_submissions (business_id, client_id);
create index form_submissions_appointment_id on public.form_submissions (business_id, appointment_id)
  where appointment_id is not null;
create index form_submissions_supersedes on public.form_submissions (business_id, supersedes)
  where supersedes is not null;

-- Staff ask a client to fill one in, before a visit or at any time: once for each form, visit and client
-- (their ids are made from those), and again by a later `asked_at`. Where only a mail about the visit led
-- to the form there is one as well, for what became of that (form_traces.sql).
create table public.form_requests (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  form_id uuid not null,
  client_id uuid not null,
  appointment_id uuid,
  -- phone: whoever asked sent it from theirs.
  channel text not null check (channel in ('email', 'phone')),
  -- By hand; null = nobody asked, a mail about the visit did.
  asked_at timestamptz,
  -- When a mail with its link was last handed to the provider, and when its page was last shown first.
  sent_at timestamptz,
  opened_at timestamptz,
  unique (business_id, id),
  foreign key (business_id, form_id) references public.forms (business_id, id),
  foreign key (business_id, client_id) references public.clients (business_id, id) on delete cascade,
  foreign key (business_id, appointment_id) references public.appointments (business_id, id)
    on delete cascade
);
create index form_requests_rev on public.form_requests (business_id, rev);
create index form_requests_form_id on public.form_requests (business_id, form_id);
create index form_requests_client_id on public.form_requests (business_id, client_id);
create index form_requests_appointment_id on public.form_requests (business_id, appointment_id)
  where appointment_id is not null;

-- Forms after services, submissions after whoever waits.
select private.sync_table(t.name, t.position)
from (values ('forms', 163), ('form_versions', 164), ('form_submissions', 198),
  ('form_requests', 199)) t (name, position);

-- The files before this one have closed all tables that they knew.
do $$
declare
  name text;
begin
  foreach name in array array['forms', 'form_versions', 'form_submissions', 'form_requests'] loop
    execute format('alter table public.%I enable row level security', name);
    execute format('revoke all on public.%I from public, anon, authenticated', name);
    execute format('grant all on public.%I to service_role', name);
    execute format('grant select on public.%I to authenticated', name);
  end loop;
end
$$;

create policy forms_select on public.forms for select to authenticated
  using (business_id = any ((select private.my_businesses())::uuid[]));
create policy forms_insert on public.forms for insert to authenticated
  with check (business_id = any ((select private.businesses_allowing('forms'))::uuid[]));
create policy forms_update on public.forms for update to authenticated
  using (business_id = any ((select private.businesses_allowing('forms'))::uuid[]))
  with check (business_id = any ((select private.businesses_allowing('forms'))::uuid[]));

create policy form_versions_select on public.form_versions for select to authenticated
  using (business_id = any ((select private.my_businesses())::uuid[]));
create policy form_versions_insert on public.form_versions for insert to authenticated
  with check (business_id = any ((select private.businesses_allowing('forms'))::uuid[]));
-- Publishing is taken back as long as nobody has answered: the submissions' key holds the version.
create policy form_versions_delete on public.form_versions for delete to authenticated
  using (business_id = any ((select private.businesses_allowing('forms'))::uuid[]));

create policy form_submissions_select on public.form_submissions for select to authenticated
  using (
    business_id = any ((select private.businesses_allowing('forms'))::uuid[])
    or client_id = any ((select private.own_clients('forms'))::uuid[])
  );
create policy form_submissions_insert on public.form_submissions for insert to authenticated
  with check (
    business_id = any ((select private.businesses_allowing('forms'))::uuid[])
    or client_id = any ((select private.own_clients('forms'))::uuid[])
  );
create policy form_submissions_update on public.form_submissions for update to authenticated
  using (
    business_id = any ((select private.businesses_allowing('forms'))::uuid[])
    or client_id = any ((select private.own_clients('forms'))::uuid[])
  )
  with check (
    business_id = any ((select private.businesses_allowing('forms'))::uuid[])
    or client_id = any ((select private.own_clients('forms'))::uuid[])
  );

create policy form_requests_select on public.form_requests for select to authenticated
  using (
    business_id = any ((select private.businesses_allowing('forms'))::uuid[])
    or client_id = any ((select private.own_clients('forms'))::uuid[])
  );
create policy form_requests_insert on public.form_requests for insert to authenticated
  with check (
    business_id = any ((select private.businesses_allowing('forms'))::uuid[])
    or client_id = any ((select private.own_clients('forms'))::uuid[])
  );
create policy form_requests_update on public.form_requests for update to authenticated
  using (
    business_id = any ((select private.businesses_allowing('forms'))::uuid[])
    or client_id = any ((select private.own_clients('forms'))::uuid[])
  )
  with check (
    business_id = any ((select private.businesses_allowing('forms'))::uuid[])
    or client_id = any ((select private.own_clients('forms'))::uuid[])
  );
create policy form_requests_delete on public.form_requests for delete to authenticated
  using (
    business_id = any ((select private.businesses_allowing('forms'))::uuid[])
    or client_id = any ((select private.own_clients('forms'))::uuid[])
  );

-- SHA-256 of a value as json-text.ts writes it on devices.
create function private.json_hash(value jsonb) returns text
language sql immutable
as $$
  select encode(sha256(convert_to(value::text, 'UTF8')), 'hex')
$$;

-- Two devices may publish offline: the later one to arrive is the newer version.
create function private.number_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.hash := private.json_hash(new.fields);
  new.number := 1 + coalesce((
    select max(v.number) from public.form_versions v
    where v.business_id = new.business_id and v.form_id = new.form_id), 0);
  return new;
end
$$;
create trigger b_number before insert on public.form_versions
  for each row execute function private.number_version();

-- What comes in is what the version asks for, whoever brings it.
create function private.seal_submission() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  version public.form_versions;
  checked jsonb;
begin
  select * into version from public.form_versions v
    where v.business_id = new.business_id and v.id = new.version_id and v.form_id = new.form_id;
  if not found or version.hash <> new.version_hash then
    perform private.refuse('invalid', 'version_id');
  end if;
  checked := private.check_answers(version.fields, new.answers);
  if checked -> 'issues' <> '[]' or checked -> 'answers' is distinct from new.answers then
    perform private.refuse('invalid', 'answers');
  elsif new.content_hash is distinct from private.json_hash(jsonb_build_object(
    'answers', new.answers, 'version_hash', new.version_hash)) then
    perform private.refuse('invalid', 'content_hash');
  elsif new.supersedes is not null and not exists (
    select from public.form_submissions s
    where s.business_id = new.business_id and s.id = new.supersedes and s.form_id = new.form_id
  ) then
    perform private.refuse('invalid', 'supersedes');
  end if;
  new.flags := checked -> 'flags';
  new.void_reason := null;
  new.countersignature := null;
  new.countersigned_at := null;
  new.countersigned_by := null;
  new.countersign := (
    select f.countersign from public.forms f
    where f.business_id = new.business_id and f.id = new.form_id);
  new.state := case when new.countersign then 'needs_countersign' else 'complete' end;
  return new;
end
$$;
create trigger b_seal before insert on public.form_submissions
  for each row execute function private.seal_submission();

-- Sealed is sealed. It may still become somebody's, be looked through, be countersigned once, and be void.
-- Asked after the keys to other rows.
create function private.keep_sealed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (new.form_id, new.version_id, new.answers, new.flags, new.filled_on, new.version_hash,
      new.content_hash, new.countersign, new.submitted_at)
    is distinct from
    (old.form_id, old.version_id, old.answers, old.flags, old.filled_on, old.version_hash,
      old.content_hash, old.countersign, old.submitted_at) then
    perform private.refuse('not_allowed', 'answers');
  elsif old.countersignature is not null and (
    new.countersignature, new.countersigned_at, new.countersigned_by)
    is distinct from (old.countersignature, old.countersigned_at, old.countersigned_by) then
    perform private.refuse('not_allowed', 'countersignature');
  -- Also where it was void in between.
  elsif new.state <> 'void' and (new.state = 'needs_countersign')
    <> (new.countersign and new.countersignature is null) then
    perform private.refuse('illegal_transition', 'state');
  elsif new.appointment_id is distinct from old.appointment_id and new.appointment_id is not null then
    perform private.refuse('not_allowed', 'appointment_id');
  elsif new.supersedes is distinct from old.supersedes and new.supersedes is not null then
    perform private.refuse('not_allowed', 'supersedes');
  end if;
  return null;
end
$$;
create trigger z_keep_sealed after update on public.form_submissions
  for each row execute function private.keep_sealed();
