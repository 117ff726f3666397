-- What becomes of the mail that has the code of a gift card (gift_card_sales.sql).

-- Gone out, the code is kept by who got it, and here there is its hash alone.
create function private.forget_sent_code() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.data := new.data - 'code';
  return new;
end
$$;
create trigger b_forget_sent_code before update of state on private.mail_outbox
  for each row when (new.state = 'sent' and new.kind = 'gift_card')
  execute function private.forget_sent_code();

-- A card that was taken back before its day is not sent; one of which a part was is worth the rest.
create function private.cancel_gift_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  balance constant bigint := private.gift_balance(new.business_id, new.card_id);
begin
  update private.mail_outbox m
    set state = case when balance > 0 then m.state else 'cancelled' end,
      last_error = case when balance > 0 then m.last_error else 'changed' end,
      data = jsonb_set(m.data, '{cents}', to_jsonb(balance))
    where m.business_id = new.business_id and m.kind = 'gift_card' and m.state = 'queued'
      and m.data ->> 'card_id' = new.card_id::text;
  return null;
end
$$;
create trigger z_cancel_gift_mail after insert on public.gift_activities
  for each row when (new.kind = 'deactivate') execute function private.cancel_gift_mail();

revoke all on function private.forget_sent_code(), private.cancel_gift_mail() from public;
