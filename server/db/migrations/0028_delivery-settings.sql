CREATE TABLE "notification_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"channels" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"frequency" text DEFAULT 'daily' NOT NULL,
	"digest_hour" smallint DEFAULT 18 NOT NULL,
	"quiet_from" smallint DEFAULT 22,
	"quiet_until" smallint DEFAULT 8,
	"time_zone" text,
	"paused_until" date,
	CONSTRAINT "notification_settings_frequency" CHECK ("notification_settings"."frequency" in ('at-once', 'daily', 'weekly')),
	CONSTRAINT "notification_settings_hours" CHECK ("notification_settings"."digest_hour" between 0 and 23 and "notification_settings"."quiet_from" between 0 and 23 and "notification_settings"."quiet_until" between 0 and 23),
	CONSTRAINT "notification_settings_quiet" CHECK (("notification_settings"."quiet_from" is null) = ("notification_settings"."quiet_until" is null))
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "category" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "path" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "is_deferrable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "is_shown" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "awaits_digest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_user" ON "deliveries" USING btree ("user_id","queued_at");--> statement-breakpoint
CREATE INDEX "notifications_digest" ON "notifications" USING btree ("user_id") WHERE "notifications"."awaits_digest";--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_category" CHECK ("deliveries"."category" in ('lessons', 'marks', 'homework', 'payments', 'enrolment', 'documents', 'tickets', 'events', 'security'));