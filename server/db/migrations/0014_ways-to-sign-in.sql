CREATE TABLE "ended_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ended_sessions_reason" CHECK ("ended_sessions"."reason" in ('expired', 'signed-out', 'ended-elsewhere', 'password-changed'))
);
--> statement-breakpoint
CREATE TABLE "identity_provider"."recoveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"interaction" text NOT NULL,
	"name" text NOT NULL,
	"target" text,
	"address" text NOT NULL,
	"code_hash" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"tries_left" smallint NOT NULL,
	"proved_at" timestamp with time zone,
	"subject" text,
	CONSTRAINT "recoveries_tries_left" CHECK ("identity_provider"."recoveries"."tries_left" between 0 and 5),
	CONSTRAINT "recoveries_proved_before_used" CHECK ("identity_provider"."recoveries"."subject" is null or "identity_provider"."recoveries"."proved_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone_verified_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "ended_sessions_ended_at" ON "ended_sessions" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "recoveries_interaction" ON "identity_provider"."recoveries" USING btree ("interaction","sent_at");--> statement-breakpoint
CREATE INDEX "recoveries_name" ON "identity_provider"."recoveries" USING btree ("name","sent_at");--> statement-breakpoint
CREATE INDEX "recoveries_target" ON "identity_provider"."recoveries" USING btree ("target","sent_at");--> statement-breakpoint
CREATE INDEX "recoveries_address" ON "identity_provider"."recoveries" USING btree ("address","sent_at");--> statement-breakpoint
CREATE INDEX "recoveries_sent_at" ON "identity_provider"."recoveries" USING btree ("sent_at");