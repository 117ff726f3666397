-- Texts that were handed to the messages of a phone, which alone knows whether they were sent: a line in the
-- log of the client, also without a connection. What they said is not kept.

create table public.handed_texts (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  client_id uuid not null,
  appointment_id uuid,
  -- The message that it was made from.
  kind text not null check (length(kind) between 1 and 40),
  channel text not null check (channel in ('sms', 'email')),
  author_name text not null default '' check (length(author_name) <= 254),
  at timestamptz not null,
  unique (business_id, id),
  foreign key (business_id, client_id) references public.clients (business_id, id)
    on delete cascade,
  foreign key (business_id, appointment_id) references public.appointments (business_id, id)
    on delete set null (appointment_id)
);
create index handed_texts_client_id on public.handed_texts (business_id, client_id);
create index handed_texts_appointment_id on public.handed_texts (business_id, appointment_id)
  where appointment_id is not null;
create index handed_texts_rev on public.handed_texts (business_id, rev);

select private.sync_table('handed_texts', 196);

-- Who sees a client may write to them, and sees who else has.
do $$
declare
  sees constant text := $sql$
    business_id = any ((select private.businesses_allowing('clients.view'))::uuid[])
    or client_id = any ((select private.own_clients('clients.view'))::uuid[]) $sql$;
begin
  perform private.client_policy('handed_texts', 'select', sees);
  perform private.client_policy('handed_texts', 'insert', sees);
end
$$;

alter table public.handed_texts enable row level security;
revoke all on public.handed_texts from public, anon, authenticated;
grant all on public.handed_texts to service_role;
grant select on public.handed_texts to authenticated;
select private.grant_writes('handed_texts', 'insert', '{}');
