-- Outside of the transaction of the migrations, so that no call waits for the scan of a table. May be repeated.
-- squawk-ignore-file transaction-nesting, ban-uncommitted-transaction, prefer-robust-stmts
COMMIT;--> statement-breakpoint
SET lock_timeout = 0;--> statement-breakpoint
ALTER TABLE "study_groups" VALIDATE CONSTRAINT "study_groups_curator_id_users_id_fk";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "study_groups_curator";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "study_groups_curator" ON "study_groups" USING btree ("curator_id");--> statement-breakpoint
BEGIN;--> statement-breakpoint
-- The statements that follow are those of calls again: they give up instead of holding a table up.
SET lock_timeout = '1s';
