CREATE TABLE "terminations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"contract_id" uuid NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"last_day" date NOT NULL,
	"asked_by_id" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"address" text,
	"reason" text DEFAULT '' NOT NULL,
	"hash" text NOT NULL,
	"lessons_held" bigint NOT NULL,
	"lessons_planned" bigint NOT NULL,
	"price" bigint NOT NULL,
	"given" bigint NOT NULL,
	"to_return" bigint NOT NULL,
	"due" bigint NOT NULL,
	"online" bigint NOT NULL,
	"bank" bigint NOT NULL,
	"moved" bigint NOT NULL,
	"move_to_id" uuid,
	"bank_details" text,
	"document_number" text,
	"deferred" jsonb NOT NULL,
	"previous_left_on" date,
	"ended_at" timestamp with time zone,
	CONSTRAINT "terminations_state" CHECK ("terminations"."state" in ('asked', 'returning', 'settled', 'withdrawn')),
	CONSTRAINT "terminations_parts" CHECK ("terminations"."to_return" = "terminations"."online" + "terminations"."bank" + "terminations"."moved"),
	CONSTRAINT "terminations_sums" CHECK (least("terminations"."given", "terminations"."due", "terminations"."online", "terminations"."bank", "terminations"."moved") >= 0),
	CONSTRAINT "terminations_ended" CHECK (("terminations"."state" in ('asked', 'returning')) = ("terminations"."ended_at" is null)),
	CONSTRAINT "terminations_details" CHECK ("terminations"."bank_details" is null or "terminations"."state" in ('asked', 'returning'))
);
--> statement-breakpoint
ALTER TABLE "terminations" ADD CONSTRAINT "terminations_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terminations" ADD CONSTRAINT "terminations_asked_by_id_users_id_fk" FOREIGN KEY ("asked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terminations" ADD CONSTRAINT "terminations_move_to_id_contracts_id_fk" FOREIGN KEY ("move_to_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "terminations_open" ON "terminations" USING btree ("contract_id") WHERE "terminations"."state" in ('asked', 'returning');--> statement-breakpoint
CREATE INDEX "terminations_contract" ON "terminations" USING btree ("contract_id","asked_at");--> statement-breakpoint
CREATE INDEX "terminations_asked_by" ON "terminations" USING btree ("asked_by_id");--> statement-breakpoint
CREATE INDEX "terminations_move_to" ON "terminations" USING btree ("move_to_id");--> statement-breakpoint
CREATE INDEX "terminations_due" ON "terminations" USING btree ("last_day") WHERE "terminations"."state" in ('asked', 'returning');