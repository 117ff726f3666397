-- A client's bank wants a payment back. The business answers it at the provider; here a person is told, once
-- for each turn that it takes, and what it moves is booked (dispute_entries.sql). The provider is asked how
-- it stands, so that no order of its messages matters.

create table private.payment_disputes (
  provider text not null,
  dispute_id text not null check (length(dispute_id) <= 200),
  -- What its entries are known by.
  id uuid not null default private.new_id(),
  business_id uuid not null references public.businesses (id) on delete cascade,
  payment_id uuid not null,
  state text not null check (state in ('open', 'won', 'lost')),
  amount_cents bigint not null,
  reason text not null check (length(reason) <= 60),
  answer_by timestamptz,
  noted_at timestamptz not null default now(),
  primary key (provider, dispute_id),
  foreign key (business_id, payment_id) references private.payment_intents (business_id, id)
    on delete cascade
);
create index payment_disputes_payment_id on private.payment_disputes (business_id, payment_id);
alter table private.payment_disputes enable row level security;

-- Books what a dispute has moved since the last time, and how it stands: `taken` and `fee` are all that the
-- bank and the provider have kept of it so far. While it is open and when it is lost that only grows, and
-- when it is won it only shrinks: an answer of the provider's that comes late takes nothing back.
create function private.book_dispute(
  d private.payment_disputes, appointment uuid, taken bigint, fee bigint, is_turn boolean
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  known record;
  moved bigint;
  charged bigint;
begin
  select coalesce(sum(e.amount_cents), 0) as taken, coalesce(sum(e.fee_cents), 0) as fee,
      count(*) as entries
    into known
    from public.dispute_entries e
    where e.business_id = d.business_id and e.dispute_id = d.id;
  moved := taken - known.taken;
  charged := fee - known.fee;
  if known.entries > 0 then
    moved := case d.state when 'won' then least(moved, 0) else greatest(moved, 0) end;
    charged := case d.state when 'won' then least(charged, 0) else greatest(charged, 0) end;
  end if;
  if is_turn or moved <> 0 or charged <> 0 then
    insert into public.dispute_entries (
      id, business_id, dispute_id, payment_id, appointment_id, occurred_at, state, amount_cents,
      fee_cents, answer_by)
    values (
      private.new_id(), d.business_id, d.id, d.payment_id, appointment, now(), d.state, moved, charged,
      d.answer_by);
  end if;
end
$$;

-- How a dispute stands: {id, payment_id, state, amount_cents, taken_cents, fee_cents, reason, answer_by};
-- `payee` is whose account it is about. What is decided stays decided. Codes: not_found (a payment that is
-- not ours).
create function public.note_payment_dispute(provider text, dispute jsonb, payee text) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  i private.payment_intents;
  d private.payment_disputes;
  was text;
  told constant text := dispute ->> 'state';
  facts constant jsonb := jsonb_build_object(
    'dispute', dispute ->> 'state', 'amount_cents', (dispute ->> 'amount_cents')::bigint,
    'answer_by', dispute -> 'answer_by');
begin
  select * into i from private.payment_intents x
    where x.provider = note_payment_dispute.provider
      and x.provider_id = dispute ->> 'payment_id' and x.payee = note_payment_dispute.payee;
  if not found then
    return private.refused('not_found', null);
  end if;
  perform private.lock_business(i.business_id);
  select x.state into was from private.payment_disputes x
    where x.provider = note_payment_dispute.provider and x.dispute_id = dispute ->> 'id' for update;
  if was in ('won', 'lost') and was <> told then
    return jsonb_build_object('ok', true);
  end if;
  insert into private.payment_disputes as x
    (provider, dispute_id, business_id, payment_id, state, amount_cents, reason, answer_by)
  values (
    note_payment_dispute.provider, dispute ->> 'id', i.business_id, i.id, told,
    (dispute ->> 'amount_cents')::bigint, left(dispute ->> 'reason', 60),
    (dispute ->> 'answer_by')::timestamptz)
  on conflict on constraint payment_disputes_pkey do update
    set state = excluded.state, answer_by = excluded.answer_by, noted_at = now()
  returning * into d;
  -- Only what was charged can be disputed: that message may have been overtaken.
  perform private.write_payment(
    i, i.returned_cents + i.refund_failed_cents, i.refund_failed_cents);
  perform private.book_dispute(
    d, i.appointment_id, coalesce((dispute ->> 'taken_cents')::bigint, 0),
    coalesce((dispute ->> 'fee_cents')::bigint, 0), was is distinct from told);
  if was is distinct from told then
    if told = 'lost' and i.sale_id is not null then
      perform private.lose_bill(i, d.amount_cents);
    end if;
    perform private.warn_of_money(i, facts);
  end if;
  return jsonb_build_object('ok', true);
end
$$;
revoke all on function public.note_payment_dispute(text, jsonb, text)
from public, anon, authenticated;
grant execute on function public.note_payment_dispute(text, jsonb, text) to service_role;
