CREATE TABLE "external_ids" (
	"source" text NOT NULL,
	"collection" text NOT NULL,
	"external_id" text NOT NULL,
	"target" text,
	"key" text,
	"attributes" jsonb NOT NULL,
	"hash" text NOT NULL,
	"is_gone" boolean DEFAULT false NOT NULL,
	CONSTRAINT "external_ids_source_collection_external_id_pk" PRIMARY KEY("source","collection","external_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "external_ids_key" ON "external_ids" USING btree ("source","collection","target","key");--> statement-breakpoint
CREATE INDEX "external_ids_record" ON "external_ids" USING btree ("collection","key");