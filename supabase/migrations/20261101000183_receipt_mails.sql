-- Receipts that are to be sent to their clients by mail: asked for on a device, also without a connection,
-- and written by the server when it hears of it (receipt_mail.sql).

create table public.receipt_mails (
  id uuid primary key,
  business_id uuid not null references public.businesses (id) on delete cascade,
  rev bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  sale_id uuid not null,
  asked_at timestamptz not null,
  unique (business_id, id),
  foreign key (business_id, sale_id) references public.sales (business_id, id) on delete cascade
);
create index receipt_mails_rev on public.receipt_mails (business_id, rev);
create index receipt_mails_sale_id on public.receipt_mails (business_id, sale_id);

select private.sync_table('receipt_mails', 255);

alter table public.receipt_mails enable row level security;
revoke all on public.receipt_mails from public, anon, authenticated;
grant all on public.receipt_mails to service_role;
grant select on public.receipt_mails to authenticated;
-- It goes to nobody but the client of the sale.
create policy receipt_mails_select on public.receipt_mails for select to authenticated
  using (business_id = any ((select private.businesses_with_own('checkout'))::uuid[]));
create policy receipt_mails_insert on public.receipt_mails for insert to authenticated
  with check (business_id = any ((select private.businesses_with_own('checkout'))::uuid[]));
select private.grant_writes('receipt_mails', 'insert', '{}');
