-- The cash drawer: a ledger of what is done with it beside sales. Devices without a connection may each
-- open or count it, so nothing is refused for that and nothing points at anything: a shift is what lies
-- between an opening and the next count, by the clocks of the devices. src/domain/checkout/drawer.ts
-- lays the shifts out; cash of sales counts by the moment at which it moved.
create table public.drawer_events (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  occurred_at timestamptz not null,
  kind text not null check (kind in ('open', 'paid_in', 'paid_out', 'no_sale', 'close')),
  -- What lies in it when it is opened or counted; what was put in or taken out.
  amount_cents bigint not null check (amount_cents between 0 and 10000000000),
  note text check (length(btrim(note)) between 1 and 500),
  constraint drawer_events_amount_cents_of_kind check (
    case kind
      when 'no_sale' then amount_cents = 0
      when 'paid_in' then amount_cents > 0
      when 'paid_out' then amount_cents > 0
      else true
    end),
  constraint drawer_events_note_of_kind
    check (kind not in ('paid_in', 'paid_out') or note is not null),
  unique (business_id, id)
);
create index drawer_events_rev on public.drawer_events (business_id, rev);
select private.sync_table('drawer_events', 260);

alter table public.drawer_events enable row level security;
revoke all on public.drawer_events from public, anon, authenticated;
grant all on public.drawer_events to service_role;
grant select on public.drawer_events to authenticated;
create policy drawer_events_select on public.drawer_events for select to authenticated using (
  business_id = any ((select private.businesses_allowing('drawer'))::uuid[]));
create policy drawer_events_insert on public.drawer_events for insert to authenticated with check (
  business_id = any ((select private.businesses_allowing('drawer'))::uuid[]));
select private.grant_writes('drawer_events', 'insert', '{}');
