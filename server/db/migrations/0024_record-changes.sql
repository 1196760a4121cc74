CREATE TABLE "record_changes" (
	"target" text NOT NULL,
	"key" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"is_deleted" boolean NOT NULL,
	CONSTRAINT "record_changes_target_key_pk" PRIMARY KEY("target","key")
);
--> statement-breakpoint
CREATE TABLE "service_requests" (
	"account_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"outcome" json,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "service_requests_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
ALTER TABLE "service_requests" ADD CONSTRAINT "service_requests_account_id_service_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."service_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "record_changes_time" ON "record_changes" USING btree ("target","changed_at");--> statement-breakpoint
CREATE INDEX "service_requests_created_at" ON "service_requests" USING btree ("created_at");--> statement-breakpoint
CREATE FUNCTION "note_record_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format(
		'INSERT INTO record_changes (target, key, changed_at, is_deleted) SELECT DISTINCT %L, %s, now(), %L::boolean FROM changed
			ON CONFLICT (target, key) DO UPDATE SET changed_at = excluded.changed_at, is_deleted = excluded.is_deleted',
		TG_ARGV[0], TG_ARGV[1], TG_OP = 'DELETE' AND TG_TABLE_NAME = TG_ARGV[0]);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE PROCEDURE "note_changes_of"("noted" text, "target" text, "key" text) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('CREATE TRIGGER record_inserted AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes(%L, %L)', noted, target, key);
	EXECUTE format('CREATE TRIGGER record_updated AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes(%L, %L)', noted, target, key);
	EXECUTE format('CREATE TRIGGER record_deleted AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes(%L, %L)', noted, target, key);
END $$;
--> statement-breakpoint
DO $$
DECLARE
	noted text;
	key text;
BEGIN
	FOREACH noted IN ARRAY ARRAY['territories', 'subjects', 'campaigns', 'terms', 'vacations', 'programs', 'users', 'user_roles', 'linked_accounts', 'particulars', 'study_groups', 'slots', 'group_memberships', 'lessons', 'exams', 'conversations', 'self_study_items', 'lesson_results', 'grade_scales', 'mark_types', 'courses', 'grade_books', 'grade_book_courses', 'term_marks', 'journal_columns', 'marks', 'mark_history', 'opportunities', 'opportunity_groups', 'offers', 'enrolments', 'contracts', 'contract_states', 'payments', 'operations', 'baskets', 'transfers', 'group_queue', 'tax_certificates', 'events', 'banners', 'tickets', 'pictures'] LOOP
		SELECT string_agg(quote_ident(attname) || '::text', ' || ''.'' || ' ORDER BY place) INTO key
		FROM pg_index CROSS JOIN unnest(indkey) WITH ORDINALITY AS part (attnum, place) JOIN pg_attribute ON attrelid = indrelid AND pg_attribute.attnum = part.attnum
		WHERE indrelid = noted::regclass AND indisprimary;
		CALL note_changes_of(noted, noted, key);
	END LOOP;
	CALL note_changes_of('guardianships', 'users', 'child_id::text');
END $$;
