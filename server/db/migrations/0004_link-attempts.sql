CREATE TABLE "link_attempts" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "link_attempts" ADD CONSTRAINT "link_attempts_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "link_attempts_expires_at" ON "link_attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "link_attempts_session_id" ON "link_attempts" USING btree ("session_id");