CREATE TABLE "payment_differences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"provider" text NOT NULL,
	"external_id" text NOT NULL,
	"checkout_id" uuid,
	"amount" bigint,
	"found_at" timestamp with time zone NOT NULL,
	"cleared_at" timestamp with time zone,
	"cleared_by_id" uuid,
	"note" text,
	CONSTRAINT "payment_differences_object" UNIQUE("provider","kind","external_id"),
	CONSTRAINT "payment_differences_kind" CHECK ("payment_differences"."kind" in ('payment-not-booked', 'payment-other-sum', 'payment-unreadable', 'refund-not-booked', 'refund-unreadable', 'refund-missing', 'refund-failed')),
	CONSTRAINT "payment_differences_provider" CHECK ("payment_differences"."provider" in ('yookassa')),
	CONSTRAINT "payment_differences_cleared" CHECK (("payment_differences"."cleared_by_id" is null) = ("payment_differences"."note" is null) and ("payment_differences"."cleared_by_id" is null or "payment_differences"."cleared_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "refund_lines" (
	"refund_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "refund_lines_refund_id_payment_id_pk" PRIMARY KEY("refund_id","payment_id"),
	CONSTRAINT "refund_lines_amount" CHECK ("refund_lines"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "refund_requests" (
	"refund_id" uuid PRIMARY KEY NOT NULL,
	"requested_by_id" uuid,
	"note" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "receipt_url" text;--> statement-breakpoint
ALTER TABLE "payment_differences" ADD CONSTRAINT "payment_differences_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_differences" ADD CONSTRAINT "payment_differences_cleared_by_id_users_id_fk" FOREIGN KEY ("cleared_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_requested_by_id_users_id_fk" FOREIGN KEY ("requested_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_differences_checkout" ON "payment_differences" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "payment_differences_cleared_by" ON "payment_differences" USING btree ("cleared_by_id");--> statement-breakpoint
CREATE INDEX "payment_differences_open" ON "payment_differences" USING btree ("found_at") WHERE "payment_differences"."cleared_at" is null;--> statement-breakpoint
CREATE INDEX "refund_lines_payment" ON "refund_lines" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refund_requests_requested_by" ON "refund_requests" USING btree ("requested_by_id");