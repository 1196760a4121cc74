ALTER TABLE "sessions" ADD COLUMN "issuer" text;--> statement-breakpoint
ALTER TABLE "user_roles" ADD COLUMN "issuer" text;