-- What can only be a mistake of ours or somebody's attempt: a message about a payment that names another account,
-- or a provider that says another amount. It has no effect, is warned of in the log at once, and stays
-- in the list of what is not sound (accounting.sql), where the daily look finds it.

create table private.payment_alarms (
  business_id uuid not null references public.businesses (id) on delete cascade,
  payment_id uuid not null,
  fault text not null check (fault in ('other_account', 'other_amount')),
  times int not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (business_id, payment_id, fault),
  foreign key (business_id, payment_id) references private.payment_intents (business_id, id)
    on delete cascade
);
alter table private.payment_alarms enable row level security;

create function private.raise_payment_alarm(i private.payment_intents, fault text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  raise warning 'payment %: %', i.id, raise_payment_alarm.fault;
  insert into private.payment_alarms as a (business_id, payment_id, fault)
    values (i.business_id, i.id, raise_payment_alarm.fault)
    on conflict on constraint payment_alarms_pkey do update
      set times = a.times + 1, last_at = now();
end
$$;
revoke all on function private.raise_payment_alarm(private.payment_intents, text) from public;
