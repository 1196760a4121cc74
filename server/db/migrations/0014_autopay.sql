CREATE TABLE "autopay_charges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"autopay_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"state" text DEFAULT 'announced' NOT NULL,
	"charge_on" date NOT NULL,
	"first_on" date,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"refusal" text,
	"announced_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "autopay_charges_payment" UNIQUE("autopay_id","payment_id"),
	CONSTRAINT "autopay_charges_state" CHECK ("autopay_charges"."state" in ('announced', 'charging', 'paid', 'failed', 'skipped', 'stopped')),
	CONSTRAINT "autopay_charges_refusal" CHECK ("autopay_charges"."refusal" in ('insufficient-funds', 'card-expired', 'card-details-wrong', 'confirmation-failed', 'limit-reached', 'bank-refused', 'method-unavailable', 'permission-revoked', 'other')),
	CONSTRAINT "autopay_charges_amount" CHECK ("autopay_charges"."amount" > 0),
	CONSTRAINT "autopay_charges_attempts" CHECK (("autopay_charges"."attempts" = 0) = ("autopay_charges"."first_on" is null)),
	CONSTRAINT "autopay_charges_finished" CHECK (("autopay_charges"."state" in ('announced', 'charging')) = ("autopay_charges"."finished_at" is null))
);--> statement-breakpoint
CREATE TABLE "autopays" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"contract_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"state" text NOT NULL,
	"checkout_id" uuid,
	"saved_method" text,
	"card_digits" text,
	"terms_version" bigint NOT NULL,
	"from_on" date NOT NULL,
	"agreed_at" timestamp with time zone NOT NULL,
	"agreed_address" text NOT NULL,
	"is_scheme_changed" boolean DEFAULT false NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	CONSTRAINT "autopays_state" CHECK ("autopays"."state" in ('saving', 'on', 'off')),
	CONSTRAINT "autopays_end_reason" CHECK ("autopays"."end_reason" in ('stopped', 'replaced', 'not-saved', 'permission-revoked', 'card-expired', 'access-lost', 'contract-ended')),
	CONSTRAINT "autopays_card" CHECK ("autopays"."state" <> 'on' or ("autopays"."saved_method" is not null and "autopays"."card_digits" is not null)),
	CONSTRAINT "autopays_ended" CHECK (("autopays"."state" = 'off') = ("autopays"."ended_at" is not null) and ("autopays"."ended_at" is null) = ("autopays"."end_reason" is null))
);--> statement-breakpoint
ALTER TABLE "checkouts" DROP CONSTRAINT "checkouts_refusal";--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "charge_id" uuid;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "charge_attempt" bigint;--> statement-breakpoint
ALTER TABLE "autopay_charges" ADD CONSTRAINT "autopay_charges_autopay_id_autopays_id_fk" FOREIGN KEY ("autopay_id") REFERENCES "public"."autopays"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "autopay_charges" ADD CONSTRAINT "autopay_charges_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "autopays" ADD CONSTRAINT "autopays_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "autopays" ADD CONSTRAINT "autopays_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "autopays" ADD CONSTRAINT "autopays_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "autopay_charges_of_payment" ON "autopay_charges" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "autopay_charges_due" ON "autopay_charges" USING btree ("charge_on") WHERE "autopay_charges"."state" in ('announced', 'charging');--> statement-breakpoint
CREATE UNIQUE INDEX "autopays_on" ON "autopays" USING btree ("contract_id") WHERE "autopays"."state" = 'on';--> statement-breakpoint
CREATE INDEX "autopays_contract" ON "autopays" USING btree ("contract_id","agreed_at");--> statement-breakpoint
CREATE INDEX "autopays_person" ON "autopays" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "autopays_checkout" ON "autopays" USING btree ("checkout_id");--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_charge_id_autopay_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."autopay_charges"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_refusal" CHECK ("checkouts"."refusal" in ('insufficient-funds', 'card-expired', 'card-details-wrong', 'confirmation-failed', 'limit-reached', 'bank-refused', 'method-unavailable', 'permission-revoked', 'other')) NOT VALID;
