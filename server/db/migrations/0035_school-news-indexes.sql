CREATE INDEX "school_news_territory" ON "school_news" USING btree ("territory_id");--> statement-breakpoint
CREATE INDEX "school_news_program" ON "school_news" USING btree ("program_id");--> statement-breakpoint
CREATE INDEX "school_news_group" ON "school_news" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "school_news_author" ON "school_news" USING btree ("author_id");