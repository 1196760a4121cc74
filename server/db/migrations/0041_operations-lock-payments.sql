CREATE OR REPLACE FUNCTION "require_paid_fits"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- The check below has a newer snapshot: it sees the operations that the lock waited for.
	PERFORM 1 FROM "payments" WHERE "id" IN (SELECT "payment_id" FROM "added") ORDER BY "id" FOR NO KEY UPDATE;
	IF EXISTS (
		SELECT 1 FROM "payments" JOIN "payment_balances" ON "payment_id" = "payments"."id"
		WHERE "payments"."id" IN (SELECT "payment_id" FROM "added") AND "paid" NOT BETWEEN 0 AND "amount"
	) THEN
		RAISE EXCEPTION 'what is paid of a payment lies between nothing and its amount'
			USING ERRCODE = 'check_violation', CONSTRAINT = 'paid_fits';
	END IF;
	RETURN NULL;
END $$;
