ALTER TABLE "guardianships" ADD COLUMN "sees_learning" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "guardianships" ADD COLUMN "sees_contracts" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "guardianships" ADD COLUMN "pays" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "guardianships" ADD COLUMN "enrols" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "guardianships" ADD COLUMN "writes" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "guardianships" ADD COLUMN "is_notified" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "guardianships" ADD CONSTRAINT "guardianships_rights" CHECK (("guardianships"."sees_contracts" or not "guardianships"."pays") and ("guardianships"."sees_learning" or not "guardianships"."enrols")) NOT VALID;