CREATE TABLE "rejected_addresses" (
	"address" text PRIMARY KEY NOT NULL,
	"rejected_at" timestamp with time zone NOT NULL
);
