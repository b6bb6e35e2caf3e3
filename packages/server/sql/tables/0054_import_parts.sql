-- Parts of files are bytes, since a file may be cut in the middle of a character.
alter table app.import_parts alter column content type bytea using convert_to(content, 'UTF8');
