ALTER TABLE "lesson_results" ADD COLUMN "homework_task" text;--> statement-breakpoint
ALTER TABLE "lesson_results" ADD COLUMN "homework_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lesson_results" ADD COLUMN "homework_accepted_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lesson_results" ADD CONSTRAINT "lesson_results_homework_task" CHECK ("lesson_results"."homework_state" <> 'none' or ("lesson_results"."homework_task" is null and "lesson_results"."homework_due_at" is null and "lesson_results"."homework_accepted_until" is null)) NOT VALID;