-- What owners added to a row, for views: see 76_user_data.

-- Whether there are pictures: the list has a member.
create or replace function app.has_images(user_data jsonb) returns boolean
language sql immutable parallel safe as $$
  select case jsonb_typeof(user_data -> 'images') when 'array' then user_data -> 'images' <> '[]' else false end
$$;

-- What owners added to the vessel.
create or replace function app.added_to_vessel(user_data jsonb)
returns table (make_model jsonb, has_polar boolean, has_images boolean, image_url text, image_updated_at text,
  images jsonb, specs jsonb)
language sql immutable parallel safe as $$
  select user_data -> 'make_model', coalesce(user_data ->> 'polar', '') <> '', app.has_images(user_data),
    user_data #>> '{images,0,url}', user_data #>> '{images,0,updated_at}', user_data -> 'images', user_data -> 'specs'
$$;

grant execute on function app.has_images(jsonb), app.added_to_vessel(jsonb)
  to user_role, vessel_role, admin_role, wakelog_viewer;
