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

-- A day that somebody has closed: what it came to then, and whose sales were not all there yet. Devices
-- without a connection may each close one, and sales may come later: nothing is refused for that, and
-- the day says what came since (src/domain/checkout/day-close.ts).
create table public.day_closes (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  occurred_at timestamptz not null,
  on_day date not null,
  sales int not null check (sales >= 0),
  taken_cents bigint not null,
  back_cents bigint not null check (back_cents >= 0),
  tip_cents bigint not null check (tip_cents >= 0),
  due_cents bigint not null check (due_cents >= 0),
  -- The letters on receipts of devices that may have sales which are not here.
  waiting_for text[] not null default '{}' check (cardinality(waiting_for) <= 100),
  note text check (length(btrim(note)) between 1 and 500),
  unique (business_id, id)
);
create index day_closes_rev on public.day_closes (business_id, rev);
select private.sync_table('day_closes', 262);

alter table public.day_closes enable row level security;
revoke all on public.day_closes from public, anon, authenticated;
grant all on public.day_closes to service_role;
grant select on public.day_closes to authenticated;
create policy day_closes_select on public.day_closes for select to authenticated using (
  business_id = any ((select private.businesses_allowing('drawer'))::uuid[]));
create policy day_closes_insert on public.day_closes for insert to authenticated with check (
  business_id = any ((select private.businesses_allowing('drawer'))::uuid[]));
select private.grant_writes('day_closes', 'insert', '{}');
