-- Outside of the transaction of the migrations, so that no call waits for the scan of a table. May be repeated.
-- squawk-ignore-file transaction-nesting, ban-uncommitted-transaction, prefer-robust-stmts
COMMIT;--> statement-breakpoint
SET lock_timeout = 0;--> statement-breakpoint
ALTER TABLE "lesson_results" VALIDATE CONSTRAINT "lesson_results_homework_task";--> statement-breakpoint
ALTER TABLE "tickets" VALIDATE CONSTRAINT "tickets_student_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "tickets" VALIDATE CONSTRAINT "tickets_recipient_id_users_id_fk";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tickets_student";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_student" ON "tickets" USING btree ("student_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tickets_recipient";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_recipient" ON "tickets" USING btree ("recipient_id");--> statement-breakpoint
BEGIN;--> statement-breakpoint
-- The statements that follow are those of calls again: they give up instead of holding a table up.
SET lock_timeout = '1s';
