ALTER TABLE "payments" ADD COLUMN IF NOT EXISTS "opens_after_freeze" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Outside of the transaction of the migrations, so that no call waits for the scan of a table. May be repeated.
-- squawk-ignore-file transaction-nesting, ban-uncommitted-transaction, prefer-robust-stmts
COMMIT;--> statement-breakpoint
SET lock_timeout = 0;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payments_after_freeze";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payments_after_freeze" ON "payments" USING btree ("contract_id") WHERE "payments"."opens_after_freeze";--> statement-breakpoint
BEGIN;--> statement-breakpoint
-- The statements that follow are those of calls again: they give up instead of holding a table up.
SET lock_timeout = '1s';
