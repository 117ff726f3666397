-- A client's bank wants a payment back. The business answers it at the provider; here a person is told, once
-- for each turn that it takes. The provider is asked how it stands, so that no order of its messages matters.

create table private.payment_disputes (
  provider text not null,
  dispute_id text not null check (length(dispute_id) <= 200),
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

-- How a dispute stands: {id, payment_id, state, amount_cents, reason, answer_by}; `payee` is whose account
-- it is about. What is decided stays decided. Codes: not_found (a payment that is not ours).
create function public.note_payment_dispute(provider text, dispute jsonb, payee text) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  i private.payment_intents;
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
  select d.state into was from private.payment_disputes d
    where d.provider = note_payment_dispute.provider and d.dispute_id = dispute ->> 'id' for update;
  if was = told or was in ('won', 'lost') then
    return jsonb_build_object('ok', true);
  end if;
  insert into private.payment_disputes as d
    (provider, dispute_id, business_id, payment_id, state, amount_cents, reason, answer_by)
  values (
    note_payment_dispute.provider, dispute ->> 'id', i.business_id, i.id, told,
    (dispute ->> 'amount_cents')::bigint, left(dispute ->> 'reason', 60),
    (dispute ->> 'answer_by')::timestamptz)
  on conflict on constraint payment_disputes_pkey do update
    set state = excluded.state, answer_by = excluded.answer_by, noted_at = now();
  if i.appointment_id is not null then
    perform private.raise_attention(
      i.business_id, 'appointments', i.appointment_id, 'balance', facts, '{}');
  end if;
  perform private.warn_of_gift_card(i, facts);
  return jsonb_build_object('ok', true);
end
$$;
revoke all on function public.note_payment_dispute(text, jsonb, text)
from public, anon, authenticated;
grant execute on function public.note_payment_dispute(text, jsonb, text) to service_role;
