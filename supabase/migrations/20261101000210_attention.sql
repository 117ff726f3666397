-- What a person has to decide. Made by the server only: nothing that loses may vanish.

-- Stores an item and remembers its id for the result of the mutation that caused it.
create function private.raise_attention(
  business uuid, entity text, entity_id uuid, kind text, mine jsonb, theirs jsonb
) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  item uuid := private.new_id();
begin
  insert into public.attention_items
    (id, business_id, entity, entity_id, kind, mine, theirs, mutation_name, device_id)
  values (
    item, business, entity, entity_id, kind, mine, theirs,
    nullif(current_setting('daybook.mutation', true), ''),
    nullif(current_setting('daybook.device', true), '')::uuid
  );
  perform set_config('daybook.raised', kind || ' ' || item, true);
  return item;
end
$$;

-- A person's answer carries its time; an answered item stays answered.
create function private.check_answer() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.state = 'open' then
    new.resolved_at := null;
  else
    new.resolved_at := coalesce(new.resolved_at, now());
  end if;
  return new;
end
$$;

create trigger b_answer before update of state on public.attention_items
  for each row when (old.state is distinct from new.state)
  execute function private.check_answer();
