-- Deleting a stream looks for its links.
create index boat_links_stream on app.boat_links (stream_id);
