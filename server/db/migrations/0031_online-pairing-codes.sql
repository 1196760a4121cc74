-- Outside of the transaction of the migrations, so that no call waits for the scan of a table. May be repeated.
-- squawk-ignore-file transaction-nesting, ban-uncommitted-transaction, prefer-robust-stmts
COMMIT;--> statement-breakpoint
SET lock_timeout = 0;--> statement-breakpoint
ALTER TABLE "code_events" VALIDATE CONSTRAINT "code_events_purpose";--> statement-breakpoint
ALTER TABLE "code_locks" VALIDATE CONSTRAINT "code_locks_purpose";--> statement-breakpoint
ALTER TABLE "one_time_codes" VALIDATE CONSTRAINT "one_time_codes_purpose";--> statement-breakpoint
BEGIN;--> statement-breakpoint
-- The statements that follow are those of calls again: they give up instead of holding a table up.
SET lock_timeout = '1s';
