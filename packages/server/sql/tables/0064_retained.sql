-- What an MQTT broker keeps of a boat: the rules whose alerts it has. Written before the broker gets anything, and kept
-- until it has let go of it, so it refers to no boat: a boat may be deleted while the broker is away.
create table app.retained (
  vessel_id text primary key,
  rules integer[] not null
);
