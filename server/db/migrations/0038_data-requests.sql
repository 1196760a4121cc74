CREATE TABLE "data_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"subject_id" uuid NOT NULL,
	"requested_by_id" uuid NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"due_on" date NOT NULL,
	"wrong" text,
	"right" text,
	"taken_by_id" uuid,
	"decided_by_id" uuid,
	"decided_at" timestamp with time zone,
	"answer" text,
	"erase_after" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "data_requests_kind" CHECK ("data_requests"."kind" in ('correction', 'deletion')),
	CONSTRAINT "data_requests_state" CHECK ("data_requests"."state" in ('asked', 'accepted', 'refused', 'withdrawn', 'done', 'erasing')),
	CONSTRAINT "data_requests_ended" CHECK (("data_requests"."state" in ('asked', 'accepted', 'erasing')) = ("data_requests"."ended_at" is null)),
	CONSTRAINT "data_requests_erase_after" CHECK (("data_requests"."state" in ('accepted', 'erasing')) = ("data_requests"."erase_after" is not null))
);
--> statement-breakpoint
CREATE TABLE "kept_identities" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"erased_at" timestamp with time zone NOT NULL,
	"kept_until" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_subject_id_users_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_requested_by_id_users_id_fk" FOREIGN KEY ("requested_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_taken_by_id_users_id_fk" FOREIGN KEY ("taken_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_identities" ADD CONSTRAINT "kept_identities_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "data_requests_open" ON "data_requests" USING btree ("subject_id","kind") WHERE "data_requests"."state" in ('asked', 'accepted');--> statement-breakpoint
CREATE INDEX "data_requests_subject" ON "data_requests" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "data_requests_requested_by" ON "data_requests" USING btree ("requested_by_id","requested_at");--> statement-breakpoint
CREATE INDEX "data_requests_taken_by" ON "data_requests" USING btree ("taken_by_id");--> statement-breakpoint
CREATE INDEX "data_requests_decided_by" ON "data_requests" USING btree ("decided_by_id");--> statement-breakpoint
CREATE INDEX "data_requests_due" ON "data_requests" USING btree ("erase_after") WHERE "data_requests"."state" = 'accepted';--> statement-breakpoint
CREATE INDEX "data_requests_asked" ON "data_requests" USING btree ("requested_at") WHERE "data_requests"."state" = 'asked';--> statement-breakpoint
CREATE INDEX "kept_identities_until" ON "kept_identities" USING btree ("kept_until");--> statement-breakpoint
CREATE OR REPLACE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp' AS $$
BEGIN
	-- The state is never committed: only the transaction that deletes the data of a person sees it.
	IF TG_OP <> 'TRUNCATE' AND EXISTS (SELECT FROM public.data_requests WHERE state = 'erasing') THEN
		RETURN NULL;
	END IF;
	RAISE EXCEPTION 'rows of % are added, never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "require_audit_retention"() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp' AS $$
BEGIN
	IF OLD."problem" IS NOT NULL AND OLD."actor_id" IS NULL AND OLD."at" < now() - interval '90 days' THEN
		RETURN OLD;
	END IF;
	-- Only `erase_audit_details` deletes as the owner of the table, where the server has a role of its own.
	IF EXISTS (SELECT FROM public.data_requests WHERE state = 'erasing')
		AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID) THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'of % only rejections of visitors are deleted, after 90 days', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE FUNCTION "erase_audit_details"("people" uuid[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
-- Entries of erased people stay with action, actor, subject and time. Rows of the log cannot be updated: they are written anew.
BEGIN
	WITH erased AS (
		DELETE FROM "audit_entries" WHERE ("actor_id" = ANY ("people") OR "subject_id" = ANY ("people"))
			AND num_nonnulls("reason", "detail", "address", "browser", "system", "request_id") > 0
		RETURNING *
	)
	INSERT INTO "audit_entries" ("id", "at", "action", "actor_id", "subject_id", "command", "impersonation_id", "problem", "address", "browser", "system", "request_id")
	SELECT "id", "at", "action", "actor_id", "subject_id", "command", "impersonation_id", "problem",
		-- The device of another actor, as of an administrator, is not the person's.
		CASE WHEN "actor_id" <> ALL ("people") THEN "address" END, CASE WHEN "actor_id" <> ALL ("people") THEN "browser" END,
		CASE WHEN "actor_id" <> ALL ("people") THEN "system" END, CASE WHEN "actor_id" <> ALL ("people") THEN "request_id" END
	FROM erased;
END $$;
