-- Outside of the transaction of the migrations, so that no call waits for the scan of a table. May be repeated.
-- squawk-ignore-file transaction-nesting, ban-uncommitted-transaction, prefer-robust-stmts
COMMIT;--> statement-breakpoint
SET lock_timeout = 0;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "lessons_off_plan";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "lessons_off_plan" ON "lessons" USING btree ("starts_at") WHERE ("lessons"."state" = 'cancelled' or "lessons"."substitute_id" is not null);--> statement-breakpoint
BEGIN;--> statement-breakpoint
-- The statements that follow are those of calls again: they give up instead of holding a table up.
SET lock_timeout = '1s';
