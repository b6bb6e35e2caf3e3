-- Updates built-in rules to this release, and makes them for boats that predate them.
select app.sync_built_in_rules(m.vessel_id)
from app.memberships m join app.accounts a using (account_id)
where m.role = 'owner' and app.wants_alerting(a.preferences -> 'alerting');
