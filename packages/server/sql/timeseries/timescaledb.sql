-- Time-series port, TimescaleDB adapter: a hypertable in chunks of a week, about 10 000 rows of one busy boat.
create or replace function app.make_timeseries(table_name text, column_name text) returns void
language plpgsql as $$
declare
  extension_schema text;
begin
  select nspname into extension_schema
  from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'timescaledb';
  execute format(
    'select %I.create_hypertable(%L::regclass, %L::name, chunk_time_interval => interval ''7 days'', '
    'if_not_exists => true, migrate_data => true, create_default_indexes => false)',
    extension_schema, table_name, column_name);
end
$$;
revoke all on function app.make_timeseries(text, text) from public;
