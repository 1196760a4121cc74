DROP TRIGGER "operations_stay" ON "operations";
--> statement-breakpoint
CREATE TRIGGER "operations_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "operations" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();