-- A small copy of each picture, for lists: made by whoever sent it, within the picture. Null if nobody made one.
alter table app.log_pictures add column thumbnail bytea;
alter table app.log_pictures alter column thumbnail set storage external;
alter table api.log_photos add column thumbnail_bytes integer;
