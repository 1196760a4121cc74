-- No release has the columns that are dropped: the table is newer than 0.1.0.
-- squawk-ignore-file ban-drop-column
CREATE TABLE "bank_line_parts" (
	"line_id" uuid NOT NULL,
	"contract_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"external_id" text NOT NULL,
	"has_concluded" boolean NOT NULL,
	CONSTRAINT "bank_line_parts_line_id_contract_id_pk" PRIMARY KEY("line_id","contract_id"),
	CONSTRAINT "bank_line_parts_external_id_unique" UNIQUE("external_id"),
	CONSTRAINT "bank_line_parts_amount" CHECK ("bank_line_parts"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "bank_line_parts" ADD CONSTRAINT "bank_line_parts_line_id_bank_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."bank_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_line_parts" ADD CONSTRAINT "bank_line_parts_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_line_parts_contract" ON "bank_line_parts" USING btree ("contract_id");--> statement-breakpoint
INSERT INTO "bank_line_parts" ("line_id", "contract_id", "amount", "external_id", "has_concluded")
SELECT "id", "contract_id", "amount", CASE WHEN "bookings" = 1 THEN "key" ELSE "key" || '/' || "bookings" END, "has_concluded"
FROM "bank_lines" WHERE "contract_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_lines" DROP COLUMN "contract_id";--> statement-breakpoint
ALTER TABLE "bank_lines" DROP COLUMN "has_concluded";