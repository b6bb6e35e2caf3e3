-- Sentences for violated constraints. The service shows only these of a rejected row. For a missing required value, the
-- column name is enough.

-- Accounts and boats.
comment on constraint accounts_email_form on app.accounts is
  'This is not an e-mail address: one looks like name@example.org and has 6 to 254 characters.';
comment on constraint accounts_first_length on app.accounts is 'A first name has 1 to 511 characters.';
comment on constraint accounts_last_length on app.accounts is 'A last name has 1 to 511 characters.';
comment on constraint accounts_preferences_object on app.accounts is 'Preferences are a JSON object.';
comment on constraint accounts_pkey on app.accounts is 'There is an account with this id already.';
comment on constraint accounts_public_id_key on app.accounts is 'There is an account with this public id already.';
comment on index app.accounts_email is 'This e-mail address already has an account.';
comment on index app.accounts_public_vessel is
  'Another boat has this name, or one that looks like it, for its public pages: choose a different one.';
comment on index app.accounts_messenger_person is 'This chat is linked to another account: unlink it there first.';
comment on index app.accounts_messenger_chat is 'This chat is linked to another account: unlink it there first.';
comment on constraint vessels_name_length on app.vessels is 'The name of a boat has 3 to 511 characters.';
comment on constraint vessels_mmsi_range on app.vessels is
  'This is not the MMSI of a boat: those are between 100000000 and 800000000.';
comment on constraint vessels_pkey on app.vessels is 'There is a vessel with this id already.';
comment on constraint memberships_pkey on app.memberships is 'This account already acts for this vessel.';
comment on constraint memberships_account_id_fkey on app.memberships is 'There is no such account.';
comment on constraint memberships_vessel_id_fkey on app.memberships is 'There is no such vessel.';
comment on constraint memberships_role_check on app.memberships is
  'A person is the owner, skipper, crew or a guest of a vessel.';
comment on constraint one_time_codes_pkey on app.one_time_codes is 'There is a code for this already.';
comment on constraint one_time_codes_account_id_fkey on app.one_time_codes is 'There is no such account.';
comment on constraint one_time_codes_purpose_check on app.one_time_codes is 'There are no codes for this purpose.';

-- Events.
comment on constraint events_pkey on app.events is 'There is an event with this id already.';
comment on constraint events_payload_length on app.events is 'The payload of an event has at most 2047 characters.';

comment on constraint alert_rules_armed_by_check on api.alert_rules is
  'An anchor watch is set by the boat or from shore.';

-- What boats send.
comment on constraint metadata_pkey on api.metadata is
  'This vessel has its metadata already: change it, or send Prefer: resolution=merge-duplicates.';
comment on constraint metadata_vessel_id_fkey on api.metadata is 'There is no such vessel.';
comment on constraint metrics_pkey on app.metrics is 'This vessel already has a row for this time.';
comment on constraint metrics_vessel_id_fkey on app.metrics is 'There is no such vessel.';
comment on constraint metrics_latitude_range on app.metrics is 'A latitude is between -90 and 90 degrees.';
comment on constraint metrics_longitude_range on app.metrics is 'A longitude is between -180 and 180 degrees.';

-- The logbook.
comment on constraint logbook_pkey on api.logbook is 'This vessel has a log with this id already.';
comment on constraint logbook_vessel_id_fkey on api.logbook is 'There is no such vessel.';
comment on constraint logbook_vessel_id__from_moorage_id_fkey on api.logbook is
  'The moorage where a log begins must be one of the vessel''s own.';
comment on constraint logbook_vessel_id__to_moorage_id_fkey on api.logbook is
  'The moorage where a log ends must be one of the vessel''s own.';
comment on index api.logbook_one_active is 'This vessel is under way already: only one log at a time is active.';
comment on index api.logbook_id is 'There is a log with this id already.';
comment on index api.stays_id is 'There is a stay with this id already.';
comment on index api.moorages_id is 'There is a moorage with this id already.';
comment on index api.metadata_id is 'There is a vessel with this id already.';
comment on index app.events_one_finishing is 'This vessel is already waiting to be finished.';
comment on constraint stays_pkey on api.stays is 'This vessel has a stay with this id already.';
comment on constraint stays_vessel_id_fkey on api.stays is 'There is no such vessel.';
comment on constraint stays_stay_code_fkey on api.stays is
  'stay_code must be one of the codes of stays_at. A code that is in use cannot be removed there.';
comment on constraint stays_vessel_id_moorage_id_fkey on api.stays is
  'The moorage of a stay must be one of the vessel''s own.';
comment on index api.stays_one_active is 'This vessel lies somewhere already: only one stay at a time is active.';
comment on constraint moorages_pkey on api.moorages is 'This vessel has a moorage with this id already.';
comment on constraint moorages_vessel_id_fkey on api.moorages is 'There is no such vessel.';
comment on constraint moorages_radius_m_range on api.moorages is
  'The radius of a moorage is 20 to 2000 metres, or null for as far as the boat swung.';
comment on constraint moorages_stay_code_fkey on api.moorages is
  'stay_code must be one of the codes of stays_at. A code that is in use cannot be removed there.';
comment on constraint stays_at_pkey on api.stays_at is 'There is a type of stay with this code already.';
comment on constraint edits_kind_check on app.edits is
  'An edit is one of split, join, delete, keep, stay, draw and remove.';
comment on constraint edits_pkey on app.edits is 'There is an edit with this id already.';
comment on constraint edits_vessel_id_fkey on app.edits is 'There is no such vessel.';
comment on constraint written_by_people_pkey on app.written_by_people is 'This has been noted already.';
comment on constraint written_by_people_vessel_id_fkey on app.written_by_people is 'There is no such vessel.';
comment on constraint written_by_people_resource_check on app.written_by_people is
  'People write only in logs, stays and moorages.';
comment on constraint log_entries_pkey on api.log_entries is 'This vessel has an entry with this id already.';
comment on constraint log_photos_pkey on api.log_photos is 'This vessel has a photo with this id already.';
comment on index api.log_photos_id is 'There is a photo with this id already.';
comment on constraint log_photos_vessel_id_fkey on api.log_photos is 'There is no such vessel.';
comment on index api.log_entries_id is 'There is an entry with this id already.';
comment on constraint log_entries_vessel_id_fkey on api.log_entries is 'There is no such vessel.';

-- Alert rules.
comment on constraint alert_rules_pkey on api.alert_rules is 'This vessel has a rule with this id already.';
comment on index api.alert_rules_id is 'There is a rule with this id already.';
comment on index api.alert_rules_built_in is 'The service has made this rule already.';
comment on constraint alert_rules_vessel_id_fkey on api.alert_rules is 'There is no such vessel.';

-- Positions and tracks, where the spatial adapter checks them itself.
do $$
begin
  if exists (select from pg_constraint where conname = 'geo_point_form' and contypid <> 0) then
    comment on constraint geo_point_form on domain app.geo_point is
      'A position is a GeoJSON Point: {"type": "Point", "coordinates": [longitude, latitude]}, in degrees.';
    comment on constraint geo_line_form on domain app.geo_line is
      'A track is a GeoJSON LineString of at least two positions [longitude, latitude], in degrees.';
  end if;
end
$$;
