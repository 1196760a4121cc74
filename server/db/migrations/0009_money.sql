CREATE SEQUENCE "public"."certificate_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "contract_states" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"contract_id" uuid NOT NULL,
	"status" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "contract_states_status" CHECK ("contract_states"."status" in ('Open', 'Concluded', 'Frozen', 'OnTermination', 'Termination', 'NotPaid'))
);
--> statement-breakpoint
CREATE TABLE "particulars" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"tax_number" text,
	"born_on" date,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "particulars_tax_number" CHECK ("particulars"."tax_number" ~ '^[0-9]{12}$')
);
--> statement-breakpoint
CREATE TABLE "tax_certificates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" text NOT NULL,
	"year" smallint NOT NULL,
	"applicant_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"prepared_at" timestamp with time zone,
	"ready_at" timestamp with time zone,
	"file" "bytea",
	CONSTRAINT "tax_certificates_number_unique" UNIQUE("number"),
	CONSTRAINT "tax_certificates_once" UNIQUE("applicant_id","student_id","year"),
	CONSTRAINT "tax_certificates_state" CHECK ("tax_certificates"."state" in ('requested', 'prepared', 'ready')),
	CONSTRAINT "tax_certificates_amount" CHECK ("tax_certificates"."amount" > 0),
	CONSTRAINT "tax_certificates_file" CHECK (("tax_certificates"."state" = 'ready') = ("tax_certificates"."file" is not null))
);
--> statement-breakpoint
ALTER TABLE "banners" DROP CONSTRAINT "banners_placement";--> statement-breakpoint
ALTER TABLE "operations" DROP CONSTRAINT "operations_payment_id_payments_id_fk";
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_contract_id_contracts_id_fk";
--> statement-breakpoint
DROP INDEX "group_queue_once";--> statement-breakpoint
ALTER TABLE "group_queue" ALTER COLUMN "contract_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "baskets" ADD COLUMN "price" bigint;--> statement-breakpoint
ALTER TABLE "baskets" ADD COLUMN "dropped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "enrolment_id" uuid;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "payer_id" uuid;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "payer_name" text;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "group_queue" ADD COLUMN "student_id" uuid;--> statement-breakpoint
UPDATE "group_queue" SET "student_id" = (SELECT "student_id" FROM "contracts" WHERE "contracts"."id" = "group_queue"."contract_id");--> statement-breakpoint
ALTER TABLE "group_queue" ALTER COLUMN "student_id" SET NOT NULL;--> statement-breakpoint
UPDATE "baskets" SET "price" = (SELECT "price" FROM "study_groups" WHERE "study_groups"."id" = "baskets"."group_id") WHERE "group_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "opportunities" ADD COLUMN "grades" smallint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "opportunities" ADD COLUMN "is_for_own" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contract_states" ADD CONSTRAINT "contract_states_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "particulars" ADD CONSTRAINT "particulars_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_certificates" ADD CONSTRAINT "tax_certificates_applicant_id_users_id_fk" FOREIGN KEY ("applicant_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_certificates" ADD CONSTRAINT "tax_certificates_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contract_states_contract" ON "contract_states" USING btree ("contract_id","at");--> statement-breakpoint
CREATE INDEX "tax_certificates_student" ON "tax_certificates" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "tax_certificates_under_way" ON "tax_certificates" USING btree ("requested_at") WHERE "tax_certificates"."state" <> 'ready';--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_payer_id_users_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_queue" ADD CONSTRAINT "group_queue_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "baskets_unfinished" ON "baskets" USING btree ("filled_by_id","student_id","group_id") WHERE "baskets"."contract_id" is null and "baskets"."dropped_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "contracts_place" ON "contracts" USING btree ("student_id","group_id") WHERE "contracts"."status" <> 'Termination';--> statement-breakpoint
CREATE INDEX "operations_payer" ON "operations" USING btree ("payer_id");--> statement-breakpoint
CREATE INDEX "group_queue_contract" ON "group_queue" USING btree ("contract_id");--> statement-breakpoint
CREATE UNIQUE INDEX "group_queue_once" ON "group_queue" USING btree ("student_id","group_id") WHERE "group_queue"."state" in ('waiting', 'held');--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_enrolment_id_unique" UNIQUE("enrolment_id");--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_external" UNIQUE("external_id","payment_id");--> statement-breakpoint
ALTER TABLE "banners" ADD CONSTRAINT "banners_placement" CHECK ("banners"."placement" <@ array['home', 'logout', 'catalog', 'contracts-and-payments', 'contracts-and-payments-detail', 'events', 'parent-home-page', 'profile', 'progress', 'schedule', '2035', 'schedule-change', 'tax-deduction', 'grade-book', 'admin', 'learning-progress', 'oauth-result', '403', '404', '500', 'rki', 'catalog-course', 'purchase']::text[]);--> statement-breakpoint
ALTER TABLE "baskets" ADD CONSTRAINT "baskets_price" CHECK (("baskets"."group_id" is null) = ("baskets"."price" is null));--> statement-breakpoint
ALTER TABLE "baskets" ADD CONSTRAINT "baskets_end" CHECK (num_nonnulls("baskets"."contract_id", "baskets"."dropped_at") <= 1);--> statement-breakpoint
CREATE VIEW "payment_balances" AS
	SELECT "payments"."id" AS "payment_id", "payments"."contract_id", (
		SELECT coalesce(sum(CASE WHEN "kind" IN ('ReceivingDS', 'ReceivingTransferDS') THEN "amount" ELSE -"amount" END), 0)::bigint
		FROM "operations" WHERE "operations"."payment_id" = "payments"."id"
	) AS "paid"
	FROM "payments";
--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'rows of % are added, never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER "operations_stay" BEFORE UPDATE OR DELETE ON "operations" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE FUNCTION "require_paid_fits"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (
		SELECT 1 FROM "payments" JOIN "payment_balances" ON "payment_id" = "payments"."id"
		WHERE "payments"."id" IN (SELECT "payment_id" FROM "added") AND "paid" NOT BETWEEN 0 AND "amount"
	) THEN
		RAISE EXCEPTION 'what is paid of a payment lies between nothing and its amount'
			USING ERRCODE = 'check_violation', CONSTRAINT = 'paid_fits';
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "paid_fits" AFTER INSERT ON "operations" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "require_paid_fits"();
--> statement-breakpoint
CREATE FUNCTION "require_plan_is_total"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	contract uuid := CASE TG_TABLE_NAME WHEN 'contracts' THEN (to_jsonb(NEW) ->> 'id')::uuid ELSE (to_jsonb(coalesce(NEW, OLD)) ->> 'contract_id')::uuid END;
BEGIN
	IF EXISTS (
		SELECT 1 FROM "contracts" WHERE "id" = contract
			AND "total" <> (SELECT coalesce(sum("amount"), 0) FROM "payments" WHERE "contract_id" = contract)
	) OR EXISTS (
		SELECT 1 FROM "payments" JOIN "payment_balances" ON "payment_id" = "payments"."id"
		WHERE "payments"."contract_id" = contract AND "paid" > "amount"
	) THEN
		RAISE EXCEPTION 'the payments of a contract come to its total, and none is paid above its amount'
			USING ERRCODE = 'check_violation', CONSTRAINT = 'plan_is_total';
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "plan_is_total" AFTER INSERT OR UPDATE OF "total" ON "contracts" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "require_plan_is_total"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "plan_is_total" AFTER INSERT OR DELETE OR UPDATE OF "amount" ON "payments" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "require_plan_is_total"();
