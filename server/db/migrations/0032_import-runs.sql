CREATE TABLE "import_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"file_name" text NOT NULL,
	"size" integer,
	"started_by" uuid,
	"is_command" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"skip_faulty" boolean DEFAULT false NOT NULL,
	"allow_deletes" boolean DEFAULT false NOT NULL,
	"may_appoint" boolean DEFAULT false NOT NULL,
	"progress_file" text,
	"progress" real DEFAULT 0 NOT NULL,
	"finished_at" timestamp with time zone,
	"files" json,
	"faults" integer DEFAULT 0 NOT NULL,
	"findings" json,
	"content" "bytea",
	CONSTRAINT "import_runs_state" CHECK ("import_runs"."state" in ('checking', 'checked', 'applying', 'applied', 'failed', 'discarded'))
);
--> statement-breakpoint
ALTER TABLE "import_runs" ADD CONSTRAINT "import_runs_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_runs_created_at" ON "import_runs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "import_runs_started_by" ON "import_runs" USING btree ("started_by");