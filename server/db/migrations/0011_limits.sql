CREATE TABLE "limit_counts" (
	"limit" text NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "limit_counts_limit_key_pk" PRIMARY KEY("limit","key")
);
--> statement-breakpoint
CREATE INDEX "limit_counts_ends_at" ON "limit_counts" USING btree ("ends_at");--> statement-breakpoint
DROP TABLE "avatar_uploads";