-- The link to a bill (bills.sql) by mail, when somebody asks for it: once for each asking, however often it is sent.
-- What the sale says then stands in it; its page says how it stands when it is opened. Answers whether it goes out:
-- not without an address, nor to one that mail came back from.
create function private.mail_bill(
  s public.sales, token text, due bigint, op_id uuid
) returns boolean
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  b public.businesses;
  c public.clients;
  data jsonb;
begin
  perform private.lock_business(s.business_id);
  select * into c from public.clients x
    where x.business_id = s.business_id and x.id = coalesce(s.payer_id, s.client_id);
  if c.id is null then
    return false;
  end if;
  data := private.client_mail_data(c, null);
  if data ->> 'email' is null then
    return false;
  end if;
  select * into b from public.businesses x where x.id = s.business_id;
  if not exists (
    select from private.mail_outbox m
    where m.business_id = b.id and m.kind = 'bill' and m.data ->> 'once' = mail_bill.op_id::text
  ) then
    perform private.queue_mail(
      b.id, 'bill', data ->> 'email',
      nullif(btrim(concat_ws(' ', data ->> 'first_name', data ->> 'last_name')), ''),
      private.receipt_data(s) || jsonb_build_object(
        'business', private.business_mail_data(b) || jsonb_build_object('tax_number', b.tax_number),
        'client', data, 'client_id', c.id, 'sale_id', s.id,
        'due', mail_bill.due, 'token', mail_bill.token, 'once', mail_bill.op_id),
      now(), now() + private.token_life());
  end if;
  return exists (
    select from private.mail_outbox m
    where m.business_id = b.id and m.kind = 'bill' and m.data ->> 'once' = mail_bill.op_id::text
      and m.state <> 'suppressed');
end
$$;
revoke all on function private.mail_bill(public.sales, text, bigint, uuid) from public;
