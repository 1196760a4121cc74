CREATE TABLE "account_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "account_changes_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"details" jsonb NOT NULL,
	"secret_hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by_id" uuid,
	"is_lost" boolean DEFAULT false NOT NULL,
	CONSTRAINT "account_changes_secret_hash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "account_changes_kind" CHECK ("account_changes"."kind" in ('account-linked', 'account-unlinked', 'password-set', 'password-changed', 'email-changed', 'phone-changed', 'new-device'))
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"secret_hash" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"sign_in_anew" boolean DEFAULT false NOT NULL,
	CONSTRAINT "known_devices_secret" UNIQUE("secret_hash","user_id")
);
--> statement-breakpoint
ALTER TABLE "banners" DROP CONSTRAINT "banners_placement";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "known_device_id" uuid;--> statement-breakpoint
ALTER TABLE "account_changes" ADD CONSTRAINT "account_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_changes_user_id" ON "account_changes" USING btree ("user_id","number");--> statement-breakpoint
CREATE INDEX "account_changes_expires_at" ON "account_changes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "known_devices_user_id" ON "known_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "known_devices_seen_at" ON "known_devices" USING btree ("seen_at");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_known_device_id_known_devices_id_fk" FOREIGN KEY ("known_device_id") REFERENCES "public"."known_devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_known_device_id" ON "sessions" USING btree ("known_device_id");--> statement-breakpoint
ALTER TABLE "banners" ADD CONSTRAINT "banners_placement" CHECK ("banners"."placement" <@ array['home', 'logout', 'catalog', 'contracts-and-payments', 'contracts-and-payments-detail', 'events', 'parent-home-page', 'profile', 'progress', 'schedule', '2035', 'schedule-change', 'tax-deduction', 'grade-book', 'admin', 'learning-progress', 'oauth-result', '403', '404', '500', 'rki', 'catalog-course', 'purchase', 'not-me']::text[]);