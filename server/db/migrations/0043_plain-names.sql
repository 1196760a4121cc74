ALTER TABLE "particulars" RENAME TO "personal_details";
--> statement-breakpoint
ALTER INDEX "particulars_pkey" RENAME TO "personal_details_pkey";
--> statement-breakpoint
ALTER TABLE "personal_details" RENAME CONSTRAINT "particulars_user_id_users_id_fk" TO "personal_details_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "personal_details" RENAME CONSTRAINT "particulars_tax_number" TO "personal_details_tax_number";
--> statement-breakpoint
ALTER TABLE "last_looks" RENAME TO "seen_sections";
--> statement-breakpoint
ALTER TABLE "seen_sections" RENAME CONSTRAINT "last_looks_user_id_section_pk" TO "seen_sections_user_id_section_pk";
--> statement-breakpoint
ALTER TABLE "seen_sections" RENAME CONSTRAINT "last_looks_user_id_users_id_fk" TO "seen_sections_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "seen_sections" RENAME CONSTRAINT "last_looks_section" TO "seen_sections_section";
--> statement-breakpoint
ALTER TABLE "group_queue" RENAME TO "waiting_list_entries";
--> statement-breakpoint
ALTER INDEX "group_queue_pkey" RENAME TO "waiting_list_entries_pkey";
--> statement-breakpoint
ALTER INDEX "group_queue_once" RENAME TO "waiting_list_entries_once";
--> statement-breakpoint
ALTER INDEX "group_queue_order" RENAME TO "waiting_list_entries_order";
--> statement-breakpoint
ALTER INDEX "group_queue_held" RENAME TO "waiting_list_entries_held";
--> statement-breakpoint
ALTER INDEX "group_queue_contract" RENAME TO "waiting_list_entries_contract";
--> statement-breakpoint
ALTER INDEX "group_queue_asked_by" RENAME TO "waiting_list_entries_requested_by";
--> statement-breakpoint
ALTER TABLE "waiting_list_entries" RENAME CONSTRAINT "group_queue_group_id_study_groups_id_fk" TO "waiting_list_entries_group_id_study_groups_id_fk";
--> statement-breakpoint
ALTER TABLE "waiting_list_entries" RENAME CONSTRAINT "group_queue_student_id_users_id_fk" TO "waiting_list_entries_student_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "waiting_list_entries" RENAME CONSTRAINT "group_queue_contract_id_contracts_id_fk" TO "waiting_list_entries_contract_id_contracts_id_fk";
--> statement-breakpoint
ALTER TABLE "waiting_list_entries" RENAME CONSTRAINT "group_queue_asked_by_id_users_id_fk" TO "waiting_list_entries_requested_by_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "waiting_list_entries" RENAME CONSTRAINT "group_queue_state" TO "waiting_list_entries_state";
--> statement-breakpoint
ALTER TABLE "waiting_list_entries" RENAME CONSTRAINT "group_queue_hold" TO "waiting_list_entries_hold";
--> statement-breakpoint
ALTER TABLE "pictures" RENAME TO "avatars";
--> statement-breakpoint
ALTER INDEX "pictures_pkey" RENAME TO "avatars_pkey";
--> statement-breakpoint
ALTER INDEX "pictures_owner" RENAME TO "avatars_owner";
--> statement-breakpoint
ALTER INDEX "pictures_uploaded" RENAME TO "avatars_uploaded";
--> statement-breakpoint
ALTER TABLE "avatars" RENAME CONSTRAINT "pictures_owner_id_users_id_fk" TO "avatars_owner_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "waiting_list_entries" RENAME COLUMN "asked_by_id" TO "requested_by_id";
--> statement-breakpoint
ALTER TABLE "school_news" RENAME COLUMN "told_until" TO "notified_until";
--> statement-breakpoint
ALTER TABLE "school_news" RENAME COLUMN "told_count" TO "notified_count";
--> statement-breakpoint
ALTER TABLE "school_news" RENAME COLUMN "told_at" TO "notified_at";
--> statement-breakpoint
ALTER TABLE "oidc_attempts" RENAME COLUMN "kept" TO "payload";
--> statement-breakpoint
ALTER TABLE "known_devices" RENAME COLUMN "sign_in_anew" TO "requires_reauthentication";
--> statement-breakpoint
ALTER TABLE "tax_certificates" RENAME COLUMN "made_of" TO "subject";
--> statement-breakpoint
ALTER TABLE "calendar_feeds" RENAME COLUMN "family" TO "role_group";
--> statement-breakpoint
ALTER TABLE "calendar_feeds" RENAME CONSTRAINT "calendar_feeds_family" TO "calendar_feeds_role_group";
--> statement-breakpoint
DROP TRIGGER "record_inserted" ON "personal_details";
--> statement-breakpoint
DROP TRIGGER "record_updated" ON "personal_details";
--> statement-breakpoint
DROP TRIGGER "record_deleted" ON "personal_details";
--> statement-breakpoint
CALL note_changes_of('personal_details', 'personal_details', 'user_id::text');
--> statement-breakpoint
UPDATE "record_changes" SET "target" = 'personal_details' WHERE "target" = 'particulars';
--> statement-breakpoint
UPDATE "external_ids" SET "target" = 'personal_details' WHERE "target" = 'particulars';
--> statement-breakpoint
DROP TRIGGER "record_inserted" ON "waiting_list_entries";
--> statement-breakpoint
DROP TRIGGER "record_updated" ON "waiting_list_entries";
--> statement-breakpoint
DROP TRIGGER "record_deleted" ON "waiting_list_entries";
--> statement-breakpoint
CALL note_changes_of('waiting_list_entries', 'waiting_list_entries', 'id::text');
--> statement-breakpoint
UPDATE "record_changes" SET "target" = 'waiting_list_entries' WHERE "target" = 'group_queue';
--> statement-breakpoint
UPDATE "external_ids" SET "target" = 'waiting_list_entries' WHERE "target" = 'group_queue';
--> statement-breakpoint
DROP TRIGGER "record_inserted" ON "avatars";
--> statement-breakpoint
DROP TRIGGER "record_updated" ON "avatars";
--> statement-breakpoint
DROP TRIGGER "record_deleted" ON "avatars";
--> statement-breakpoint
CALL note_changes_of('avatars', 'avatars', 'name::text');
--> statement-breakpoint
UPDATE "record_changes" SET "target" = 'avatars' WHERE "target" = 'pictures';
--> statement-breakpoint
UPDATE "external_ids" SET "target" = 'avatars' WHERE "target" = 'pictures';
