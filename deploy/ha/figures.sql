-- Rows of the main tables: kept with a backup, and counted again where it is restored.
select 'users', count(*) from users
union all select 'contracts', count(*) from contracts
union all select 'payments', count(*) from payments
union all select 'lessons', count(*) from lessons
union all select 'marks', count(*) from marks
union all select 'audit_entries', count(*) from audit_entries
