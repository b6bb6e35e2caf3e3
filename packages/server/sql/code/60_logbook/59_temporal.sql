-- The track of a log and its readings as texts over time, for programs with temporal databases: computed columns of
-- logbook. They are made when asked for, each at the cost of reading the log's points.

-- A position as hexadecimal EWKB: a point, little endian, SRID 4326.
create or replace function app.point_hex(longitude double precision, latitude double precision) returns text
language sql immutable parallel safe as $$
  select '0101000020E6100000' || upper(string_agg(
    substr(h, 15, 2) || substr(h, 13, 2) || substr(h, 11, 2) || substr(h, 9, 2) || substr(h, 7, 2) || substr(h, 5, 2)
      || substr(h, 3, 2) || substr(h, 1, 2), '' order by n))
  from (values (1, encode(float8send(longitude), 'hex')), (2, encode(float8send(latitude), 'hex'))) v (n, h)
$$;

-- A number at an instant: 15 significant digits at most, without an exponent. Null without a number.
create or replace function app.at_instant(value double precision, instant text) returns text
language sql immutable parallel safe as $$ select trim_scale(value::numeric) || '@' || instant $$;

-- All of them in one pass; null where there is no such reading. A text stands as it is, quotation marks too.
create or replace function app.temporal_columns(log api.logbook)
returns table (trip text, trip_cog text, trip_sog text, trip_aws text, trip_awa text, trip_tws text, trip_twd text,
  trip_heading text, trip_depth text, trip_temp_water text, trip_temp_out text, trip_pres_out text, trip_hum_out text,
  trip_batt_charge text, trip_batt_voltage text, trip_solar_voltage text, trip_solar_power text, trip_tank_level text,
  trip_status text, trip_notes text)
language sql stable set timezone = 'UTC' set datestyle = 'ISO' set jit = off as $$
  select '[' || string_agg(app.point_hex(p.longitude, p.latitude) || '@' || i.at, ', ') || ']',
    '[' || string_agg(app.at_instant(p.course, i.at), ', ') || ']',
    '[' || string_agg(app.at_instant(p.speed, i.at), ', ') || ']',
    '[' || string_agg(app.at_instant(p.apparent_wind, i.at), ', ') || ']',
    '[' || string_agg(app.at_instant(p.apparent_wind_angle, i.at), ', ') || ']',
    '[' || string_agg(app.at_instant(p.truewindspeed, i.at), ', ') || ']',
    '[' || string_agg(app.at_instant(p.truewinddirection, i.at), ', ') || ']',
    '[' || string_agg(app.at_instant(p.heading, i.at), ', ') || ']',
    '[' || string_agg(app.at_instant(p.depth, i.at), ', ') || ']',
    '[' || string_agg(app.at_instant(p.watertemperature, i.at), ', ') || ']',
    '[' || string_agg(app.at_instant(p.outsidetemperature, i.at), ', ') || ']',
    '[' || string_agg(app.at_instant(p.outsidepressure, i.at), ', ') || ']',
    '[' || string_agg(app.at_instant(p.outsidehumidity, i.at), ', ') || ']',
    '[' || string_agg(app.at_instant(p.stateofcharge, i.at), ', ') || ']',
    '[' || string_agg(app.at_instant(p.voltage, i.at), ', ') || ']',
    '[' || string_agg(app.at_instant(p.solarvoltage, i.at), ', ') || ']',
    '[' || string_agg(app.at_instant(p.solarpower, i.at), ', ') || ']',
    '[' || string_agg(app.at_instant(p.tanklevel, i.at), ', ') || ']',
    '[' || string_agg('"' || p.status || '"@' || i.at, ', ') || ']',
    '[' || string_agg('"' || p.notes || '"@' || i.at, ', ') || ']'
  from (select distinct on (k.at) k.* from app.log_points(log) k order by k.at, k.n) p
  cross join lateral (select p.at::text as at) i
$$;

-- Each as a column of logbook: select=id,trip_sog.
do $$
declare
  col text;
begin
  foreach col in array array['trip', 'trip_cog', 'trip_sog', 'trip_aws', 'trip_awa', 'trip_tws', 'trip_twd',
    'trip_heading', 'trip_depth', 'trip_temp_water', 'trip_temp_out', 'trip_pres_out', 'trip_hum_out',
    'trip_batt_charge', 'trip_batt_voltage', 'trip_solar_voltage', 'trip_solar_power', 'trip_tank_level',
    'trip_status', 'trip_notes']
  loop
    execute format('create or replace function app.%1$I(log api.logbook) returns text language sql stable as '
      '$f$ select t.%1$I from app.temporal_columns(log) t $f$', col);
    execute format('grant execute on function app.%I(api.logbook) to user_role, vessel_role, admin_role', col);
  end loop;
end
$$;

grant execute on function app.point_hex(double precision, double precision), app.at_instant(double precision, text),
    app.temporal_columns(api.logbook)
  to user_role, vessel_role, admin_role, wakelog_viewer;
