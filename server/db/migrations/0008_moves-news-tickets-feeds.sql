CREATE SEQUENCE "public"."ticket_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "last_looks" (
	"user_id" uuid NOT NULL,
	"section" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "last_looks_user_id_section_pk" PRIMARY KEY("user_id","section"),
	CONSTRAINT "last_looks_section" CHECK ("last_looks"."section" in ('schedule', 'grade-book'))
);
--> statement-breakpoint
CREATE TABLE "group_moves" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"contract_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"from_group_id" uuid NOT NULL,
	"to_group_id" uuid NOT NULL,
	"requested_by_id" uuid NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"month" date NOT NULL,
	"effective_from" date NOT NULL,
	"state" text DEFAULT 'coming' NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"price_change" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "group_moves_state" CHECK ("group_moves"."state" in ('coming', 'done', 'withdrawn')),
	CONSTRAINT "group_moves_another" CHECK ("group_moves"."from_group_id" <> "group_moves"."to_group_id"),
	CONSTRAINT "group_moves_withdrawn" CHECK (("group_moves"."state" = 'withdrawn') = ("group_moves"."withdrawn_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "group_queue" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"group_id" uuid NOT NULL,
	"contract_id" uuid NOT NULL,
	"asked_by_id" uuid NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"held_until" timestamp with time zone,
	CONSTRAINT "group_queue_state" CHECK ("group_queue"."state" in ('waiting', 'held', 'taken', 'left', 'lapsed')),
	CONSTRAINT "group_queue_hold" CHECK (("group_queue"."state" = 'held') = ("group_queue"."held_until" is not null))
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"family" text NOT NULL,
	"secret_hash" text NOT NULL,
	"student_ids" uuid[] NOT NULL,
	"kinds" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_read_at" timestamp with time zone,
	CONSTRAINT "calendar_feeds_secret_hash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "calendar_feeds_once" UNIQUE("owner_id","family"),
	CONSTRAINT "calendar_feeds_family" CHECK ("calendar_feeds"."family" in ('parent', 'student')),
	CONSTRAINT "calendar_feeds_kinds" CHECK ("calendar_feeds"."kinds" <@ array['conversations', 'exam-subjects', 'offline', 'online', 'vacations', 'self-study']::text[])
);
--> statement-breakpoint
DROP INDEX "tickets_author";--> statement-breakpoint
ALTER TABLE "journal_columns" ADD COLUMN "held" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "marks" ADD COLUMN "given_at" timestamp with time zone;--> statement-breakpoint
UPDATE "marks" SET "given_at" = (SELECT "held_on" FROM "journal_columns" WHERE "journal_columns"."id" = "marks"."column_id");--> statement-breakpoint
ALTER TABLE "marks" ALTER COLUMN "given_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "was_starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "was_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "was_place" text;--> statement-breakpoint
ALTER TABLE "exams" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "exams" ADD COLUMN "was_starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "exams" ADD COLUMN "was_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "exams" ADD COLUMN "was_place" text;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "was_starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "was_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "was_place" text;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "state" text DEFAULT 'received' NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "answer_html" text;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "last_looks" ADD CONSTRAINT "last_looks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_moves" ADD CONSTRAINT "group_moves_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_moves" ADD CONSTRAINT "group_moves_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_moves" ADD CONSTRAINT "group_moves_from_group_id_study_groups_id_fk" FOREIGN KEY ("from_group_id") REFERENCES "public"."study_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_moves" ADD CONSTRAINT "group_moves_to_group_id_study_groups_id_fk" FOREIGN KEY ("to_group_id") REFERENCES "public"."study_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_moves" ADD CONSTRAINT "group_moves_requested_by_id_users_id_fk" FOREIGN KEY ("requested_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_queue" ADD CONSTRAINT "group_queue_group_id_study_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."study_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_queue" ADD CONSTRAINT "group_queue_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_queue" ADD CONSTRAINT "group_queue_asked_by_id_users_id_fk" FOREIGN KEY ("asked_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "group_moves_under_way" ON "group_moves" USING btree ("contract_id") WHERE "group_moves"."state" = 'coming';--> statement-breakpoint
CREATE UNIQUE INDEX "group_moves_month" ON "group_moves" USING btree ("contract_id","month") WHERE "group_moves"."state" <> 'withdrawn';--> statement-breakpoint
CREATE INDEX "group_moves_contract" ON "group_moves" USING btree ("contract_id","requested_at");--> statement-breakpoint
CREATE INDEX "group_moves_student" ON "group_moves" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "group_moves_from" ON "group_moves" USING btree ("from_group_id");--> statement-breakpoint
CREATE INDEX "group_moves_to" ON "group_moves" USING btree ("to_group_id");--> statement-breakpoint
CREATE INDEX "group_moves_requested_by" ON "group_moves" USING btree ("requested_by_id");--> statement-breakpoint
CREATE INDEX "group_moves_coming" ON "group_moves" USING btree ("effective_from") WHERE "group_moves"."state" = 'coming';--> statement-breakpoint
CREATE UNIQUE INDEX "group_queue_once" ON "group_queue" USING btree ("contract_id","group_id") WHERE "group_queue"."state" in ('waiting', 'held');--> statement-breakpoint
CREATE INDEX "group_queue_order" ON "group_queue" USING btree ("group_id","joined_at","id") WHERE "group_queue"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "group_queue_held" ON "group_queue" USING btree ("held_until") WHERE "group_queue"."state" = 'held';--> statement-breakpoint
CREATE INDEX "group_queue_asked_by" ON "group_queue" USING btree ("asked_by_id");--> statement-breakpoint
CREATE INDEX "marks_given" ON "marks" USING btree ("book_id","given_at");--> statement-breakpoint
CREATE INDEX "lessons_changed" ON "lessons" USING btree ("group_id","changed_at") WHERE "lessons"."changed_at" is not null;--> statement-breakpoint
CREATE INDEX "tickets_author" ON "tickets" USING btree ("author_id","created_at");--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_change" CHECK (("conversations"."state" <> 'planned' or "conversations"."changed_at" is null) and ("conversations"."changed_at" is not null or "conversations"."was_starts_at" is null) and ("conversations"."was_starts_at" is null) = ("conversations"."was_ends_at" is null));--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_change" CHECK (("exams"."state" <> 'planned' or "exams"."changed_at" is null) and ("exams"."changed_at" is not null or "exams"."was_starts_at" is null) and ("exams"."was_starts_at" is null) = ("exams"."was_ends_at" is null));--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_change" CHECK (("lessons"."state" <> 'planned' or "lessons"."changed_at" is null) and ("lessons"."changed_at" is not null or "lessons"."was_starts_at" is null) and ("lessons"."was_starts_at" is null) = ("lessons"."was_ends_at" is null));--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_state" CHECK ("tickets"."state" in ('received', 'inProgress', 'answered', 'closed'));--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_answer" CHECK (("tickets"."answer_html" is null) = ("tickets"."answered_at" is null));