CREATE TABLE "checkout_lines" (
	"checkout_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"booked" bigint,
	"refund_id" uuid,
	CONSTRAINT "checkout_lines_checkout_id_payment_id_pk" PRIMARY KEY("checkout_id","payment_id"),
	CONSTRAINT "checkout_lines_amount" CHECK ("checkout_lines"."amount" > 0),
	CONSTRAINT "checkout_lines_booked" CHECK ("checkout_lines"."booked" between 0 and "checkout_lines"."amount"),
	CONSTRAINT "checkout_lines_refund_of_rest" CHECK (coalesce("checkout_lines"."booked" < "checkout_lines"."amount", false) = ("checkout_lines"."refund_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payer_id" uuid NOT NULL,
	"method" text NOT NULL,
	"state" text DEFAULT 'started' NOT NULL,
	"provider" text NOT NULL,
	"external_id" text,
	"confirmation_url" text,
	"refusal" text,
	"receipt_url" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"watched_at" timestamp with time zone,
	"seen_at" timestamp with time zone,
	CONSTRAINT "checkouts_external" UNIQUE("provider","external_id"),
	CONSTRAINT "checkouts_method" CHECK ("checkouts"."method" in ('card', 'sbp')),
	CONSTRAINT "checkouts_state" CHECK ("checkouts"."state" in ('started', 'pending', 'paid', 'refused', 'expired', 'canceled')),
	CONSTRAINT "checkouts_provider" CHECK ("checkouts"."provider" in ('yookassa')),
	CONSTRAINT "checkouts_refusal" CHECK ("checkouts"."refusal" in ('insufficient-funds', 'card-expired', 'card-details-wrong', 'confirmation-failed', 'limit-reached', 'bank-refused', 'method-unavailable', 'other')),
	CONSTRAINT "checkouts_started" CHECK ("checkouts"."state" <> 'started' or "checkouts"."external_id" is null),
	CONSTRAINT "checkouts_asked" CHECK ("checkouts"."state" not in ('pending', 'paid') or "checkouts"."external_id" is not null),
	CONSTRAINT "checkouts_open" CHECK (("checkouts"."state" in ('started', 'pending')) = ("checkouts"."finished_at" is null)),
	CONSTRAINT "checkouts_decided" CHECK (case when "checkouts"."state" in ('started', 'pending') then "checkouts"."decided_at" is null when "checkouts"."state" = 'canceled' then true else "checkouts"."decided_at" is not null end),
	CONSTRAINT "checkouts_refused" CHECK (("checkouts"."state" = 'refused') = ("checkouts"."refusal" is not null)),
	CONSTRAINT "checkouts_confirmation" CHECK ("checkouts"."confirmation_url" is null or "checkouts"."state" = 'pending'),
	CONSTRAINT "checkouts_receipt" CHECK ("checkouts"."receipt_url" is null or "checkouts"."state" = 'paid'),
	CONSTRAINT "checkouts_expiry" CHECK ("checkouts"."expires_at" > "checkouts"."created_at")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"checkout_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"external_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"watched_at" timestamp with time zone,
	CONSTRAINT "refunds_external_id_unique" UNIQUE("external_id"),
	CONSTRAINT "refunds_reason" CHECK ("refunds"."reason" in ('paid-twice', 'contract-ended', 'termination', 'by-staff')),
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('pending', 'succeeded', 'failed')),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_finished" CHECK (("refunds"."state" = 'pending') = ("refunds"."finished_at" is null)),
	CONSTRAINT "refunds_succeeded" CHECK ("refunds"."state" <> 'succeeded' or "refunds"."external_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "checkout_lines" ADD CONSTRAINT "checkout_lines_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_lines" ADD CONSTRAINT "checkout_lines_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_lines" ADD CONSTRAINT "checkout_lines_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_payer_id_users_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkout_lines_payment" ON "checkout_lines" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "checkout_lines_refund" ON "checkout_lines" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "checkouts_payer" ON "checkouts" USING btree ("payer_id","created_at");--> statement-breakpoint
CREATE INDEX "checkouts_watched" ON "checkouts" USING btree ("watched_at") WHERE "checkouts"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "checkouts_unseen" ON "checkouts" USING btree ("finished_at") WHERE "checkouts"."state" = 'refused' and "checkouts"."seen_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_surplus" ON "refunds" USING btree ("checkout_id","reason") WHERE "refunds"."reason" in ('paid-twice', 'contract-ended');--> statement-breakpoint
CREATE INDEX "refunds_checkout" ON "refunds" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "refunds_watched" ON "refunds" USING btree ("watched_at") WHERE "refunds"."state" = 'pending';