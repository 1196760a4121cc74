CREATE TABLE "data_exports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"ready_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"bytes" bigint,
	"sealed_key" text,
	"seen" jsonb,
	CONSTRAINT "data_exports_state" CHECK ("data_exports"."state" in ('asked', 'making', 'ready', 'expired', 'closed', 'failed')),
	CONSTRAINT "data_exports_key" CHECK (("data_exports"."state" = 'ready') = ("data_exports"."sealed_key" is not null)),
	CONSTRAINT "data_exports_whole" CHECK (num_nonnulls("data_exports"."ready_at", "data_exports"."expires_at", "data_exports"."bytes", "data_exports"."seen") in (0, 4))
);
--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "data_exports_under_way" ON "data_exports" USING btree ("user_id") WHERE "data_exports"."state" in ('asked', 'making');--> statement-breakpoint
CREATE INDEX "data_exports_user" ON "data_exports" USING btree ("user_id","asked_at");--> statement-breakpoint
CREATE INDEX "data_exports_ready" ON "data_exports" USING btree ("expires_at") WHERE "data_exports"."state" = 'ready';