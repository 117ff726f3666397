-- A receipt by mail, in the transaction in which it is asked for: what the rows of the sale say then. Its
-- words are the server's, so that nobody can send anything else in the name of a business.

create function private.receipt_data(s public.sales) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
as $$
begin
  return jsonb_build_object(
    'sale', jsonb_build_object(
      'receipt_prefix', s.receipt_prefix, 'receipt_no', s.receipt_no, 'occurred_at', s.occurred_at,
      'currency', s.currency, 'discount_cents', s.discount_cents, 'tip_cents', s.tip_cents,
      'total_cents', s.total_cents),
    'paid_by', (
      select btrim(concat_ws(' ', coalesce(c.preferred_name, c.first_name), c.last_name))
      from public.clients c where c.business_id = s.business_id and c.id = s.payer_id),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'name', l.name, 'qty', l.qty, 'unit_price_cents', l.unit_price_cents,
          'tax_name', l.tax_name, 'tax_milli_percent', l.tax_milli_percent,
          'tax_inclusive', l.tax_inclusive, 'tax_cents', l.tax_cents) order by l.position), '[]')
      from public.sale_lines l where l.business_id = s.business_id and l.sale_id = s.id),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'method', p.method, 'label', p.label, 'state', p.state, 'collects', p.collects,
          'amount_cents', p.amount_cents, 'tendered_cents', p.tendered_cents,
          'is_tip', private.brought_tip(p.business_id, p.id))
        order by p.occurred_at, p.id), '[]')
      from public.payments p where p.business_id = s.business_id and p.sale_id = s.id),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'kind', r.kind, 'method', r.method, 'amount_cents', r.amount_cents)
        order by r.occurred_at, r.id), '[]')
      from public.refunds r where r.business_id = s.business_id and r.sale_id = s.id));
end
$$;

create function private.mail_receipt() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  b public.businesses;
  s public.sales;
  c public.clients;
  data jsonb;
begin
  select * into s from public.sales x
    where x.business_id = new.business_id and x.id = new.sale_id;
  select * into b from public.businesses x where x.id = new.business_id;
  select * into c from public.clients x
    where x.business_id = new.business_id and x.id = coalesce(s.payer_id, s.client_id);
  if c.id is null then
    return null;
  end if;
  data := private.client_mail_data(c, null);
  if data ->> 'email' is null then
    return null;
  end if;
  perform private.queue_mail(
    b.id, 'receipt', data ->> 'email',
    nullif(btrim(concat_ws(' ', data ->> 'first_name', data ->> 'last_name')), ''),
    jsonb_build_object(
      'business', private.business_mail_data(b) || jsonb_build_object(
        'receipt_text', b.receipt_text, 'tax_number', b.tax_number),
      'client', data, 'client_id', c.id,
      'sale_id', s.id) || private.receipt_data(s),
    now());
  return null;
end
$$;
create trigger z_mail after insert on public.receipt_mails
  for each row execute function private.mail_receipt();

revoke all on function private.receipt_data(public.sales), private.mail_receipt() from public;
