-- Typed phone numbers as E.164, the same rules as src/domain/clients/phone.ts (a test compares them):
-- a client who books must be found again, whether they typed +1 555 … or (555) ….

create table private.calling_codes (
  country text primary key,
  code text not null,
  -- In these countries the leading zero belongs to the number or does not exist.
  keeps_zero boolean not null default false
);
alter table private.calling_codes enable row level security;

insert into private.calling_codes (country, code, keeps_zero) values
  ('AE', '971', false), ('AR', '54', false), ('AT', '43', false), ('AU', '61', false),
  ('BE', '32', false), ('BG', '359', false), ('BR', '55', false), ('CA', '1', false),
  ('CH', '41', false), ('CL', '56', false), ('CO', '57', false), ('CY', '357', true),
  ('CZ', '420', true), ('DE', '49', false), ('DK', '45', true), ('EE', '372', true),
  ('EG', '20', false), ('ES', '34', true), ('FI', '358', false), ('FR', '33', false),
  ('GB', '44', false), ('GR', '30', true), ('HK', '852', true), ('HR', '385', false),
  ('HU', '36', false), ('ID', '62', false), ('IE', '353', false), ('IL', '972', false),
  ('IN', '91', false), ('IS', '354', true), ('IT', '39', true), ('KE', '254', false),
  ('LT', '370', false), ('LU', '352', true), ('LV', '371', true), ('MA', '212', false),
  ('MT', '356', true), ('MX', '52', false), ('MY', '60', false), ('NG', '234', false),
  ('NL', '31', false), ('NO', '47', true), ('NZ', '64', false), ('PE', '51', false),
  ('PH', '63', false), ('PK', '92', false), ('PL', '48', true), ('PT', '351', true),
  ('RO', '40', false), ('RS', '381', false), ('SA', '966', false), ('SE', '46', false),
  ('SG', '65', true), ('SI', '386', false), ('SK', '421', false), ('TH', '66', false),
  ('TR', '90', false), ('UA', '380', false), ('US', '1', false), ('VN', '84', false),
  ('ZA', '27', false);

create function private.to_e164(typed text, country text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  digits text := regexp_replace(coalesce(typed, ''), '[^0-9]', '', 'g');
  plan private.calling_codes;
begin
  if btrim(typed) like '+%' then
    null;
  elsif digits ~ '^00[1-9]' then
    digits := substr(digits, 3);
  else
    select * into plan from private.calling_codes c where c.country = to_e164.country;
    if not found then
      return null;
    elsif plan.code = '1' then
      digits := case when digits ~ '^1[0-9]{10}$' then substr(digits, 2) else digits end;
      return case when digits ~ '^[2-9][0-9]{2}[2-9][0-9]{6}$' then '+1' || digits end;
    end if;
    if not plan.keeps_zero then
      digits := regexp_replace(digits, '^0', '');
    end if;
    if length(digits) < 5 then
      return null;
    end if;
    digits := plan.code || digits;
  end if;
  return case when digits ~ '^[1-9][0-9]{7,14}$' then '+' || digits end;
end
$$;
