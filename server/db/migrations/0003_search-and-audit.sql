ALTER TABLE "audit_entries" ADD COLUMN "impersonation_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "logout_links" ADD COLUMN "cookie_hash" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_words" "tsvector" GENERATED ALWAYS AS (array_to_tsvector(array_remove(string_to_array(translate(lower(coalesce("last_name", '') || ' ' || coalesce("first_name", '') || ' ' || coalesce("patronym", '') || ' ' || coalesce("email", '') || ' ' || coalesce("phone", '') || ' ' || coalesce(substr("phone", 3), '') || ' ' || coalesce(right("phone", 7), '') || ' ' || coalesce(right("phone", 4), '')), 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁё-.,@+_()/''', 'абвгдежзийклмнопрстуфхцчшщъыьэюяее          '), ' '), ''))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_entries_impersonation_id" ON "audit_entries" USING btree ("impersonation_id");--> statement-breakpoint
CREATE INDEX "users_search_words" ON "users" USING gin ("search_words");
