ALTER TABLE "users" drop column "search_words";--> statement-breakpoint
ALTER TABLE "programs" drop column "search_words";--> statement-breakpoint
ALTER TABLE "programs" drop column "search_title";--> statement-breakpoint
ALTER TABLE "subjects" drop column "search_words";--> statement-breakpoint
ALTER TABLE "courses" ALTER COLUMN "title" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "grade_books" ALTER COLUMN "title" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "mark_types" ALTER COLUMN "title" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "terms" ALTER COLUMN "title" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "first_name" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "last_name" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "patronym" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "campaigns" ALTER COLUMN "title" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "opportunities" ALTER COLUMN "title" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "programs" ALTER COLUMN "title" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "study_groups" ALTER COLUMN "title" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "subjects" ALTER COLUMN "title" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "territories" ALTER COLUMN "title" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "conversations" ALTER COLUMN "title" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "exams" ALTER COLUMN "title" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "self_study_items" ALTER COLUMN "title" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "vacations" ALTER COLUMN "title" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_words" "tsvector" GENERATED ALWAYS AS (array_to_tsvector(array_remove(string_to_array(translate(regexp_replace(normalize(lower((coalesce("last_name", '') || ' ' || coalesce("first_name", '') || ' ' || coalesce("patronym", '') || ' ' || coalesce("email", '') || ' ' || coalesce("phone", '') || ' ' || coalesce(substr("phone", 3), '') || ' ' || coalesce(right("phone", 7), '') || ' ' || coalesce(right("phone", 4), '')) collate "und-x-icu"), NFD), '[\u0300-\u036f]', '', 'g'), 'әғґҕқҡҝңҥөұүіһҳєҗҙҫҷҹҧҭјđðøłıə-.,@+_()/''‘’‛`´ʹʻʼʽʾʿˈˊˋ′‵՚ꞌ＇', 'агггкккнноууиххежзсччптиddolia         ') || ' ' || translate(regexp_replace(normalize(lower((coalesce("last_name", '') || ' ' || coalesce("first_name", '') || ' ' || coalesce("patronym", '') || ' ' || coalesce("email", '') || ' ' || coalesce("phone", '') || ' ' || coalesce(substr("phone", 3), '') || ' ' || coalesce(right("phone", 7), '') || ' ' || coalesce(right("phone", 4), '')) collate "und-x-icu"), NFD), '[\u0300-\u036f]', '', 'g'), 'әғґҕқҡҝңҥөұүіһҳєҗҙҫҷҹҧҭјđðøłıə-.,@+_()/''‘’‛`´ʹʻʼʽʾʿˈˊˋ′‵՚ꞌ＇', 'агггкккнноууиххежзсччптиddolia                             '), ' '), ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "programs" ADD COLUMN "search_words" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('russian', translate(lower(("title") collate "und-x-icu"), 'ё-.,@+_()/''«»:;!?–—', 'е                  ')), 'A') || setweight(to_tsvector('russian', translate(lower(("description") collate "und-x-icu"), 'ё-.,@+_()/''«»:;!?–—', 'е                  ')), 'C')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "programs" ADD COLUMN "search_title" text COLLATE "und-x-icu" GENERATED ALWAYS AS (translate(lower(("title") collate "und-x-icu"), 'ё-.,@+_()/''«»:;!?–—', 'е                  ')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "subjects" ADD COLUMN "search_words" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('russian', translate(lower(("title") collate "und-x-icu"), 'ё-.,@+_()/''«»:;!?–—', 'е                  ')), 'B')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_search_words" ON "users" USING gin ("search_words");--> statement-breakpoint
CREATE INDEX "programs_search_words" ON "programs" USING gin ("search_words") WITH (fastupdate=false);--> statement-breakpoint
DO $$
BEGIN
	IF EXISTS (SELECT 1 FROM "pg_available_extensions" WHERE "name" = 'pg_trgm') THEN
		CREATE EXTENSION IF NOT EXISTS "pg_trgm";
		CREATE INDEX "programs_search_title" ON "programs" USING gin ("search_title" gin_trgm_ops) WITH (fastupdate = off);
	END IF;
EXCEPTION WHEN insufficient_privilege OR undefined_object THEN
	RAISE NOTICE 'the search of courses goes without pg_trgm: %', SQLERRM;
END $$;
