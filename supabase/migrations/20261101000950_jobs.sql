-- Work by the clock: called every minute by the embedded backend's timer or by pg_cron.
-- Each part is small, takes one business's turn at a time, and may be run again at any moment.

-- Holds that ran out, and the staff appointments that waited for their places.
create function private.expire_holds() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  business uuid;
begin
  for business in
    select distinct h.business_id from private.slot_holds h
    where h.expires_at <= now() order by h.business_id
  loop
    perform private.take_turn(business);
  end loop;
end
$$;

-- Requests that nobody answered: after the time the business allows itself, or when the start is so
-- near that an answer would help nobody (two hours, or half of a shorter allowance).
create function private.expire_requests() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  a record;
begin
  for a in
    select x.business_id, x.id
    from public.appointments x
    join public.booking_rules r on r.business_id = x.business_id
    where x.status = 'pending' and (
      x.created_at <= now() - r.pending_expiry_min * interval '1 minute'
      or x.starts_at <= now() + least(interval '2 hours', r.pending_expiry_min * interval '30 seconds')
    )
    order by x.business_id, x.id
    limit 500
  loop
    perform private.lock_business(a.business_id);
    update public.appointments x set status = 'expired' where x.id = a.id and x.status = 'pending';
    if found then
      perform private.settle_pending();
      perform private.mail_appointment(a.id, 'cancelled_by_business', now(), null, null);
    end if;
  end loop;
end
$$;

-- What is older than its use. Tombstones leave a floor: a device that slept longer starts over.
create function private.prune() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  memory constant interval := '180 days';
begin
  delete from private.public_tokens t where t.expires_at <= now();
  delete from private.client_codes c where c.expires_at <= now();
  delete from private.invitations i where i.expires_at <= now();
  delete from private.ownership_offers o where o.expires_at <= now();
  delete from private.unsubscribe_tokens t where t.created_at < now() - interval '1 year';
  delete from private.rate_limits l where l.window_start < now() - interval '1 day';
  delete from private.op_answers o where o.at < now() - interval '30 days';
  delete from private.mail_outbox m
    where m.created_at < now() - memory and m.state not in ('queued', 'sending');
  delete from private.payment_events e where e.received_at < now() - interval '60 days';
  delete from private.provider_days k where k.on_day < current_date - 60;
  delete from private.provider_findings f
    where f.resolved_at < now() - memory or f.found_at < now() - interval '2 years';
  delete from private.payment_intents i
    where i.state = 'cancelled' and i.created_at < now() - interval '60 days';
  -- A card is kept for the fees of one visit.
  update private.payment_intents i set card = null, keeps_card = false
    from public.appointments a
    where i.card is not null and a.business_id = i.business_id and a.id = i.appointment_id
      and a.ends_at < now() - interval '60 days';
  delete from private.mutation_log l where l.applied_at < now() - memory;
  delete from private.row_changes c where c.at < now() - memory;
  -- Codes of who has switched the second step off open nothing, and must not come back with it.
  delete from private.recovery_codes c where not private.has_second_step(c.user_id);
  -- Nobody writes to a clock without its turn: who has one would wait for the row, whose owner for the turn.
  perform private.lock_business(t.business_id)
    from (
      select distinct x.business_id from private.tombstones x
      where x.deleted_at < now() - memory order by 1
    ) t;
  with gone as (
    delete from private.tombstones t where t.deleted_at < now() - memory
    returning t.business_id, t.rev
  )
  update private.business_clock c set tombstone_floor = greatest(c.tombstone_floor, g.rev)
    from (select g.business_id, max(g.rev) as rev from gone g group by g.business_id) g
    where c.business_id = g.business_id;
end
$$;

create table private.job_runs (
  job text primary key,
  ran_at timestamptz not null
);
alter table private.job_runs enable row level security;

create function private.run_jobs() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  looked timestamptz;
begin
  -- Two runners at once would only wait for each other.
  if not pg_try_advisory_xact_lock(hashtextextended('daybook.jobs', 0)) then
    return;
  end if;
  -- First, while it holds nobody's turn: it may take a while.
  perform private.match_waitlists();
  perform private.end_offers();
  perform private.offer_times();
  perform private.expire_holds();
  perform private.expire_requests();
  perform private.cancel_unpaid();
  perform private.warn_of_held_cards();
  perform private.run_memberships();
  perform private.expire_waitlist();
  perform private.send_timed_messages();
  perform private.send_birthdays();
  perform private.send_plans();
  perform private.erase_closed();
  perform private.tell_erased();
  insert into private.job_runs as j (job, ran_at) values ('retention', now())
    on conflict (job) do update set ran_at = now() where j.ran_at < now() - interval '1 day';
  if found then
    perform private.retire_clients();
    perform private.forget_form_files();
  end if;
  insert into private.job_runs as j (job, ran_at) values ('low_stock', now())
    on conflict (job) do update set ran_at = now() where j.ran_at < now() - interval '1 day';
  if found then
    perform private.tell_low_stock();
  end if;
  insert into private.job_runs as j (job, ran_at) values ('prune', now())
    on conflict (job) do update set ran_at = now() where j.ran_at < now() - interval '1 hour';
  if found then
    perform private.prune();
  end if;
  insert into private.job_runs as j (job, ran_at) values ('zone_rules', now())
    on conflict (job) do update set ran_at = now() where j.ran_at < now() - interval '1 day';
  if found then
    perform private.follow_zone_rules();
  end if;
  select max(j.ran_at) into looked from private.job_runs j where j.job = 'accounting';
  insert into private.job_runs as j (job, ran_at) values ('accounting', now())
    on conflict (job) do update set ran_at = now() where j.ran_at < now() - interval '1 day';
  if found then
    -- An hour more: what was being written at the last look could not be seen by it.
    perform private.check_accounting(coalesce(looked - interval '1 hour', '-infinity'));
  end if;
end
$$;

revoke all on function private.run_jobs() from public;
grant execute on function private.run_jobs() to service_role;

-- Hosted Supabase has pg_cron when the operator switched it on; elsewhere a timer calls run_jobs.
do $$
begin
  if exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then
    perform cron.schedule('daybook-jobs', '* * * * *', 'select private.run_jobs()');
  end if;
end
$$;
