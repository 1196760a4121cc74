DROP INDEX "contracts_place";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "kind" text DEFAULT 'other' NOT NULL;--> statement-breakpoint
ALTER TABLE "tax_certificates" ADD COLUMN "made_of" jsonb;--> statement-breakpoint
CREATE INDEX "contracts_open" ON "contracts" USING btree ("created_at") WHERE "contracts"."status" = 'Open';--> statement-breakpoint
CREATE INDEX "payments_due" ON "payments" USING btree ("due_on") WHERE "payments"."status" in ('Open', 'Error');--> statement-breakpoint
CREATE UNIQUE INDEX "contracts_place" ON "contracts" USING btree ("student_id","group_id") WHERE "contracts"."status" not in ('Termination', 'NotPaid');--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_kind" CHECK ("payments"."kind" in ('whole', 'stage', 'month', 'first', 'bank', 'own', 'fund', 'own-rest', 'other-group', 'other'));--> statement-breakpoint
UPDATE "payments" SET "kind" = CASE
	WHEN "title" = 'Полная оплата' THEN 'whole'
	WHEN "title" ~ '^[0-9]+-й платёж$' THEN 'stage'
	WHEN "title" ~ '^(Январь|Февраль|Март|Апрель|Май|Июнь|Июль|Август|Сентябрь|Октябрь|Ноябрь|Декабрь) [0-9]{4}$' THEN 'month'
	WHEN "title" = 'Первый взнос' THEN 'first'
	WHEN "title" = 'Перечисление банка' THEN 'bank'
	WHEN "title" = 'Собственные средства' THEN 'own'
	WHEN "title" = 'Материнский капитал' THEN 'fund'
	WHEN "title" = 'Собственные средства, остаток' THEN 'own-rest'
	WHEN "title" = 'Доплата за другую группу' THEN 'other-group'
	ELSE 'other'
END;
--> statement-breakpoint
UPDATE "payments" SET "status" = 'Canceled' FROM "contracts"
WHERE "contracts"."id" = "payments"."contract_id" AND "contracts"."status" = 'NotPaid' AND "payments"."status" <> 'Closed';
--> statement-breakpoint
CREATE FUNCTION pg_temp.known(person uuid) RETURNS jsonb LANGUAGE sql AS $$
	SELECT jsonb_build_object(
		'lastName', "last_name", 'firstName', "first_name", 'patronym', "patronym",
		'taxNumber', "tax_number", 'bornOn', "born_on"
	) FROM "users" LEFT JOIN "particulars" ON "user_id" = "id" WHERE "id" = person
$$;
--> statement-breakpoint
UPDATE "tax_certificates" SET "made_of" = jsonb_build_object('applicant', pg_temp.known("applicant_id"), 'student', pg_temp.known("student_id"))
WHERE "state" = 'ready' AND NOT EXISTS (
	SELECT 1 FROM "particulars" WHERE "user_id" IN ("applicant_id", "student_id") AND "updated_at" > "prepared_at"
);
