CREATE TABLE "absences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"student_id" uuid NOT NULL,
	"reported_by_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"comment" text,
	"lesson_id" uuid,
	"starts_on" date,
	"ends_on" date,
	"created_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "absences_reason" CHECK ("absences"."reason" in ('illness', 'family', 'other')),
	CONSTRAINT "absences_other" CHECK ("absences"."reason" <> 'other' or "absences"."comment" is not null),
	CONSTRAINT "absences_when" CHECK (("absences"."lesson_id" is null) = ("absences"."starts_on" is not null) and ("absences"."starts_on" is null) = ("absences"."ends_on" is null) and "absences"."starts_on" <= "absences"."ends_on")
);
--> statement-breakpoint
ALTER TABLE "absences" ADD CONSTRAINT "absences_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "absences" ADD CONSTRAINT "absences_reported_by_id_users_id_fk" FOREIGN KEY ("reported_by_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "absences" ADD CONSTRAINT "absences_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "absences_student" ON "absences" USING btree ("student_id","created_at");--> statement-breakpoint
CREATE INDEX "absences_lesson" ON "absences" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "absences_reporter" ON "absences" USING btree ("reported_by_id");--> statement-breakpoint
CREATE INDEX "absences_days" ON "absences" USING btree ("ends_on") WHERE "absences"."withdrawn_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "absences_once" ON "absences" USING btree ("student_id","lesson_id") WHERE "absences"."withdrawn_at" is null and "absences"."lesson_id" is not null;--> statement-breakpoint
CALL note_changes_of('absences', 'absences', 'id::text');
