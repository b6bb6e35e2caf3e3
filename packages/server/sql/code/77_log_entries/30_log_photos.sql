-- Photos: rows with metadata; one procedure stores pictures and two return them.

comment on table api.log_photos is
  'Photos, each at a moment of the boat. add_log_photo_fn stores a picture, log_photo_fn returns it, '
  'log_photo_thumbnail_fn its thumbnail.';
select app.describe('log_photos', $json${
  "id": "Id of the photo, given by the service.",
  "vessel_id": "The vessel; taken from the token.",
  "time": "When it was taken, UTC: from the camera, otherwise when it was sent.",
  "latitude": "Latitude, in degrees, north positive: from the camera, otherwise the boat's position at that time.",
  "longitude": "Longitude, in degrees, east positive: from the camera, otherwise the boat's position at that time.",
  "caption": "Caption, at most 1000 characters.",
  "type": "Media type of the picture: image/jpeg, image/png or image/webp.",
  "bytes": "Size of the stored picture, in bytes.",
  "width": "Width in pixels, after orientation.",
  "height": "Height in pixels, after orientation.",
  "thumbnail_bytes": "Size of the thumbnail, in bytes; null if there is none.",
  "author": "Name of the user who sent it; null if an operator did.",
  "created_at": "When it was sent, UTC.",
  "updated_at": "Last change, UTC."
}$json$);

create or replace function app.check_log_photo() returns trigger
language plpgsql as $$
begin
  new.caption := nullif(trim(new.caption), '');
  -- Rows from another installation keep their time of change.
  new.updated_at := case when tg_op = 'INSERT' then coalesce(new.updated_at, now()) else now() end;
  perform app.refuse('The time of a photo is between the year 1900 and tomorrow',
      'Send a time such as 2026-06-01T07:20:00Z.')
    where not new."time" between '1900-01-01T00:00:00Z' and now() + interval '1 day';
  perform app.refuse_position(new.latitude, new.longitude);
  perform app.refuse('A position has a latitude and a longitude', 'Send both, or none.')
    where (new.latitude is null) <> (new.longitude is null);
  perform app.refuse('A caption has at most 1000 characters', 'Write an entry beside it.')
    where length(new.caption) > 1000;
  return new;
end
$$;
create trigger check_log_photo before insert or update on api.log_photos for each row
  execute function app.check_log_photo();
create trigger follow_track before insert or update on api.log_photos for each row
  execute function app.follow_track();

-- Stores a photo of the caller's vessel; serialised for counting.
create or replace function app.store_photo(
  picture bytea, thumbnail bytea, type text, width integer, height integer,
  taken timestamptz, latitude double precision, longitude double precision)
returns api.log_photos language plpgsql volatile security definer set search_path = pg_catalog as $$
declare
  most constant integer := 5000;
  most_bytes constant bigint := 2147483648;
  vessel constant text := app.current_vessel();
  kept record;
  stored api.log_photos;
begin
  if vessel is null then
    raise exception 'Vessel Required' using errcode = 'PT551', detail = 'Invalid vessel',
      hint = 'Name the vessel in the header X-Vessel-Id.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('log photos ' || vessel, 0));
  select count(*) as number, coalesce(sum(p.bytes + coalesce(p.thumbnail_bytes, 0)), 0) as bytes into kept
  from api.log_photos p where p.vessel_id = vessel;
  perform app.refuse(format('A boat keeps at most %s photos', most), 'Delete some you no longer need.')
    where kept.number >= most;
  perform app.refuse('The photos of a boat take at most 2 GB', 'Delete some, or send smaller pictures.')
    where kept.bytes + length(picture) + coalesce(length(thumbnail), 0) > most_bytes;
  insert into api.log_photos (vessel_id, "time", latitude, longitude, type, bytes, width, height, thumbnail_bytes,
    author)
  values (vessel, coalesce(taken, now()), store_photo.latitude, store_photo.longitude, store_photo.type,
    length(picture), store_photo.width, store_photo.height, length(store_photo.thumbnail),
    app.author(app.current_account()))
  returning * into stored;
  insert into app.log_pictures (vessel_id, id, body, thumbnail)
  values (vessel, stored.id, picture, store_photo.thumbnail);
  perform app.count_bytes(vessel, 500 + length(picture) + coalesce(length(store_photo.thumbnail), 0));
  return stored;
end
$$;

create or replace function api.add_log_photo_fn(bytea) returns api.log_photos
language plpgsql volatile as $$ begin perform app.implemented_in_service('add_log_photo_fn'); end $$;
comment on function api.add_log_photo_fn is
  'Stores a picture, sent as application/octet-stream: JPEG, PNG or WebP of at most 15 MB. Time and place are read '
  'from it; it is stored without them and its other metadata. A JPEG may contain a JFIF thumbnail. Returns its row '
  'of log_photos.';

-- A photo of the caller's vessel and its thumbnail.
create or replace function app.picture_of(photo integer, out body bytea, out type text, out thumbnail bytea)
language sql stable security definer set search_path = pg_catalog as $$
  select b.body, p.type, b.thumbnail from app.log_pictures b join api.log_photos p using (vessel_id, id)
  where b.vessel_id = app.current_vessel() and b.id = photo
$$;

create domain api."*/*" as bytea;
comment on domain api."*/*" is 'A document whose media type is in the header of its answer.';

-- Returns a picture, which never changes for an id.
create or replace function app.given_picture(body bytea, type text) returns bytea
language plpgsql stable as $$
begin
  if body is null then
    raise exception 'There is no such photo' using errcode = 'PT404';
  end if;
  perform set_config('response.headers', json_build_array(
    json_build_object('Content-Type', type),
    json_build_object('Cache-Control', 'private, max-age=31536000, immutable'))::text, true);
  return body;
end
$$;

create or replace function api.log_photo_fn(_id integer) returns api."*/*"
language plpgsql stable as $$
begin
  return (select app.given_picture(p.body, p.type) from app.picture_of(_id) p);
end
$$;
comment on function api.log_photo_fn is
  'The picture of a photo, by its id in log_photos, without the camera''s metadata.';

create or replace function api.log_photo_thumbnail_fn(_id integer) returns api."*/*"
language plpgsql stable as $$
begin
  return (select app.given_picture(coalesce(p.thumbnail, p.body), case when p.thumbnail is null then p.type
    else 'image/jpeg' end) from app.picture_of(_id) p);
end
$$;
comment on function api.log_photo_thumbnail_fn is
  'The thumbnail of a photo, by its id in log_photos; the picture itself if it has none.';

create or replace view api.log_photos_view as
  select l.log_id, p.id, p."time", place.latitude, place.longitude, p.caption, p.type, p.bytes, p.width, p.height,
    p.thumbnail_bytes, p.author, p.created_at, p.updated_at
  from api.log_photos p
  cross join lateral app.logs_at(p.vessel_id, p."time") l
  cross join lateral app.place_of(p.vessel_id, p."time", p.latitude, p.longitude) place
  order by p."time", p.id;
comment on view api.log_photos_view is
  'The photos of each log, by time, oldest first. Filter by log_id; write to log_photos.';
select app.describe('log_photos_view', $json${
  "log_id": "Id of the log that contains the photo.",
  "id": "Id of the photo, in log_photos.",
  "time": "When it was taken, UTC.",
  "latitude": "Latitude, in degrees, north positive.",
  "longitude": "Longitude, in degrees, east positive.",
  "caption": "Caption.",
  "type": "Media type of the picture.",
  "bytes": "Size of the picture, in bytes.",
  "width": "Width in pixels, after orientation.",
  "height": "Height in pixels, after orientation.",
  "thumbnail_bytes": "Size of the thumbnail, in bytes; null if there is none.",
  "author": "Name of the user who sent it; null if an operator did.",
  "created_at": "When it was sent, UTC.",
  "updated_at": "Last change, UTC."
}$json$);

grant select on api.log_photos to user_role, vessel_role, wakelog_viewer;
grant select on api.log_photos_view to user_role, vessel_role, admin_role;
grant update ("time", latitude, longitude, caption) on api.log_photos to user_role;
grant delete on api.log_photos to user_role;
grant execute on function app.store_photo(bytea, bytea, text, integer, integer, timestamptz, double precision,
    double precision), api.add_log_photo_fn(bytea) to user_role, admin_role;
grant execute on function app.picture_of(integer), app.given_picture(bytea, text), api.log_photo_fn(integer),
  api.log_photo_thumbnail_fn(integer) to user_role, vessel_role, admin_role;
