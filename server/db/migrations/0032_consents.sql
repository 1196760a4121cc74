CREATE TABLE "consent_answers" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consent_answers_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject_id" uuid NOT NULL,
	"given_by_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"hash" text NOT NULL,
	"is_given" boolean NOT NULL,
	"language" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"address" text,
	CONSTRAINT "consent_answers_purpose" CHECK ("consent_answers"."purpose" in ('marketing', 'counters', 'photographs')),
	CONSTRAINT "consent_answers_language" CHECK ("consent_answers"."language" in ('ru', 'en'))
);
--> statement-breakpoint
CREATE TABLE "consent_texts" (
	"hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"version" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "consent_texts_purpose" CHECK ("consent_texts"."purpose" in ('marketing', 'counters', 'photographs')),
	CONSTRAINT "consent_texts_hash" CHECK ("consent_texts"."hash" = encode(sha256(convert_to("consent_texts"."text", 'UTF8')), 'hex'))
);
--> statement-breakpoint
ALTER TABLE "school_news" ADD COLUMN "is_advertising" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "consent_answers" ADD CONSTRAINT "consent_answers_subject_id_users_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_answers" ADD CONSTRAINT "consent_answers_given_by_id_users_id_fk" FOREIGN KEY ("given_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_answers" ADD CONSTRAINT "consent_answers_hash_consent_texts_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."consent_texts"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consent_answers_subject" ON "consent_answers" USING btree ("subject_id","purpose","given_by_id","number");--> statement-breakpoint
CREATE INDEX "consent_answers_given_by" ON "consent_answers" USING btree ("given_by_id");--> statement-breakpoint
CREATE INDEX "consent_answers_hash" ON "consent_answers" USING btree ("hash");--> statement-breakpoint
CREATE TRIGGER "consent_texts_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "consent_texts" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "consent_answers_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "consent_answers" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
