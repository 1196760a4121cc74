CREATE TABLE "ended_guardianships" (
	"guardian_id" uuid NOT NULL,
	"child_id" uuid NOT NULL,
	"rights" jsonb NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"ended_by_id" uuid,
	"reason" text NOT NULL,
	CONSTRAINT "ended_guardianships_guardian_id_child_id_pk" PRIMARY KEY("guardian_id","child_id")
);
--> statement-breakpoint
ALTER TABLE "guardianships" ADD COLUMN "is_set_by_school" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "guardianships" ADD COLUMN "age_applied_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "guardianships" ADD COLUMN "rights_before_age" jsonb;--> statement-breakpoint
ALTER TABLE "ended_guardianships" ADD CONSTRAINT "ended_guardianships_guardian_id_users_id_fk" FOREIGN KEY ("guardian_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ended_guardianships" ADD CONSTRAINT "ended_guardianships_child_id_users_id_fk" FOREIGN KEY ("child_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ended_guardianships" ADD CONSTRAINT "ended_guardianships_ended_by_id_users_id_fk" FOREIGN KEY ("ended_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ended_guardianships_child" ON "ended_guardianships" USING btree ("child_id");--> statement-breakpoint
CREATE INDEX "ended_guardianships_ended_by" ON "ended_guardianships" USING btree ("ended_by_id");