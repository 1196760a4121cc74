CREATE OR REPLACE FUNCTION "erase_audit_details"("people" uuid[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
-- Entries of erased people stay with action, actor, subject and time. Rows of the log cannot be updated: they are written anew.
BEGIN
	WITH erased AS (
		DELETE FROM "audit_entries" WHERE ("subject_id" = ANY ("people") AND num_nonnulls("reason", "detail") > 0) OR (
			("actor_id" = ANY ("people") OR ("actor_id" IS NULL AND "subject_id" = ANY ("people")))
			AND num_nonnulls("address", "browser", "system", "request_id") > 0
		)
		RETURNING *
	)
	INSERT INTO "audit_entries" ("id", "at", "action", "actor_id", "subject_id", "command", "impersonation_id", "problem", "reason", "detail", "address", "browser", "system", "request_id")
	SELECT "id", "at", "action", "actor_id", "subject_id", "command", "impersonation_id", "problem",
		-- What a former employee has done to others stays explained.
		CASE WHEN "subject_id" = ANY ("people") THEN NULL ELSE "reason" END, CASE WHEN "subject_id" = ANY ("people") THEN NULL ELSE "detail" END,
		-- The device of another actor, as of an administrator, is not the person's.
		CASE WHEN "actor_id" <> ALL ("people") THEN "address" END, CASE WHEN "actor_id" <> ALL ("people") THEN "browser" END,
		CASE WHEN "actor_id" <> ALL ("people") THEN "system" END, CASE WHEN "actor_id" <> ALL ("people") THEN "request_id" END
	FROM erased;
END $$;
