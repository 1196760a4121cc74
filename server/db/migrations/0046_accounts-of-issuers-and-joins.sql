CREATE TABLE "account_join_rows" (
	"join_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "account_join_rows_join_id_reference_key_pk" PRIMARY KEY("join_id","reference","key")
);
--> statement-breakpoint
CREATE TABLE "account_joins" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kept_id" uuid NOT NULL,
	"joined_id" uuid NOT NULL,
	"by_id" uuid,
	"at" timestamp with time zone NOT NULL,
	"before" jsonb,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_in_issuers" (
	"issuer" text PRIMARY KEY NOT NULL,
	"used_since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_subject_unique";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "issuer" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "joined_into" uuid;--> statement-breakpoint
ALTER TABLE "account_join_rows" ADD CONSTRAINT "account_join_rows_join_id_account_joins_id_fk" FOREIGN KEY ("join_id") REFERENCES "public"."account_joins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_joins" ADD CONSTRAINT "account_joins_kept_id_users_id_fk" FOREIGN KEY ("kept_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_joins" ADD CONSTRAINT "account_joins_joined_id_users_id_fk" FOREIGN KEY ("joined_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_joins" ADD CONSTRAINT "account_joins_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_joins_kept" ON "account_joins" USING btree ("kept_id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_joins_once" ON "account_joins" USING btree ("joined_id") WHERE "account_joins"."undone_at" is null;--> statement-breakpoint
CREATE INDEX "account_joins_joined" ON "account_joins" USING btree ("joined_id");--> statement-breakpoint
CREATE INDEX "account_joins_by" ON "account_joins" USING btree ("by_id");--> statement-breakpoint
CREATE INDEX "account_joins_undoable" ON "account_joins" USING btree ("at") WHERE "account_joins"."before" is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_joined_into_users_id_fk" FOREIGN KEY ("joined_into") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_joined_into" ON "users" USING btree ("joined_into") WHERE "users"."joined_into" is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_subject" UNIQUE("subject","issuer");
--> statement-breakpoint
CREATE FUNCTION "set_issuer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."issuer" := CASE WHEN NEW."subject" IS NULL THEN NULL
		ELSE coalesce(NEW."issuer", (SELECT "issuer" FROM "sign_in_issuers" ORDER BY "used_since" DESC LIMIT 1)) END;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "users_issuer" BEFORE INSERT OR UPDATE OF "subject", "issuer" ON "users" FOR EACH ROW EXECUTE FUNCTION "set_issuer"();
