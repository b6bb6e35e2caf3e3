-- Commands to the plugin on board: a closed list. Nothing moves the boat, switches a circuit or writes a path.

create or replace view api.boat_commands_view as
  select id, kind, data, created_at, expires_at, sent_at, done_at, ok, message from app.boat_commands;
comment on view api.boat_commands_view is 'What the boat was asked to do from ashore, with the results.';
select app.describe('boat_commands_view', $json${
  "id": "Id of the command.",
  "kind": "acknowledge, silence, anchor_watch, anchor_watch_off, send or mode.",
  "data": "What it is about.",
  "created_at": "When it was given, UTC.",
  "expires_at": "Until when it may be carried out, UTC.",
  "sent_at": "When it was first offered to the boat, UTC.",
  "done_at": "When the boat reported it, or a newer command took its place, UTC.",
  "ok": "Whether the boat carried it out; null until it has reported it.",
  "message": "Why not, in the boat's words."
}$json$);

-- What is wrong with a command, as a sentence; null if nothing.
create or replace function app.boat_command_fault(kind text, data jsonb) returns text
language sql immutable as $$
  select case
    when kind is null or kind not in ('acknowledge', 'silence', 'anchor_watch', 'anchor_watch_off', 'send', 'mode')
      then 'A boat can be asked to acknowledge, silence, anchor_watch, anchor_watch_off, send or mode.'
    when jsonb_typeof(data) is distinct from 'object' then 'data is an object.'
    when kind in ('acknowledge', 'silence') and not coalesce(
        data - array['path', 'id'] = '{}' and data <> '{}' and not data ?& array['path', 'id']
        and jsonb_typeof(coalesce(data -> 'path', data -> 'id')) = 'string'
        and length(coalesce(data ->> 'path', data ->> 'id')) between 1 and 400, false)
      then 'Name the alarm by its path or its id.'
    when kind = 'anchor_watch' and not coalesce(
        data - array['latitude', 'longitude', 'radius'] = '{}' and data ?& array['latitude', 'longitude', 'radius']
        and jsonb_typeof(data -> 'latitude') = 'number' and jsonb_typeof(data -> 'longitude') = 'number'
        and jsonb_typeof(data -> 'radius') = 'number', false)
      then 'An anchor watch has a latitude, a longitude and a radius.'
    when kind = 'anchor_watch' then app.anchor_fault((data ->> 'radius')::double precision,
      (data ->> 'latitude')::double precision, (data ->> 'longitude')::double precision)
    when kind = 'mode' and not coalesce(data - 'mode' = '{}' and jsonb_typeof(data -> 'mode') = 'string'
        and data ->> 'mode' in ('auto', 'normal', 'metered', 'satellite', 'off'), false)
      then 'mode is auto, normal, metered, satellite or off.'
    when kind in ('anchor_watch_off', 'send') and data <> '{}' then format('%s has no data.', kind) end
$$;

-- What a command is about. Of those about the same the newest counts.
create or replace function app.command_subject(kind text, data jsonb) returns text
language sql immutable as $$
  select case when kind like 'anchor_watch%' then 'anchor_watch'
    when kind in ('acknowledge', 'silence') then kind || ' ' || data::text else kind end
$$;

-- Gives a linked boat a command, in place of those about the same that she has not reported; null if she is not linked.
create or replace function app.give_command(vessel text, kind text, data jsonb) returns uuid
language sql volatile security definer set search_path = pg_catalog as $$
  with old as (
    delete from app.boat_commands c where c.vessel_id = vessel and c.created_at < now() - interval '90 days'
  ), superseded as (
    update app.boat_commands c set done_at = now(), message = 'A newer command took its place.'
    where c.vessel_id = give_command.vessel and c.done_at is null and c.created_at >= now() - interval '90 days'
      and app.command_subject(c.kind, c.data) = app.command_subject(give_command.kind, give_command.data)
  ), given as (
    insert into app.boat_commands (vessel_id, kind, data, expires_at)
    select vessel, kind, data,
      now() + case when kind in ('anchor_watch', 'anchor_watch_off') then interval '24 hours' else interval '10 min' end
    where exists (select from app.boat_links l where l.vessel_id = vessel and l.revoked_at is null)
    returning id
  )
  select given.id from given cross join lateral app.tell_link(vessel)
$$;

create or replace function api.boat_command_fn(kind text, data jsonb default '{}') returns api.boat_commands_view
language plpgsql volatile as $$
declare
  fault constant text := app.boat_command_fault(kind, data);
  given uuid;
  answer api.boat_commands_view;
begin
  perform app.require_role(case when kind in ('send', 'mode') then 'skipper' else 'crew' end);
  if fault is not null then
    raise exception '%', fault using errcode = '22023', hint = 'Correct it and try again.';
  end if;
  given := app.give_command(app.current_vessel(), kind, data);
  if given is null then
    raise exception 'No device on board is linked.' using errcode = 'PT409', hint = 'Connect the boat first.';
  end if;
  select * into answer from api.boat_commands_view v where v.id = given;
  return answer;
end
$$;
comment on function api.boat_command_fn is
  'Asks the boat to do one of a closed list. Crew: acknowledge, silence {path} or {id}, anchor_watch {latitude, '
  'longitude, radius}, anchor_watch_off. Skippers and owners: send, mode {mode} too. Returns the command.';

-- Notes what the boat reports of commands: [[id, ok, message], …]. The first report counts, also of one that was
-- superseded on its way.
create or replace function app.link_done(reports jsonb) returns void
language sql volatile security definer set search_path = pg_catalog as $$
  update app.boat_commands c set done_at = now(), ok = (r ->> 1)::boolean, message = left(r ->> 2, 1000),
    sent_at = coalesce(c.sent_at, now())
  from jsonb_array_elements(reports) r
  where c.vessel_id = app.current_vessel() and c.id::text = r ->> 0 and c.ok is null
    and app.require_link() is not null
$$;

grant select on app.boat_commands, api.boat_commands_view to user_role, admin_role;
grant select on app.boat_commands to wakelog_viewer;
grant execute on function app.give_command(text, text, jsonb), app.boat_command_fault(text, jsonb),
    api.boat_command_fn(text, jsonb)
  to user_role, admin_role;
grant execute on function app.link_done(jsonb) to vessel_role;
