-- Badges for seas have no row here: each is called what the sea is called.
alter table app.badges drop constraint badges_measure_check;
alter table app.badges add constraint badges_measure_check check (measure in (
  'logs', 'wind_knots', 'distance_nm', 'total_nm', 'days_away', 'days_at_buoys', 'days_at_anchor', 'countries',
  'best_24h_nm', 'in_tropics', 'off_alaska'));
insert into app.badges values
  ('Aloha Award', 9, 'distance_nm', 2300, 'Crossed an ocean: %s nautical miles in one log'),
  ('Traveler', 10, 'countries', 5, 'Stayed in %s countries'),
  ('Speed Demon', 11, 'best_24h_nm', 100, 'Covered %s nautical miles in 24 hours'),
  ('Tropical Traveler', 12, 'in_tropics', 1, 'Sailed in the tropics'),
  ('Club Alaska', 13, 'off_alaska', 1, 'Sailed off Alaska');
