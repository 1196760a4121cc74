CREATE TABLE "opened_news" (
	"user_id" uuid NOT NULL,
	"section" text NOT NULL,
	"item_id" uuid NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "opened_news_user_id_section_item_id_pk" PRIMARY KEY("user_id","section","item_id"),
	CONSTRAINT "opened_news_section" CHECK ("opened_news"."section" in ('schedule', 'grade-book'))
);
--> statement-breakpoint
ALTER TABLE "opened_news" ADD CONSTRAINT "opened_news_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;