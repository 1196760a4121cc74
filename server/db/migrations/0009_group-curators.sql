ALTER TABLE "study_groups" ADD COLUMN "curator_id" uuid;--> statement-breakpoint
ALTER TABLE "study_groups" ADD CONSTRAINT "study_groups_curator_id_users_id_fk" FOREIGN KEY ("curator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action NOT VALID;
