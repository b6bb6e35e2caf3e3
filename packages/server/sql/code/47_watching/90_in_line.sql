-- Brings the built-in rules of boats whose owners wanted them in line with this release, and makes those of boats from
-- before there were any.
select app.sync_built_in_rules(m.vessel_id)
from app.memberships m join app.accounts a using (account_id)
where m.role = 'owner' and app.wants_alerting(a.preferences -> 'alerting');
