-- Large tables are stored by school year (decision 110). Leaves the transaction of the migrations, so that no call waits
-- for the scan of a table. May be repeated.
-- squawk-ignore-file transaction-nesting, ban-uncommitted-transaction, prefer-robust-stmts
CREATE OR REPLACE FUNCTION "school_year_of"("at" timestamp with time zone) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
	-- A school year begins on 1 August here, so that what is prepared for September belongs to it.
	SELECT extract(year FROM ("at" AT TIME ZONE 'UTC') - interval '7 months')::integer
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "school_year_bound"("year" integer, "type" regtype) RETURNS text LANGUAGE sql STABLE AS $$
	-- Literal of the first key of a year. Ids with a year are above all random ones: version 8 is above version 4.
	SELECT CASE "type" WHEN 'uuid'::regtype THEN format('%L', format('ffffffff-ffff-8%s-0000-000000000000', lpad(("year" % 1000)::text, 3, '0')))
		ELSE format('%L', make_timestamptz("year", 8, 1, 0, 0, 0, 'UTC')) END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "id_of_year"("year" integer DEFAULT "school_year_of"(now())) RETURNS uuid LANGUAGE sql VOLATILE AS $$
	-- 62 random bits after the year.
	SELECT overlay(gen_random_uuid()::text PLACING 'ffffffff-ffff-8' || lpad(("year" % 1000)::text, 3, '0') FROM 1 FOR 18)::uuid
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "add_partition"("stored" text, "part" text, "template" text, "bounds" text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	line text;
BEGIN
	EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part, template);
	EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I %s', stored, part, bounds);
	FOR line IN SELECT format('ALTER INDEX %I RENAME TO %I', own.relname, part || substr(whole.relname, length(stored) + 1)) FROM pg_index
		JOIN pg_class AS own ON own.oid = indexrelid JOIN pg_inherits ON inhrelid = indexrelid JOIN pg_class AS whole ON whole.oid = inhparent
		WHERE indrelid = part::regclass AND own.relname <> part || substr(whole.relname, length(stored) + 1) LOOP
		EXECUTE line;
	END LOOP;
	CALL protect_partition(stored, part);
END $$;
--> statement-breakpoint
CREATE OR REPLACE PROCEDURE "protect_partition"("stored" text, "part" text) LANGUAGE plpgsql AS $$
DECLARE
	line text;
BEGIN
	-- Triggers of a statement belong to the table that it names.
	FOR line IN SELECT replace(pg_get_triggerdef(oid), format(' ON public.%I ', stored), format(' ON public.%I ', part)) FROM pg_trigger
		WHERE tgrelid = stored::regclass AND tgfoid = 'refuse_change'::regproc LOOP
		EXECUTE line;
	END LOOP;
	FOR line IN SELECT kind FROM pg_class CROSS JOIN unnest(ARRAY['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS kind
		WHERE pg_class.oid = stored::regclass AND relacl IS NOT NULL
			AND NOT EXISTS (SELECT FROM aclexplode(relacl) WHERE grantee = relowner AND privilege_type = kind) LOOP
		EXECUTE format('REVOKE %s ON %I FROM CURRENT_USER', line, part);
	END LOOP;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "add_school_year"("year" integer) RETURNS SETOF text LANGUAGE plpgsql SECURITY DEFINER
	SET search_path TO 'public', 'pg_temp' SET lock_timeout TO '1s' AS $$
-- Returns the tables that cannot have it, because rows of the year are in their default partition.
DECLARE
	stored text;
	key_type regtype;
BEGIN
	IF year NOT BETWEEN 2000 AND 2998 THEN RAISE EXCEPTION 'no school year %', year USING ERRCODE = 'invalid_parameter_value'; END IF;
	FOR stored, key_type IN SELECT relname, atttypid FROM pg_partitioned_table JOIN pg_class ON pg_class.oid = partrelid
		JOIN pg_attribute ON attrelid = partrelid AND attnum = partattrs[0] WHERE relnamespace = 'public'::regnamespace ORDER BY relname LOOP
		CONTINUE WHEN to_regclass(format('%I', stored || '_' || year)) IS NOT NULL;
		BEGIN
			PERFORM add_partition(stored, stored || '_' || year, stored || '_default', format('FOR VALUES FROM (%s) TO (%s)',
				school_year_bound(year, key_type), school_year_bound(year + 1, key_type)));
		EXCEPTION
			WHEN check_violation THEN RETURN NEXT stored;
			-- The partition of the years before the conversion has this one too.
			WHEN invalid_object_definition THEN NULL;
		END;
	END LOOP;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "analyze_school_years"() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
-- Autovacuum analyzes partitions only; the planner also reads statistics of the whole.
DECLARE
	stored regclass;
BEGIN
	FOR stored IN SELECT partrelid FROM pg_partitioned_table JOIN pg_class ON pg_class.oid = partrelid WHERE relnamespace = 'public'::regnamespace LOOP
		EXECUTE format('ANALYZE %s', stored);
	END LOOP;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "require_marks_once"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		IF NOT EXISTS (SELECT id, book_id, column_id FROM "added" EXCEPT SELECT id, book_id, column_id FROM "former") THEN RETURN NULL; END IF;
	END IF;
	-- The check below has a newer snapshot: it sees the marks that the lock waited for.
	PERFORM 1 FROM "grade_books" WHERE "id" IN (SELECT "book_id" FROM "added") ORDER BY "id" FOR NO KEY UPDATE;
	IF EXISTS (SELECT FROM "added" JOIN "marks" USING ("book_id", "column_id") WHERE "marks"."id" <> "added"."id") THEN
		RAISE EXCEPTION 'a grade book has one mark in a column of a journal' USING ERRCODE = 'unique_violation', CONSTRAINT = 'marks_once';
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "require_paid_fits"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- The checks below have a newer snapshot: they see the operations that the lock waited for.
	PERFORM 1 FROM "payments" WHERE "id" IN (SELECT "payment_id" FROM "added") ORDER BY "id" FOR NO KEY UPDATE;
	IF EXISTS (SELECT FROM "added" JOIN "operations" USING ("payment_id", "external_id") WHERE "operations"."id" <> "added"."id") THEN
		RAISE EXCEPTION 'an operation of the bank is booked once for a payment' USING ERRCODE = 'unique_violation', CONSTRAINT = 'operations_external';
	END IF;
	IF EXISTS (
		SELECT 1 FROM "payments" JOIN "payment_balances" ON "payment_id" = "payments"."id"
		WHERE "payments"."id" IN (SELECT "payment_id" FROM "added") AND "paid" NOT BETWEEN 0 AND "amount"
	) THEN
		RAISE EXCEPTION 'what is paid of a payment lies between nothing and its amount'
			USING ERRCODE = 'check_violation', CONSTRAINT = 'paid_fits';
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "marks_once" AFTER INSERT ON "marks" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "require_marks_once"();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "marks_once_changed" AFTER UPDATE ON "marks" REFERENCING OLD TABLE AS "former" NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "require_marks_once"();
--> statement-breakpoint
CREATE OR REPLACE PROCEDURE "store_by_school_year"("stored" text, "key" text) LANGUAGE plpgsql AS $$
DECLARE
	earlier text := stored || '_earlier';
	latest timestamptz := now();
	key_type regtype;
	attributes record;
	line text;
	made text[];
BEGIN
	IF (SELECT relkind = 'r' FROM pg_class WHERE oid = stored::regclass) THEN
		SELECT atttypid INTO key_type FROM pg_attribute WHERE attrelid = stored::regclass AND attname = key;
		IF NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = stored::regclass AND conname = 'earlier_years') THEN
			IF key_type <> 'uuid'::regtype THEN EXECUTE format('SELECT greatest(now(), max(%I)) FROM %I', key, stored) INTO latest; END IF;
			EXECUTE format('ALTER TABLE %I ADD CONSTRAINT earlier_years CHECK (%I < %s) NOT VALID', stored, key,
				school_year_bound(school_year_of(latest) + (key_type <> 'uuid'::regtype)::integer, key_type));
			COMMIT;
		END IF;
		-- No call waits while the rows are read. Without this, ATTACH would read them behind an exclusive lock.
		EXECUTE format('ALTER TABLE %I VALIDATE CONSTRAINT earlier_years', stored);
		COMMIT;
		EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', stored);
		SELECT
			(SELECT (regexp_match(pg_get_constraintdef(oid), '''[^'']*'''))[1] FROM pg_constraint WHERE conrelid = pg_class.oid AND conname = 'earlier_years') AS bound,
			-- Keys without the column of the partitions stay keys of each partition.
			(SELECT array_agg(format('ALTER TABLE %I ADD CONSTRAINT %I %s', stored, conname, pg_get_constraintdef(oid)) ORDER BY contype, conname) FROM pg_constraint
				WHERE conrelid = pg_class.oid AND conparentid = 0 AND (contype = 'f' OR contype IN ('p', 'u')
					AND (SELECT attnum FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = key) = ANY (conkey)))
				|| (SELECT array_agg(pg_get_indexdef(indexrelid)) FROM pg_index WHERE indrelid = pg_class.oid AND NOT indisunique) AS keys,
			(SELECT array_agg(tgname) FROM pg_trigger WHERE tgrelid = pg_class.oid AND NOT tgisinternal) AS triggers,
			(SELECT array_agg(pg_get_triggerdef(oid)) FROM pg_trigger WHERE tgrelid = pg_class.oid AND NOT tgisinternal) AS trigger_definitions,
			(SELECT array_agg(relname) FROM pg_index JOIN pg_class AS index ON index.oid = indexrelid WHERE indrelid = pg_class.oid) AS indexes,
			(SELECT array_agg(format('ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %I %s NOT VALID', conrelid::regclass, conname, conname, pg_get_constraintdef(oid)))
				FROM pg_constraint WHERE confrelid = pg_class.oid AND conparentid = 0 AND contype = 'f') AS referring,
			(SELECT array_agg(DISTINCT format('CREATE OR REPLACE VIEW %s AS %s', ev_class::regclass, pg_get_viewdef(ev_class))) FROM pg_depend
				JOIN pg_rewrite ON pg_rewrite.oid = objid WHERE refobjid = pg_class.oid AND classid = 'pg_rewrite'::regclass) AS views,
			CASE WHEN relacl IS NOT NULL THEN ARRAY[format('REVOKE ALL ON %I FROM CURRENT_USER', stored)]
				|| (SELECT array_agg(format('GRANT %s ON %I TO %s', privilege_type, stored, coalesce(quote_ident(rolname), 'PUBLIC')))
					FROM aclexplode(relacl) LEFT JOIN pg_roles ON pg_roles.oid = grantee) END AS rights
			INTO attributes FROM pg_class WHERE oid = stored::regclass;
		FOREACH line IN ARRAY coalesce(attributes.triggers, '{}') LOOP EXECUTE format('DROP TRIGGER %I ON %I', line, stored); END LOOP;
		EXECUTE format('ALTER TABLE %I RENAME TO %I', stored, earlier);
		FOREACH line IN ARRAY attributes.indexes LOOP
			EXECUTE format('ALTER INDEX %I RENAME TO %I', line, earlier || substr(line, length(stored) + 1));
		END LOOP;
		EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL EXCLUDING INDEXES) PARTITION BY RANGE (%I)', stored, earlier, key);
		EXECUTE format('ALTER TABLE %I DROP CONSTRAINT earlier_years', stored);
		made := attributes.keys || attributes.views || attributes.rights;
		FOREACH line IN ARRAY made LOOP EXECUTE line; END LOOP;
		EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%s)', stored, earlier, attributes.bound);
		EXECUTE format('ALTER TABLE %I DROP CONSTRAINT earlier_years', earlier);
		made := attributes.trigger_definitions || attributes.referring;
		FOREACH line IN ARRAY coalesce(made, '{}') LOOP EXECUTE line; END LOOP;
		CALL protect_partition(stored, earlier);
		PERFORM add_partition(stored, stored || '_default', earlier, 'DEFAULT');
		COMMIT;
	END IF;
	FOR line IN SELECT format('ALTER TABLE %s VALIDATE CONSTRAINT %I', conrelid::regclass, conname) FROM pg_constraint
		WHERE confrelid = stored::regclass AND conparentid = 0 AND contype = 'f' AND NOT convalidated LOOP
		EXECUTE line;
	END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE "operations" ALTER COLUMN "id" SET DEFAULT id_of_year();--> statement-breakpoint
ALTER TABLE "marks" ALTER COLUMN "id" SET DEFAULT id_of_year();--> statement-breakpoint
ALTER TABLE "lessons" ALTER COLUMN "id" SET DEFAULT id_of_year();--> statement-breakpoint
COMMIT;--> statement-breakpoint
CALL "store_by_school_year"('audit_entries', 'at');--> statement-breakpoint
CALL "store_by_school_year"('operations', 'id');--> statement-breakpoint
CALL "store_by_school_year"('lesson_results', 'lesson_id');--> statement-breakpoint
CALL "store_by_school_year"('marks', 'id');--> statement-breakpoint
CALL "store_by_school_year"('mark_history', 'mark_id');--> statement-breakpoint
SELECT "add_school_year"("year") FROM generate_series("school_year_of"(now()), "school_year_of"(now()) + 1) AS "year";--> statement-breakpoint
SELECT "analyze_school_years"();--> statement-breakpoint
DROP PROCEDURE "store_by_school_year";--> statement-breakpoint
BEGIN;
