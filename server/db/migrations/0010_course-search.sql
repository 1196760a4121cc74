ALTER TABLE "programs" ADD COLUMN "search_words" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('russian', translate(lower("title"), 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁё-.,@+_()/''«»:;!?–—', 'абвгдежзийклмнопрстуфхцчшщъыьэюяее                  ')), 'A') || setweight(to_tsvector('russian', translate(lower("description"), 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁё-.,@+_()/''«»:;!?–—', 'абвгдежзийклмнопрстуфхцчшщъыьэюяее                  ')), 'C')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "programs" ADD COLUMN "search_title" text GENERATED ALWAYS AS (translate(lower("title"), 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁё-.,@+_()/''«»:;!?–—', 'абвгдежзийклмнопрстуфхцчшщъыьэюяее                  ')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "subjects" ADD COLUMN "search_words" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('russian', translate(lower("title"), 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁё-.,@+_()/''«»:;!?–—', 'абвгдежзийклмнопрстуфхцчшщъыьэюяее                  ')), 'B')) STORED NOT NULL;--> statement-breakpoint
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
