CREATE TABLE "used_logout_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ended_sessions" DROP CONSTRAINT "ended_sessions_reason";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "provider_session_id" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "provider_asked_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "used_logout_tokens_expires_at" ON "used_logout_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_provider_session_id" ON "sessions" USING btree ("provider_session_id");--> statement-breakpoint
ALTER TABLE "ended_sessions" ADD CONSTRAINT "ended_sessions_reason" CHECK ("ended_sessions"."reason" in ('expired', 'signed-out', 'ended-elsewhere', 'ended-by-school', 'password-changed', 'ended-at-provider', 'other-person-at-provider'));