CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text,
	"channel" text,
	"target" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "invitations_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "invitations_sent_whole" CHECK (num_nonnulls("invitations"."token_hash", "invitations"."channel", "invitations"."target", "invitations"."sent_at", "invitations"."expires_at") in (0, 5))
);
--> statement-breakpoint
ALTER TABLE "ended_sessions" DROP CONSTRAINT "ended_sessions_reason";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "locked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitations_user_id" ON "invitations" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "invitations_queued" ON "invitations" USING btree ("created_at","id") WHERE "invitations"."sent_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open" ON "invitations" USING btree ("user_id") WHERE "invitations"."used_at" is null and "invitations"."revoked_at" is null;--> statement-breakpoint
ALTER TABLE "ended_sessions" ADD CONSTRAINT "ended_sessions_reason" CHECK ("ended_sessions"."reason" in ('expired', 'signed-out', 'ended-elsewhere', 'ended-by-school', 'password-changed'));