ALTER TABLE "checkouts" ADD COLUMN "sent_order" jsonb;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "difference" bigint;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failed_attempts" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "sent_order" jsonb;