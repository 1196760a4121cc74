ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_actor_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_subject_id_users_id_fk";
--> statement-breakpoint
DROP INDEX "audit_entries_actor_id";--> statement-breakpoint
DROP INDEX "audit_entries_subject_id";--> statement-breakpoint
DROP INDEX "audit_entries_at";--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "command" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "detail" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "browser" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "system" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "request_id" text;--> statement-breakpoint
CREATE INDEX "audit_entries_kind" ON "audit_entries" USING btree (split_part("action", '.', 1),"at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "audit_entries" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_subject" ON "audit_entries" USING btree ("subject_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_refused" ON "audit_entries" USING btree ("at","id") WHERE "audit_entries"."problem" is not null;--> statement-breakpoint
CREATE INDEX "audit_entries_reason" ON "audit_entries" USING btree ("at","id") WHERE "audit_entries"."reason" is not null;--> statement-breakpoint
CREATE INDEX "audit_entries_at" ON "audit_entries" USING btree ("at","id");--> statement-breakpoint
CREATE TRIGGER "audit_entries_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
REVOKE UPDATE, DELETE, TRUNCATE ON "audit_entries" FROM CURRENT_USER;
