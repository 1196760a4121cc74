CREATE TABLE "contract_agreements" (
	"contract_id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"person" text NOT NULL,
	"version" text NOT NULL,
	"text" text NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"address" text,
	CONSTRAINT "contract_agreements_hash" CHECK ("contract_agreements"."hash" = encode(sha256(convert_to("contract_agreements"."text", 'UTF8')), 'hex'))
);
--> statement-breakpoint
ALTER TABLE "contract_agreements" ADD CONSTRAINT "contract_agreements_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_agreements" ADD CONSTRAINT "contract_agreements_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contract_agreements_person" ON "contract_agreements" USING btree ("person_id");--> statement-breakpoint
CREATE TRIGGER "contract_agreements_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "contract_agreements" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();