-- Whoever has stolen card numbers tries them out where anybody may pay. How many payments one network and one
-- held time may begin is limited (public_guard.sql); here is what one mail address may begin, and what a
-- business asks for when many payments in a row come to nothing: not no, but some work of the browser,
-- which a client hardly notices and a machine pays for each time. supabase/decisions/0043 says why.

create index payment_intents_begun on private.payment_intents (business_id, created_at);

insert into private.rate_rules (bucket, most, per) values ('pay:email', 10, '1 hour');

-- How much work the next payment of a business needs: so many zero bits; 0 = none. Counted are payments of
-- the last ten minutes that strangers have begun and not paid: declined, left, or still open.
create function private.work_asked(business uuid) returns int
language plpgsql stable security definer set search_path = ''
as $$
declare
  free constant int := 15;
  unpaid int;
begin
  select count(*) into unpaid
    from private.payment_intents i
    where i.business_id = business and i.created_at > now() - interval '10 minutes'
      and i.purpose in ('booking', 'gift_card')
      and (i.decline is not null or i.state in ('created', 'open', 'cancelled'));
  -- 65,000 hashes at first, a million at most: from a blink to some seconds of a phone.
  return case when unpaid < free then 0 else least(20, 16 + (unpaid - free) / 10) end;
end
$$;

-- Whether SHA-256 of `op_id:work` begins with so many zero bits (src/features/booking/do-work.ts). An id is one
-- payment, so that no work is done for two.
create function private.is_work_done(op_id uuid, work text, bits int) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(length(work) <= 20 and (
    'x' || encode(substr(sha256(convert_to(op_id::text || ':' || work, 'UTF8')), 1, 4), 'hex')
  )::bit(32)::bigint < 1::bigint << (32 - bits), false)
$$;

-- Before a payment is begun. Refusals: captcha_failed (the field says how many bits), rate_limited.
create function private.check_payer(business uuid, op_id uuid, email text, work text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  bits constant int := private.work_asked(business);
begin
  if bits > 0 and not private.is_work_done(check_payer.op_id, check_payer.work, bits) then
    perform private.refuse('captcha_failed', bits::text);
  elsif not private.take_ticket(
    'pay:email', business::text || ' ' || lower(btrim(check_payer.email))) then
    perform private.refuse('rate_limited');
  end if;
end
$$;

revoke all on function
  private.work_asked(uuid), private.is_work_done(uuid, text, int),
  private.check_payer(uuid, uuid, text, text)
from public;
