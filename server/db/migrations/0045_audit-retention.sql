-- Rejections of visitors may be deleted when they are old. The search path is fixed: a role that may create schemas could
-- otherwise bring its own now() or comparison.
CREATE FUNCTION "require_audit_retention"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF OLD."problem" IS NOT NULL AND OLD."actor_id" IS NULL AND OLD."at" < now() - interval '90 days' THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'of % only rejections of visitors are deleted, after 90 days', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
DROP TRIGGER "audit_entries_stay" ON "audit_entries";
--> statement-breakpoint
CREATE TRIGGER "audit_entries_stay" BEFORE UPDATE OR TRUNCATE ON "audit_entries" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "audit_entries_retention" BEFORE DELETE ON "audit_entries" FOR EACH ROW EXECUTE FUNCTION "require_audit_retention"();
--> statement-breakpoint
GRANT DELETE ON "audit_entries" TO CURRENT_USER;
