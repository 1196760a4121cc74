CREATE TABLE "school_news" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"content_html" text NOT NULL,
	"preview" text NOT NULL,
	"audience" text NOT NULL,
	"role_group" text,
	"territory_id" uuid,
	"program_id" uuid,
	"group_id" uuid,
	"is_important" boolean NOT NULL,
	"publish_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"author_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"told_until" uuid,
	"told_count" integer DEFAULT 0 NOT NULL,
	"told_at" timestamp with time zone,
	CONSTRAINT "school_news_audience" CHECK ("school_news"."audience" in ('everyone', 'role', 'territory', 'course', 'group')),
	CONSTRAINT "school_news_audience_id" CHECK (num_nonnulls("school_news"."role_group", "school_news"."territory_id", "school_news"."program_id", "school_news"."group_id") = ("school_news"."audience" <> 'everyone')::int)
);
--> statement-breakpoint
ALTER TABLE "banners" DROP CONSTRAINT "banners_placement";--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_category";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_category";--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "news_id" uuid;--> statement-breakpoint
ALTER TABLE "school_news" ADD CONSTRAINT "school_news_territory_id_territories_id_fk" FOREIGN KEY ("territory_id") REFERENCES "public"."territories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_news" ADD CONSTRAINT "school_news_program_id_programs_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."programs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_news" ADD CONSTRAINT "school_news_group_id_study_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."study_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_news" ADD CONSTRAINT "school_news_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "school_news_publish_at" ON "school_news" USING btree ("publish_at");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_news_id_school_news_id_fk" FOREIGN KEY ("news_id") REFERENCES "public"."school_news"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_news" ON "notifications" USING btree ("news_id") WHERE "notifications"."news_id" is not null;--> statement-breakpoint
ALTER TABLE "banners" ADD CONSTRAINT "banners_placement" CHECK ("banners"."placement" <@ array['home', 'logout', 'catalog', 'contracts-and-payments', 'contracts-and-payments-detail', 'events', 'parent-home-page', 'profile', 'progress', 'schedule', '2035', 'schedule-change', 'tax-deduction', 'grade-book', 'admin', 'learning-progress', 'oauth-result', '403', '404', '500', 'rki', 'catalog-course', 'purchase', 'not-me', 'school-news']::text[]);--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_category" CHECK ("deliveries"."category" in ('lessons', 'marks', 'homework', 'payments', 'enrolment', 'documents', 'tickets', 'events', 'news', 'security'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_category" CHECK ("notifications"."category" in ('lessons', 'marks', 'homework', 'payments', 'enrolment', 'documents', 'tickets', 'events', 'news', 'security'));