CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"channel" text NOT NULL,
	"target" text NOT NULL,
	"kind" text NOT NULL,
	"language" text NOT NULL,
	"values" jsonb,
	"queued_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"tries" smallint DEFAULT 0 NOT NULL,
	"delivered_at" timestamp with time zone,
	"failure" text,
	CONSTRAINT "deliveries_channel" CHECK ("deliveries"."channel" in ('email', 'phone')),
	CONSTRAINT "deliveries_language" CHECK ("deliveries"."language" in ('ru', 'en')),
	CONSTRAINT "deliveries_values_while_due" CHECK (("deliveries"."due_at" is null) = ("deliveries"."values" is null)),
	CONSTRAINT "deliveries_due_or_over" CHECK (num_nonnulls("deliveries"."due_at", "deliveries"."delivered_at", "deliveries"."failure") = 1)
);
--> statement-breakpoint
CREATE TABLE "identity_provider"."outbox_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"target" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "deliveries_due_at" ON "deliveries" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "deliveries_queued_at" ON "deliveries" USING btree ("queued_at");--> statement-breakpoint
CREATE INDEX "outbox_messages_at" ON "identity_provider"."outbox_messages" USING btree ("at");