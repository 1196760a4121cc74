-- Outside of the transaction of the migrations, so that no call waits for the scan of a table. May be repeated.
-- squawk-ignore-file transaction-nesting, ban-uncommitted-transaction, prefer-robust-stmts
COMMIT;--> statement-breakpoint
SET lock_timeout = 0;--> statement-breakpoint
ALTER TABLE "checkouts" VALIDATE CONSTRAINT "checkouts_refusal";--> statement-breakpoint
ALTER TABLE "checkouts" VALIDATE CONSTRAINT "checkouts_charge_id_autopay_charges_id_fk";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "checkouts_charge";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "checkouts_charge" ON "checkouts" USING btree ("charge_id","charge_attempt") WHERE "checkouts"."charge_id" is not null;--> statement-breakpoint
BEGIN;--> statement-breakpoint
-- The statements that follow are those of calls again: they give up instead of holding a table up.
SET lock_timeout = '1s';
