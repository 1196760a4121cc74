ALTER TABLE "opened_news" RENAME TO "opened_items";
--> statement-breakpoint
ALTER TABLE "opened_items" RENAME CONSTRAINT "opened_news_user_id_section_item_id_pk" TO "opened_items_user_id_section_item_id_pk";
--> statement-breakpoint
ALTER TABLE "opened_items" RENAME CONSTRAINT "opened_news_section" TO "opened_items_section";
--> statement-breakpoint
ALTER TABLE "opened_items" RENAME CONSTRAINT "opened_news_user_id_users_id_fk" TO "opened_items_user_id_users_id_fk";
