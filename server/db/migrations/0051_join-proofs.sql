CREATE TABLE "join_proofs" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"target" text NOT NULL,
	"verified_at" timestamp with time zone NOT NULL,
	CONSTRAINT "join_proofs_channel" CHECK ("join_proofs"."channel" in ('email', 'phone'))
);
--> statement-breakpoint
ALTER TABLE "code_events" DROP CONSTRAINT "code_events_purpose";--> statement-breakpoint
ALTER TABLE "code_locks" DROP CONSTRAINT "code_locks_purpose";--> statement-breakpoint
ALTER TABLE "one_time_codes" DROP CONSTRAINT "one_time_codes_purpose";--> statement-breakpoint
ALTER TABLE "join_proofs" ADD CONSTRAINT "join_proofs_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_events" ADD CONSTRAINT "code_events_purpose" CHECK ("code_events"."purpose" in ('two-factor', 'verification', 'join'));--> statement-breakpoint
ALTER TABLE "code_locks" ADD CONSTRAINT "code_locks_purpose" CHECK ("code_locks"."purpose" in ('two-factor', 'verification', 'join'));--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_purpose" CHECK ("one_time_codes"."purpose" in ('two-factor', 'verification', 'join'));