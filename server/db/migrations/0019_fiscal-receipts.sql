-- Outside of the transaction of the migrations, so that no call waits for the scan of a table. May be repeated.
-- squawk-ignore-file transaction-nesting, ban-uncommitted-transaction, prefer-robust-stmts
COMMIT;--> statement-breakpoint
SET lock_timeout = 0;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "checkouts_without_receipt";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "checkouts_without_receipt" ON "checkouts" USING btree ("finished_at") WHERE "checkouts"."state" = 'paid' and "checkouts"."receipt_url" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "refunds_without_receipt";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "refunds_without_receipt" ON "refunds" USING btree ("finished_at") WHERE "refunds"."state" = 'succeeded' and "refunds"."receipt_url" is null;--> statement-breakpoint
BEGIN;--> statement-breakpoint
-- The statements that follow are those of calls again: they give up instead of holding a table up.
SET lock_timeout = '1s';
