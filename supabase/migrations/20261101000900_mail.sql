-- Mail that the product sends: written in the transaction that causes it, delivered after it.
-- A row is a promise: `queued` → `sending` → `sent`, or `failed` after six tries. While it is
-- `sending`, due_at is the end of the sender's claim: a sender that dies loses nothing, the row is
-- simply due again. `cancelled`: what it is about has changed; `suppressed`: it was never to be sent.

create schema if not exists private;

create table private.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  business_id uuid,
  to_email text not null check (char_length(to_email) between 3 and 254),
  to_name text check (char_length(to_name) <= 200),
  subject text check (char_length(subject) between 1 and 300),
  text_body text,
  html_body text,
  ics text,
  ics_method text check (ics_method in ('REQUEST', 'CANCEL', 'PUBLISH')),
  -- What it is about, where its words are put together as it leaves.
  data jsonb,
  kind text not null,
  state text not null default 'queued' check (
    state in ('queued', 'sending', 'sent', 'failed', 'suppressed', 'cancelled')),
  attempts int not null default 0,
  last_error text,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- What its provider has heard of it since, the last word of these.
  delivery text check (delivery in ('delivered', 'opened', 'bounced', 'complained')),
  -- From then on it would help nobody.
  expires_at timestamptz,
  constraint mail_outbox_has_content check (data is not null or text_body is not null)
);

-- What billing tells of usage.
create index mail_outbox_sent on private.mail_outbox (business_id, sent_at) where sent_at is not null;
alter table private.mail_outbox enable row level security;
revoke all on private.mail_outbox from public, anon, authenticated;

create index mail_outbox_due on private.mail_outbox (due_at) where state in ('queued', 'sending');
create index mail_outbox_visit on private.mail_outbox ((data ->> 'visit_id')) where data is not null;
create index mail_outbox_business on private.mail_outbox (business_id, created_at);

-- Whoever delivers mail may wait for this instead of asking again and again.
create function private.announce_mail() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('mail_queued', '');
  return null;
end
$$;

create trigger mail_outbox_announce
  after insert on private.mail_outbox
  for each statement execute function private.announce_mail();

-- Hands out up to `how_many` due mails for two minutes. Two senders never get the same row.
create function private.claim_mail(how_many int) returns setof private.mail_outbox
language plpgsql security definer set search_path = '' as $$
declare
  tries constant int := 6;
begin
  update private.mail_outbox
     set state = 'failed', last_error = 'too_late'
   where state in ('queued', 'sending') and due_at <= now() and expires_at <= now();

  -- The last sender died with it as well: give up, and say so where a person looks.
  update private.mail_outbox
     set state = 'failed', last_error = coalesce(last_error, 'the sender stopped while sending')
   where state = 'sending' and due_at <= now() and attempts >= tries;

  return query
    update private.mail_outbox as mail
       set state = 'sending',
           attempts = mail.attempts + 1,
           due_at = now() + interval '2 minutes'
     where mail.id in (
       select due.id
         from private.mail_outbox as due
        where due.state in ('queued', 'sending') and due.due_at <= now()
        order by due.due_at, due.id
        limit least(greatest(how_many, 0), 100)
          for update skip locked
     )
    returning mail.*;
end
$$;

-- Takes the result back: null = it has left us. Otherwise again in 1, 10, 30, 60 and 120 minutes, so that
-- a provider may be away for three hours.
create function private.finish_mail(mail_id uuid, error text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Before the mail itself is locked: what it notes needs the clock of the business.
  if error is null and exists (
    select from private.mail_outbox m
    where m.id = mail_id and m.state = 'sending' and m.data ?| array['form', 'forms']
  ) then
    perform private.note_forms_sent(m) from private.mail_outbox m
      where m.id = mail_id and m.state = 'sending';
  end if;
  update private.mail_outbox
     set state = case when error is null then 'sent' when attempts >= 6 then 'failed' else 'queued' end,
         last_error = error,
         sent_at = case when error is null then now() end,
         due_at = case
           when error is null then due_at
           else now() + (array[1, 10, 30, 60, 120, 120])[attempts] * interval '1 minute'
         end
   where id = mail_id and state = 'sending';
end
$$;

revoke all on function private.announce_mail() from public, anon, authenticated;
revoke all on function private.claim_mail(int) from public, anon, authenticated;
revoke all on function private.finish_mail(uuid, text) from public, anon, authenticated;
grant usage on schema private to service_role;
grant execute on function private.claim_mail(int) to service_role;
grant execute on function private.finish_mail(uuid, text) to service_role;
