-- Time-series port, plain adapter: an ordinary table. Its primary key (vessel_id, "time") serves every read.
create or replace function app.make_timeseries(table_name text, column_name text) returns void
language plpgsql as $$
begin
  -- Refuses what the other adapter would refuse, so that a table file that works here works there.
  perform 1 from pg_attribute where attrelid = table_name::regclass and attname = column_name and not attisdropped;
  if not found then
    raise exception 'table % has no column %', table_name, column_name using errcode = '42703';
  end if;
end
$$;
revoke all on function app.make_timeseries(text, text) from public;
