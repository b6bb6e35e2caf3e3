-- Arithmetic, parsing and formatting of times.

-- The difference between two instants; null if either is infinite, which older PostgreSQL versions cannot subtract.
create or replace function app.time_between(since timestamptz, until timestamptz) returns interval
language sql immutable as $$ select case when isfinite(since) and isfinite(until) then until - since end $$;

-- Whether times are within the years 1 to 9999, so that every reader can represent them. Earlier releases accepted
-- others.
create or replace function app.is_dated(since timestamptz, until timestamptz) returns boolean
language sql immutable as $$
  select since >= '0001-01-01T00:00:00Z' and greatest(since, until) < '10000-01-01T00:00:00Z'
$$;

-- One end of a period, from a date sent as text. A missing or unreadable date is open; an end without a time of day
-- includes that day.
create or replace function app.date_bound(date text, is_end boolean) returns timestamptz
language plpgsql stable set timezone = 'UTC' as $$
begin
  if nullif(trim(date), '') is null then
    return case when is_end then 'infinity' else '-infinity' end;
  end if;
  return date::timestamptz + case
    when is_end and trim(date) ~ '^\d{4}-\d{1,2}-\d{1,2}$' then interval '1 day' - interval '1 microsecond'
    else interval '0' end;
exception when invalid_datetime_format or datetime_field_overflow or invalid_text_representation then
  return case when is_end then 'infinity' else '-infinity' end;
end
$$;

-- An instant for sentences.
create or replace function app.spoken(instant timestamptz) returns text
language sql stable as $$ select to_char(instant at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC' $$;

-- An instant for programs: ISO 8601, UTC, milliseconds.
create or replace function app.instant_text(instant timestamptz) returns text
language sql stable as $$ select to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

-- A span of time for event payloads.
create or replace function app.span_text(since timestamptz, until timestamptz) returns text
language sql stable as $$
  select to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '/'
    || coalesce(to_char(until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '')
$$;

-- Latest time of a present row: clocks on board may be ahead.
create or replace function app.present_until() returns timestamptz
language sql stable as $$ select now() + interval '15 min' $$;

grant execute on function app.spoken(timestamptz), app.time_between(timestamptz, timestamptz),
    app.is_dated(timestamptz, timestamptz) to user_role, vessel_role, admin_role, wakelog_viewer;
grant execute on function app.date_bound(text, boolean)
  to anonymous, user_role, vessel_role, admin_role, messenger_role, wakelog_viewer;
grant execute on function app.present_until() to user_role, vessel_role, admin_role, wakelog_viewer;
