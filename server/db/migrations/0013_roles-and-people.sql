ALTER TABLE "user_roles" ADD COLUMN "given_by" text DEFAULT 'school' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_external_id_unique" UNIQUE("external_id");--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_given_by" CHECK ("user_roles"."given_by" in ('provider', 'import', 'school'));