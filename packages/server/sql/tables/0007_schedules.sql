-- When each periodic task is due next. Any number of workers may run: whoever moves the time on runs the task.
create table app.schedules (
  name text primary key,
  due timestamptz not null
);
