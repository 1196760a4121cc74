ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_values_while_due";--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_due_or_over";--> statement-breakpoint
DROP INDEX "deliveries_due_at";--> statement-breakpoint
ALTER TABLE "deliveries" DROP COLUMN "due_at";--> statement-breakpoint
ALTER TABLE "deliveries" DROP COLUMN "tries";--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_state" CHECK (num_nonnulls("deliveries"."values", "deliveries"."delivered_at", "deliveries"."failure") = 1);