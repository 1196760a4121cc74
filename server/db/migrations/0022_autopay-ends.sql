-- squawk-ignore-file transaction-nesting, ban-uncommitted-transaction, prefer-robust-stmts
ALTER TABLE "autopays" DROP CONSTRAINT "autopays_end_reason";--> statement-breakpoint
ALTER TABLE "autopays" ADD CONSTRAINT "autopays_end_reason" CHECK ("autopays"."end_reason" in ('stopped', 'replaced', 'not-saved', 'permission-revoked', 'card-expired', 'access-lost', 'contract-ended', 'by-staff', 'payee-changed')) NOT VALID;--> statement-breakpoint
-- Outside of the transaction of the migrations, so that no call waits for the scan of the table. May be repeated.
COMMIT;--> statement-breakpoint
SET lock_timeout = 0;--> statement-breakpoint
ALTER TABLE "autopays" VALIDATE CONSTRAINT "autopays_end_reason";--> statement-breakpoint
BEGIN;--> statement-breakpoint
-- The statements that follow are those of calls again: they give up instead of holding a table up.
SET lock_timeout = '1s';
