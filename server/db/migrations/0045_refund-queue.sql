-- squawk-ignore-file transaction-nesting, ban-uncommitted-transaction, prefer-robust-stmts
ALTER TABLE "work_takers" DROP CONSTRAINT "work_takers_queue";--> statement-breakpoint
ALTER TABLE "work_takers" ADD CONSTRAINT "work_takers_queue" CHECK ("work_takers"."queue" in ('unsigned-unpaid', 'paid-unsigned', 'places-ending', 'overdue', 'payment-errors', 'payment-differences', 'refunds', 'transfers', 'certificates', 'imports', 'messages', 'data-requests')) NOT VALID;--> statement-breakpoint
-- Outside of the transaction of the migrations, so that no call waits for the scan of the table. May be repeated.
COMMIT;--> statement-breakpoint
SET lock_timeout = 0;--> statement-breakpoint
ALTER TABLE "work_takers" VALIDATE CONSTRAINT "work_takers_queue";--> statement-breakpoint
BEGIN;--> statement-breakpoint
-- The statements that follow are those of calls again: they give up instead of holding a table up.
SET lock_timeout = '1s';
