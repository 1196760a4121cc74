-- Before `is_set_by_school` only the school restricted rights: in the panel, by its lists and its default. What a guardian has
-- given by a code, and what the coming of age has taken, is not of the school.
UPDATE "guardianships" SET "is_set_by_school" = true
WHERE NOT "is_set_by_school" AND "rights_before_age" IS NULL
  AND NOT ("sees_learning" AND "sees_contracts" AND "pays" AND "enrols" AND "writes" AND "is_notified")
  AND NOT EXISTS (
    SELECT FROM "pairing_codes" WHERE "pairing_codes"."child_id" = "guardianships"."child_id"
      AND "pairing_codes"."used_by" = "guardianships"."guardian_id" AND "pairing_codes"."kind" = 'guardian'
      AND NOT "pairing_codes"."is_by_school"
  );
