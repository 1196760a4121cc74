CREATE TABLE "unmapped_roles" (
	"claim" text NOT NULL,
	"value" text NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "unmapped_roles_claim_value_pk" PRIMARY KEY("claim","value")
);
--> statement-breakpoint
CREATE INDEX "unmapped_roles_last_at" ON "unmapped_roles" USING btree ("last_at");