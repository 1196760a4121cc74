CREATE TABLE "code_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"target" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "code_events_kind" CHECK ("code_events"."kind" in ('sent', 'wrong')),
	CONSTRAINT "code_events_purpose" CHECK ("code_events"."purpose" in ('two-factor', 'verification'))
);
--> statement-breakpoint
CREATE TABLE "code_locks" (
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "code_locks_user_id_purpose_pk" PRIMARY KEY("user_id","purpose"),
	CONSTRAINT "code_locks_purpose" CHECK ("code_locks"."purpose" in ('two-factor', 'verification'))
);
--> statement-breakpoint
CREATE TABLE "one_time_codes" (
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"channel" text NOT NULL,
	"id" uuid NOT NULL,
	"target" text NOT NULL,
	"code_hash" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"tries_left" smallint NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "one_time_codes_user_id_purpose_channel_pk" PRIMARY KEY("user_id","purpose","channel"),
	CONSTRAINT "one_time_codes_id_unique" UNIQUE("id"),
	CONSTRAINT "one_time_codes_tries_left" CHECK ("one_time_codes"."tries_left" between 0 and 5),
	CONSTRAINT "one_time_codes_purpose" CHECK ("one_time_codes"."purpose" in ('two-factor', 'verification')),
	CONSTRAINT "one_time_codes_channel" CHECK ("one_time_codes"."channel" in ('email', 'phone'))
);
--> statement-breakpoint
CREATE TABLE "server_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verified_contacts" (
	"session_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"target" text NOT NULL,
	"verified_at" timestamp with time zone NOT NULL,
	CONSTRAINT "verified_contacts_session_id_channel_pk" PRIMARY KEY("session_id","channel"),
	CONSTRAINT "verified_contacts_channel" CHECK ("verified_contacts"."channel" in ('email', 'phone'))
);
--> statement-breakpoint
ALTER TABLE "code_events" ADD CONSTRAINT "code_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_locks" ADD CONSTRAINT "code_locks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verified_contacts" ADD CONSTRAINT "verified_contacts_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "code_events_user_id" ON "code_events" USING btree ("user_id","kind","at");--> statement-breakpoint
CREATE INDEX "code_events_target" ON "code_events" USING btree ("target","kind","at");--> statement-breakpoint
CREATE INDEX "code_events_at" ON "code_events" USING btree ("at");