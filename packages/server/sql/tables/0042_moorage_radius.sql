-- How far a moorage reaches where a person says so, metres; null for how far the boat swung there.
alter table api.moorages add column radius_m double precision
  constraint moorages_radius_m_range check (radius_m between 20 and 2000);
