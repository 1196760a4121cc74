CREATE TABLE "last_writes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" "xid8" NOT NULL,
	"written_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "last_writes" ADD CONSTRAINT "last_writes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;