CREATE TABLE "pairing_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"child_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"preset" text,
	"code_hash" text NOT NULL,
	"made_by" uuid,
	"is_by_school" boolean NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_by" uuid,
	"used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "pairing_codes_code_hash_unique" UNIQUE("code_hash"),
	CONSTRAINT "pairing_codes_kind" CHECK ("pairing_codes"."kind" in ('guardian', 'student')),
	CONSTRAINT "pairing_codes_preset" CHECK ("pairing_codes"."preset" in ('full', 'payer', 'learning', 'informed')),
	CONSTRAINT "pairing_codes_whole" CHECK (("pairing_codes"."kind" = 'guardian') = ("pairing_codes"."preset" is not null))
);
--> statement-breakpoint
ALTER TABLE "code_events" DROP CONSTRAINT "code_events_purpose";--> statement-breakpoint
ALTER TABLE "code_locks" DROP CONSTRAINT "code_locks_purpose";--> statement-breakpoint
ALTER TABLE "one_time_codes" DROP CONSTRAINT "one_time_codes_purpose";--> statement-breakpoint
ALTER TABLE "pairing_codes" ADD CONSTRAINT "pairing_codes_child_id_users_id_fk" FOREIGN KEY ("child_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pairing_codes" ADD CONSTRAINT "pairing_codes_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pairing_codes" ADD CONSTRAINT "pairing_codes_used_by_users_id_fk" FOREIGN KEY ("used_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pairing_codes_child" ON "pairing_codes" USING btree ("child_id","made_at");--> statement-breakpoint
CREATE INDEX "pairing_codes_made_by" ON "pairing_codes" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "pairing_codes_used_by" ON "pairing_codes" USING btree ("used_by");--> statement-breakpoint
ALTER TABLE "code_events" ADD CONSTRAINT "code_events_purpose" CHECK ("code_events"."purpose" in ('two-factor', 'verification', 'join', 'signature', 'pairing')) NOT VALID;--> statement-breakpoint
ALTER TABLE "code_locks" ADD CONSTRAINT "code_locks_purpose" CHECK ("code_locks"."purpose" in ('two-factor', 'verification', 'join', 'signature', 'pairing')) NOT VALID;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_purpose" CHECK ("one_time_codes"."purpose" in ('two-factor', 'verification', 'join', 'signature', 'pairing')) NOT VALID;