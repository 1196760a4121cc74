ALTER TABLE "group_moves" RENAME TO "transfers";
--> statement-breakpoint
ALTER INDEX "group_moves_pkey" RENAME TO "transfers_pkey";
--> statement-breakpoint
ALTER INDEX "group_moves_under_way" RENAME TO "transfers_under_way";
--> statement-breakpoint
ALTER INDEX "group_moves_month" RENAME TO "transfers_month";
--> statement-breakpoint
ALTER INDEX "group_moves_contract" RENAME TO "transfers_contract";
--> statement-breakpoint
ALTER INDEX "group_moves_student" RENAME TO "transfers_student";
--> statement-breakpoint
ALTER INDEX "group_moves_from" RENAME TO "transfers_from";
--> statement-breakpoint
ALTER INDEX "group_moves_to" RENAME TO "transfers_to";
--> statement-breakpoint
ALTER INDEX "group_moves_requested_by" RENAME TO "transfers_requested_by";
--> statement-breakpoint
ALTER INDEX "group_moves_coming" RENAME TO "transfers_coming";
--> statement-breakpoint
ALTER TABLE "transfers" RENAME CONSTRAINT "group_moves_contract_id_contracts_id_fk" TO "transfers_contract_id_contracts_id_fk";
--> statement-breakpoint
ALTER TABLE "transfers" RENAME CONSTRAINT "group_moves_student_id_users_id_fk" TO "transfers_student_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "transfers" RENAME CONSTRAINT "group_moves_from_group_id_study_groups_id_fk" TO "transfers_from_group_id_study_groups_id_fk";
--> statement-breakpoint
ALTER TABLE "transfers" RENAME CONSTRAINT "group_moves_to_group_id_study_groups_id_fk" TO "transfers_to_group_id_study_groups_id_fk";
--> statement-breakpoint
ALTER TABLE "transfers" RENAME CONSTRAINT "group_moves_requested_by_id_users_id_fk" TO "transfers_requested_by_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "transfers" RENAME CONSTRAINT "group_moves_state" TO "transfers_state";
--> statement-breakpoint
ALTER TABLE "transfers" RENAME CONSTRAINT "group_moves_another" TO "transfers_another";
--> statement-breakpoint
ALTER TABLE "transfers" RENAME CONSTRAINT "group_moves_withdrawn" TO "transfers_withdrawn";
--> statement-breakpoint
ALTER TABLE "conversations" RENAME COLUMN "was_starts_at" TO "previous_starts_at";
--> statement-breakpoint
ALTER TABLE "conversations" RENAME COLUMN "was_ends_at" TO "previous_ends_at";
--> statement-breakpoint
ALTER TABLE "conversations" RENAME COLUMN "was_place" TO "previous_place";
--> statement-breakpoint
ALTER TABLE "exams" RENAME COLUMN "was_starts_at" TO "previous_starts_at";
--> statement-breakpoint
ALTER TABLE "exams" RENAME COLUMN "was_ends_at" TO "previous_ends_at";
--> statement-breakpoint
ALTER TABLE "exams" RENAME COLUMN "was_place" TO "previous_place";
--> statement-breakpoint
ALTER TABLE "lessons" RENAME COLUMN "was_starts_at" TO "previous_starts_at";
--> statement-breakpoint
ALTER TABLE "lessons" RENAME COLUMN "was_ends_at" TO "previous_ends_at";
--> statement-breakpoint
ALTER TABLE "lessons" RENAME COLUMN "was_place" TO "previous_place";
