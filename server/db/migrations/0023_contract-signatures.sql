CREATE TABLE "contract_signatures" (
	"contract_id" uuid NOT NULL,
	"side" text NOT NULL,
	"person_id" uuid,
	"person" text NOT NULL,
	"capacity" text,
	"method" text NOT NULL,
	"target" text,
	"agreement_hash" text,
	"at" timestamp with time zone NOT NULL,
	"address" text,
	CONSTRAINT "contract_signatures_contract_id_side_pk" PRIMARY KEY("contract_id","side"),
	CONSTRAINT "contract_signatures_side" CHECK ("contract_signatures"."side" in ('customer', 'school')),
	CONSTRAINT "contract_signatures_method" CHECK ("contract_signatures"."method" in ('sms-code', 'email-code', 'second-factor', 'account', 'automatic')),
	CONSTRAINT "contract_signatures_customer" CHECK (("contract_signatures"."side" = 'customer') = ("contract_signatures"."agreement_hash" is not null))
);
--> statement-breakpoint
CREATE TABLE "signing_agreements" (
	"person_id" uuid NOT NULL,
	"person" text NOT NULL,
	"version" text NOT NULL,
	"text" text NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"address" text,
	CONSTRAINT "signing_agreements_person_id_hash_pk" PRIMARY KEY("person_id","hash"),
	CONSTRAINT "signing_agreements_hash" CHECK ("signing_agreements"."hash" = encode(sha256(convert_to("signing_agreements"."text", 'UTF8')), 'hex'))
);
--> statement-breakpoint
ALTER TABLE "code_events" DROP CONSTRAINT "code_events_purpose";--> statement-breakpoint
ALTER TABLE "code_locks" DROP CONSTRAINT "code_locks_purpose";--> statement-breakpoint
ALTER TABLE "one_time_codes" DROP CONSTRAINT "one_time_codes_purpose";--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "needs_signatures" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "contract_signatures" ADD CONSTRAINT "contract_signatures_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_signatures" ADD CONSTRAINT "contract_signatures_text" FOREIGN KEY ("contract_id") REFERENCES "public"."contract_agreements"("contract_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_signatures" ADD CONSTRAINT "contract_signatures_agreement" FOREIGN KEY ("person_id","agreement_hash") REFERENCES "public"."signing_agreements"("person_id","hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signing_agreements" ADD CONSTRAINT "signing_agreements_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contract_signatures_person" ON "contract_signatures" USING btree ("person_id","agreement_hash");--> statement-breakpoint
ALTER TABLE "code_events" ADD CONSTRAINT "code_events_purpose" CHECK ("code_events"."purpose" in ('two-factor', 'verification', 'join', 'signature')) NOT VALID;--> statement-breakpoint
ALTER TABLE "code_locks" ADD CONSTRAINT "code_locks_purpose" CHECK ("code_locks"."purpose" in ('two-factor', 'verification', 'join', 'signature')) NOT VALID;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_purpose" CHECK ("one_time_codes"."purpose" in ('two-factor', 'verification', 'join', 'signature')) NOT VALID;--> statement-breakpoint
CREATE TRIGGER "contract_signatures_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "contract_signatures" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "signing_agreements_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "signing_agreements" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();