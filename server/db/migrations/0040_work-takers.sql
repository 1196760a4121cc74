CREATE TABLE "work_takers" (
	"queue" text NOT NULL,
	"item_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	CONSTRAINT "work_takers_queue_item_id_pk" PRIMARY KEY("queue","item_id"),
	CONSTRAINT "work_takers_queue" CHECK ("work_takers"."queue" in ('unsigned-unpaid', 'paid-unsigned', 'places-ending', 'overdue', 'payment-errors', 'payment-differences', 'transfers', 'certificates', 'imports', 'messages', 'data-requests'))
);
--> statement-breakpoint
ALTER TABLE "work_takers" ADD CONSTRAINT "work_takers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "work_takers_user" ON "work_takers" USING btree ("user_id");