-- Money is booked and taken back a few times.
-- squawk-ignore-file prefer-bigint-over-smallint
CREATE TABLE "bank_lines" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"file_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"amount" bigint NOT NULL,
	"payer_name" text,
	"purpose" text NOT NULL,
	"doubt" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"bookings" smallint DEFAULT 0 NOT NULL,
	"contract_id" uuid,
	"has_concluded" boolean DEFAULT false NOT NULL,
	"reason" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "bank_lines_key_unique" UNIQUE("key"),
	CONSTRAINT "bank_lines_states" CHECK ("bank_lines"."state" in ('waiting', 'booked', 'foreign')),
	CONSTRAINT "bank_lines_amount" CHECK ("bank_lines"."amount" > 0),
	CONSTRAINT "bank_lines_booked" CHECK (("bank_lines"."state" = 'booked') = ("bank_lines"."contract_id" is not null)),
	CONSTRAINT "bank_lines_foreign" CHECK (("bank_lines"."state" = 'foreign') = ("bank_lines"."reason" is not null))
);
--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_lines_state" ON "bank_lines" USING btree ("state","at","id");--> statement-breakpoint
CREATE INDEX "bank_lines_contract" ON "bank_lines" USING btree ("contract_id");--> statement-breakpoint
CREATE INDEX "bank_lines_decided_by" ON "bank_lines" USING btree ("decided_by");