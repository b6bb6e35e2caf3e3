-- A name may be one letter.
alter table app.accounts
  drop constraint accounts_first_length,
  drop constraint accounts_last_length,
  add constraint accounts_first_length check (length(first) between 1 and 511),
  add constraint accounts_last_length check (length(last) between 1 and 511);
