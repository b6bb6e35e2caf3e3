-- What the link of a vessel from another installation left there. A stream that another boat here has is left out.

create or replace function app.take_boat_streams(vessel text, rows jsonb) returns void
language plpgsql volatile as $$
begin
  perform app.refuse('A boat has at most 100 streams.', 'Leave some out.') where jsonb_array_length(rows) > 100;
  perform app.refuse('A stream has a name of 8 to 32 small letters and digits, and names paths by number.',
      'Correct it in the file.')
    from jsonb_array_elements(rows) r
    where r ->> 'stream' !~ '^[a-z0-9]{8,32}$' or jsonb_typeof(r -> 'paths') <> 'object' or exists (
      select from jsonb_each(case jsonb_typeof(r -> 'paths') when 'object' then r -> 'paths' end) e
      where e.key !~ '^\d{1,9}$' or jsonb_typeof(e.value) <> 'string'
        or length(e.value #>> '{}') not between 1 and 200);
  insert into app.boat_streams (stream, vessel_id, paths)
  select r ->> 'stream', vessel, r -> 'paths' from jsonb_array_elements(rows) r
  on conflict do nothing;
end
$$;

create or replace function app.take_boat_rows(vessel text, rows jsonb) returns void
language sql volatile as $$
  with taken as (
    insert into app.boat_rows (stream_id, number, sent_at, stored_at, digest, refused)
    select s.id, r.number, r.sent_at, r.stored_at, r.digest, r.refused
    from jsonb_to_recordset(rows) as r (stream text, number bigint, sent_at bigint, stored_at bigint, digest bigint,
      refused text)
    join app.boat_streams s on s.stream = r.stream and s.vessel_id = vessel
    where r.number > 0
    on conflict do nothing
    returning stream_id, number),
  told as (select t.stream_id, count(*)::integer as rows, max(t.number) as last from taken t group by t.stream_id)
  update app.boat_streams s set stored = s.stored + t.rows, last_number = greatest(s.last_number, t.last)
  from told t where s.id = t.stream_id
$$;

create or replace function app.take_boat_settings(vessel text, rows jsonb) returns void
language plpgsql volatile as $$
declare
  fault text;
begin
  select app.boat_setting_fault(e.key, e.value) into fault
  from jsonb_array_elements(rows) r cross join lateral jsonb_each(r -> 'settings') e
  where app.boat_setting_fault(e.key, e.value) is not null limit 1;
  perform app.refuse(fault, 'Leave it out.') where fault is not null;
  insert into app.boat_settings (vessel_id, settings, watch)
  select vessel, app.without_nulls(r -> 'settings'), app.boat_watch(vessel) from jsonb_array_elements(rows) r limit 1
  on conflict (vessel_id) do update set settings = excluded.settings, version = app.boat_settings.version + 1;
end
$$;
