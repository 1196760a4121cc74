CREATE SCHEMA "identity_provider";
--> statement-breakpoint
CREATE TABLE "banners" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" smallint NOT NULL,
	"language" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"image_url" text,
	"url" text,
	"placement" text[] NOT NULL,
	"shown_from" date NOT NULL,
	"shown_until" date NOT NULL,
	CONSTRAINT "banners_language" CHECK ("banners"."language" in ('ru', 'en')),
	CONSTRAINT "banners_placement" CHECK ("banners"."placement" <@ array['home', 'logout', 'catalog', 'contracts-and-payments', 'contracts-and-payments-detail', 'events', 'parent-home-page', 'profile', 'progress', 'schedule', '2035', 'schedule-change', 'tax-deduction', 'grade-book', 'admin', 'learning-progress', 'oauth-result', '403', '404', '500', 'rki']::text[]),
	CONSTRAINT "banners_days" CHECK ("banners"."shown_from" <= "banners"."shown_until")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"category" text NOT NULL,
	"format" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"place" text,
	"url" text,
	"image_url" text,
	CONSTRAINT "events_format" CHECK ("events"."format" in ('webinar', 'offline', 'video', 'stream')),
	CONSTRAINT "events_times" CHECK ("events"."starts_at" < "events"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "baskets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"campaign_id" uuid NOT NULL,
	"group_id" uuid,
	"opportunity_id" uuid,
	"student_id" uuid,
	"filled_by_id" uuid,
	"payment_scheme" text NOT NULL,
	"contract_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "baskets_opportunity_id_unique" UNIQUE("opportunity_id"),
	CONSTRAINT "baskets_contract_id_unique" UNIQUE("contract_id"),
	CONSTRAINT "baskets_payment_scheme" CHECK ("baskets"."payment_scheme" in ('StepByStep', 'OnePayment', 'Recurent', 'BankInstallmentPlan', 'Combo', 'MaternalCapital')),
	CONSTRAINT "baskets_content" CHECK (num_nonnulls("baskets"."group_id", "baskets"."opportunity_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "contracts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" text NOT NULL,
	"status" text NOT NULL,
	"concluded_on" date,
	"student_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"program_id" uuid NOT NULL,
	"group_id" uuid,
	"territory_id" uuid,
	"format" text NOT NULL,
	"payment_scheme" text NOT NULL,
	"total" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "contracts_number_unique" UNIQUE("number"),
	CONSTRAINT "contracts_status" CHECK ("contracts"."status" in ('Open', 'Concluded', 'Frozen', 'OnTermination', 'Termination', 'NotPaid')),
	CONSTRAINT "contracts_format" CHECK ("contracts"."format" in ('webinar', 'offline', 'video', 'stream')),
	CONSTRAINT "contracts_payment_scheme" CHECK ("contracts"."payment_scheme" in ('StepByStep', 'OnePayment', 'Recurent', 'BankInstallmentPlan', 'Combo', 'MaternalCapital')),
	CONSTRAINT "contracts_total" CHECK ("contracts"."total" >= 0)
);
--> statement-breakpoint
CREATE TABLE "operations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "operations_kind" CHECK ("operations"."kind" in ('ReturnDS', 'ReturnTransferDS', 'ReceivingDS', 'ReceivingTransferDS')),
	CONSTRAINT "operations_amount" CHECK ("operations"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"contract_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"title" text NOT NULL,
	"due_on" date NOT NULL,
	"amount" bigint NOT NULL,
	"status" text NOT NULL,
	CONSTRAINT "payments_position" UNIQUE("contract_id","position"),
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('Open', 'Closed', 'Canceled', 'Error', 'DeferredPayment')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" >= 0),
	CONSTRAINT "payments_order" CHECK ("payments"."position" >= 1)
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"actor_id" uuid,
	"subject_id" uuid,
	"reason" text,
	"address" text
);
--> statement-breakpoint
CREATE TABLE "linked_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"external_subject" text NOT NULL,
	"login" text NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "linked_accounts_provider_subject" UNIQUE("provider","external_subject")
);
--> statement-breakpoint
CREATE TABLE "logout_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "identity_provider"."accounts" (
	"subject" text PRIMARY KEY NOT NULL,
	"login" text NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"password_hash" text,
	CONSTRAINT "accounts_login_unique" UNIQUE("login")
);
--> statement-breakpoint
CREATE TABLE "identity_provider"."keys" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_provider"."payloads" (
	"model" text NOT NULL,
	"id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"uid" text,
	"consumed_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "payloads_model_id_pk" PRIMARY KEY("model","id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"id_token" text,
	"two_factor_last_check" timestamp with time zone,
	"browser" text,
	"system" text,
	"address" text,
	"administrator_id" uuid,
	"administrator_session_id" uuid,
	"impersonation_reason" text,
	"impersonation_until" timestamp with time zone,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "sessions_impersonation_is_whole" CHECK (num_nonnulls("sessions"."administrator_id", "sessions"."administrator_session_id", "sessions"."impersonation_reason", "sessions"."impersonation_until") in (0, 4))
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"from_url" text NOT NULL,
	"browser_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"session_id" uuid
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"campaign_id" uuid NOT NULL,
	"group_id" uuid,
	"teacher_id" uuid,
	"title" text NOT NULL,
	"no_journal_reason" text
);
--> statement-breakpoint
CREATE TABLE "grade_book_courses" (
	"book_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"final_mark" text,
	CONSTRAINT "grade_book_courses_book_id_course_id_pk" PRIMARY KEY("book_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "grade_books" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"student_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"title" text NOT NULL,
	CONSTRAINT "grade_books_year" UNIQUE("student_id","campaign_id")
);
--> statement-breakpoint
CREATE TABLE "grade_scales" (
	"branch" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"passing" double precision NOT NULL,
	"max" double precision NOT NULL,
	CONSTRAINT "grade_scales_branch" CHECK ("grade_scales"."branch" in ('school', 'academy', 'college')),
	CONSTRAINT "grade_scales_kind" CHECK ("grade_scales"."kind" in ('five', 'hundred', 'passFail')),
	CONSTRAINT "grade_scales_range" CHECK ("grade_scales"."passing" between 0 and "grade_scales"."max")
);
--> statement-breakpoint
CREATE TABLE "journal_columns" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"course_id" uuid NOT NULL,
	"term_id" uuid NOT NULL,
	"held_on" date NOT NULL,
	"topic" text NOT NULL,
	"task" text,
	"branch" text NOT NULL,
	"mark_type" text NOT NULL,
	"max" double precision NOT NULL,
	CONSTRAINT "journal_columns_max" CHECK ("journal_columns"."max" > 0)
);
--> statement-breakpoint
CREATE TABLE "lesson_results" (
	"lesson_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"attendance" text NOT NULL,
	"homework_state" text DEFAULT 'none' NOT NULL,
	"homework_score" double precision,
	"homework_max" double precision,
	"test_score" double precision,
	"test_max" double precision,
	"comment" text,
	CONSTRAINT "lesson_results_student_id_lesson_id_pk" PRIMARY KEY("student_id","lesson_id"),
	CONSTRAINT "lesson_results_attendance" CHECK ("lesson_results"."attendance" in ('present', 'absent', 'late', 'planned')),
	CONSTRAINT "lesson_results_homework_state" CHECK ("lesson_results"."homework_state" in ('none', 'open', 'submitted', 'checked', 'overdue')),
	CONSTRAINT "lesson_results_homework" CHECK (("lesson_results"."homework_state" = 'none') = ("lesson_results"."homework_max" is null) and ("lesson_results"."homework_score" is null or "lesson_results"."homework_score" between 0 and "lesson_results"."homework_max")),
	CONSTRAINT "lesson_results_test" CHECK ("lesson_results"."test_score" is null or "lesson_results"."test_score" between 0 and "lesson_results"."test_max")
);
--> statement-breakpoint
CREATE TABLE "mark_history" (
	"mark_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "mark_history_mark_id_at_pk" PRIMARY KEY("mark_id","at")
);
--> statement-breakpoint
CREATE TABLE "mark_types" (
	"branch" text NOT NULL,
	"code" text NOT NULL,
	"title" text NOT NULL,
	"weight" double precision NOT NULL,
	CONSTRAINT "mark_types_branch_code_pk" PRIMARY KEY("branch","code"),
	CONSTRAINT "mark_types_weight" CHECK ("mark_types"."weight" >= 0)
);
--> statement-breakpoint
CREATE TABLE "marks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"book_id" uuid NOT NULL,
	"column_id" uuid NOT NULL,
	"value" text NOT NULL,
	"score" double precision,
	"absent" boolean DEFAULT false NOT NULL,
	"comment" text,
	CONSTRAINT "marks_once" UNIQUE("book_id","column_id"),
	CONSTRAINT "marks_score" CHECK ("marks"."score" >= 0 and not ("marks"."absent" and "marks"."score" is not null))
);
--> statement-breakpoint
CREATE TABLE "term_marks" (
	"book_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"term_id" uuid NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "term_marks_book_id_course_id_term_id_pk" PRIMARY KEY("book_id","course_id","term_id")
);
--> statement-breakpoint
CREATE TABLE "terms" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"campaign_id" uuid NOT NULL,
	"title" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	CONSTRAINT "terms_start" UNIQUE("campaign_id","starts_on"),
	CONSTRAINT "terms_days" CHECK ("terms"."starts_on" <= "terms"."ends_on")
);
--> statement-breakpoint
CREATE TABLE "guardianships" (
	"guardian_id" uuid NOT NULL,
	"child_id" uuid NOT NULL,
	CONSTRAINT "guardianships_guardian_id_child_id_pk" PRIMARY KEY("guardian_id","child_id"),
	CONSTRAINT "guardianships_of_another" CHECK ("guardianships"."guardian_id" <> "guardianships"."child_id")
);
--> statement-breakpoint
CREATE TABLE "user_roles" (
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	CONSTRAINT "user_roles_user_id_role_pk" PRIMARY KEY("user_id","role"),
	CONSTRAINT "user_roles_known" CHECK ("user_roles"."role" in ('student', 'teacher', 'parent', 'super_administrator', 'administrator', 'user_manager', 'team_leader', 'admin_u2035', 'innopolis_teacher', 'innopolis_student', 'innopolis_verificator', 'rtk_user', 'edcheck_user', 'edcheck_student', 'edcheck_parent', 'spo_student', 'spo_parent', 'academy_student', 'academy_parent'))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subject" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"patronym" text,
	"avatar" text,
	"email" text,
	"phone" text,
	"crm_uuid" uuid,
	"grade" smallint,
	"has_password" boolean DEFAULT false NOT NULL,
	"last_sign_in_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_subject_unique" UNIQUE("subject"),
	CONSTRAINT "users_crm_uuid_unique" UNIQUE("crm_uuid"),
	CONSTRAINT "users_grade" CHECK ("users"."grade" between 1 and 11)
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"branch" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"school_year" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"enrol_until" date NOT NULL,
	CONSTRAINT "campaigns_title" UNIQUE("title","school_year"),
	CONSTRAINT "campaigns_kind" CHECK ("campaigns"."kind" in ('year', 'u2035')),
	CONSTRAINT "campaigns_branch" CHECK ("campaigns"."branch" in ('school', 'academy', 'college')),
	CONSTRAINT "campaigns_days" CHECK ("campaigns"."starts_on" <= "campaigns"."ends_on"),
	CONSTRAINT "campaigns_school_year" CHECK ("campaigns"."school_year" ~ '^[0-9]{4}/[0-9]{4}$')
);
--> statement-breakpoint
CREATE TABLE "enrolments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"campaign_id" uuid NOT NULL,
	"opportunity_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"enrolled_by_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "enrolments_once" UNIQUE("student_id","campaign_id")
);
--> statement-breakpoint
CREATE TABLE "group_memberships" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"group_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"joined_on" date NOT NULL,
	"left_on" date,
	CONSTRAINT "group_memberships_days" CHECK ("group_memberships"."joined_on" <= "group_memberships"."left_on")
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"token" text PRIMARY KEY NOT NULL,
	"campaign_id" uuid NOT NULL,
	CONSTRAINT "offers_token" CHECK ("offers"."token" ~ '^[A-Za-z0-9_-]{22}$')
);
--> statement-breakpoint
CREATE TABLE "opportunities" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"campaign_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"hours" integer NOT NULL,
	CONSTRAINT "opportunities_title" UNIQUE("campaign_id","title"),
	CONSTRAINT "opportunities_hours" CHECK ("opportunities"."hours" >= 0)
);
--> statement-breakpoint
CREATE TABLE "opportunity_groups" (
	"opportunity_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	CONSTRAINT "opportunity_groups_opportunity_id_group_id_pk" PRIMARY KEY("opportunity_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "programs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"subject_code" text NOT NULL,
	"branch" text NOT NULL,
	"grades" smallint[] NOT NULL,
	CONSTRAINT "programs_title_unique" UNIQUE("title"),
	CONSTRAINT "programs_branch" CHECK ("programs"."branch" in ('school', 'academy', 'college')),
	CONSTRAINT "programs_grades" CHECK ("programs"."grades" <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]::smallint[])
);
--> statement-breakpoint
CREATE TABLE "slots" (
	"group_id" uuid NOT NULL,
	"weekday" smallint NOT NULL,
	"starts_at" time NOT NULL,
	"ends_at" time NOT NULL,
	CONSTRAINT "slots_group_id_weekday_starts_at_pk" PRIMARY KEY("group_id","weekday","starts_at"),
	CONSTRAINT "slots_weekday" CHECK ("slots"."weekday" between 1 and 7),
	CONSTRAINT "slots_times" CHECK ("slots"."starts_at" < "slots"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "study_groups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"program_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"territory_id" uuid,
	"teacher_id" uuid,
	"title" text NOT NULL,
	"format" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"price" bigint NOT NULL,
	"payment_schemes" text[] NOT NULL,
	"places_total" integer NOT NULL,
	"places_taken" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "study_groups_title" UNIQUE("campaign_id","title"),
	CONSTRAINT "study_groups_format" CHECK ("study_groups"."format" in ('webinar', 'offline', 'video', 'stream')),
	CONSTRAINT "study_groups_payment_schemes" CHECK ("study_groups"."payment_schemes" <@ array['StepByStep', 'OnePayment', 'Recurent', 'BankInstallmentPlan', 'Combo', 'MaternalCapital']::text[]),
	CONSTRAINT "study_groups_days" CHECK ("study_groups"."starts_on" <= "study_groups"."ends_on"),
	CONSTRAINT "study_groups_price" CHECK ("study_groups"."price" >= 0),
	CONSTRAINT "study_groups_places" CHECK ("study_groups"."places_taken" between 0 and "study_groups"."places_total")
);
--> statement-breakpoint
CREATE TABLE "subjects" (
	"code" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	CONSTRAINT "subjects_title_unique" UNIQUE("title")
);
--> statement-breakpoint
CREATE TABLE "territories" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"address" text NOT NULL,
	CONSTRAINT "territories_title_unique" UNIQUE("title")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"student_id" uuid NOT NULL,
	"teacher_id" uuid,
	"title" text NOT NULL,
	"format" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"place" text,
	"join_url" text,
	"state" text DEFAULT 'planned' NOT NULL,
	CONSTRAINT "conversations_format" CHECK ("conversations"."format" in ('webinar', 'offline', 'video', 'stream')),
	CONSTRAINT "conversations_state" CHECK ("conversations"."state" in ('planned', 'moved', 'cancelled')),
	CONSTRAINT "conversations_times" CHECK ("conversations"."starts_at" < "conversations"."ends_at" and "conversations"."ends_at" - "conversations"."starts_at" <= interval '1 day')
);
--> statement-breakpoint
CREATE TABLE "exams" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"student_id" uuid NOT NULL,
	"teacher_id" uuid,
	"title" text NOT NULL,
	"format" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"place" text,
	"join_url" text,
	"state" text DEFAULT 'planned' NOT NULL,
	"subject_code" text NOT NULL,
	CONSTRAINT "exams_format" CHECK ("exams"."format" in ('webinar', 'offline', 'video', 'stream')),
	CONSTRAINT "exams_state" CHECK ("exams"."state" in ('planned', 'moved', 'cancelled')),
	CONSTRAINT "exams_times" CHECK ("exams"."starts_at" < "exams"."ends_at" and "exams"."ends_at" - "exams"."starts_at" <= interval '1 day')
);
--> statement-breakpoint
CREATE TABLE "lessons" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"group_id" uuid NOT NULL,
	"substitute_id" uuid,
	"topic" text NOT NULL,
	"format" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"place" text,
	"join_url" text,
	"recording_url" text,
	"is_first_week" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'planned' NOT NULL,
	CONSTRAINT "lessons_format" CHECK ("lessons"."format" in ('webinar', 'offline', 'video', 'stream')),
	CONSTRAINT "lessons_state" CHECK ("lessons"."state" in ('planned', 'moved', 'cancelled')),
	CONSTRAINT "lessons_times" CHECK ("lessons"."starts_at" < "lessons"."ends_at" and "lessons"."ends_at" - "lessons"."starts_at" <= interval '1 day')
);
--> statement-breakpoint
CREATE TABLE "self_study_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"group_id" uuid NOT NULL,
	"title" text NOT NULL,
	"url" text,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "self_study_items_times" CHECK ("self_study_items"."starts_at" < "self_study_items"."ends_at" and "self_study_items"."ends_at" - "self_study_items"."starts_at" <= interval '1 day')
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" text NOT NULL,
	"author_id" uuid NOT NULL,
	"content_html" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tickets_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "vacations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"campaign_id" uuid NOT NULL,
	"title" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	CONSTRAINT "vacations_start" UNIQUE("campaign_id","starts_on"),
	CONSTRAINT "vacations_days" CHECK ("vacations"."starts_on" <= "vacations"."ends_on")
);
--> statement-breakpoint
ALTER TABLE "baskets" ADD CONSTRAINT "baskets_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "baskets" ADD CONSTRAINT "baskets_group_id_study_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."study_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "baskets" ADD CONSTRAINT "baskets_opportunity_id_opportunities_id_fk" FOREIGN KEY ("opportunity_id") REFERENCES "public"."opportunities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "baskets" ADD CONSTRAINT "baskets_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "baskets" ADD CONSTRAINT "baskets_filled_by_id_users_id_fk" FOREIGN KEY ("filled_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "baskets" ADD CONSTRAINT "baskets_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_program_id_programs_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."programs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_group_id_study_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."study_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_territory_id_territories_id_fk" FOREIGN KEY ("territory_id") REFERENCES "public"."territories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_subject_id_users_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linked_accounts" ADD CONSTRAINT "linked_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logout_links" ADD CONSTRAINT "logout_links_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_administrator_id_users_id_fk" FOREIGN KEY ("administrator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_administrator_session_id_sessions_id_fk" FOREIGN KEY ("administrator_session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD CONSTRAINT "sign_in_attempts_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_group_id_study_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."study_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_teacher_id_users_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grade_book_courses" ADD CONSTRAINT "grade_book_courses_book_id_grade_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."grade_books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grade_book_courses" ADD CONSTRAINT "grade_book_courses_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grade_books" ADD CONSTRAINT "grade_books_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grade_books" ADD CONSTRAINT "grade_books_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_columns" ADD CONSTRAINT "journal_columns_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_columns" ADD CONSTRAINT "journal_columns_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_columns" ADD CONSTRAINT "journal_columns_marked_as" FOREIGN KEY ("branch","mark_type") REFERENCES "public"."mark_types"("branch","code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_results" ADD CONSTRAINT "lesson_results_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_results" ADD CONSTRAINT "lesson_results_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mark_history" ADD CONSTRAINT "mark_history_mark_id_marks_id_fk" FOREIGN KEY ("mark_id") REFERENCES "public"."marks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mark_types" ADD CONSTRAINT "mark_types_branch_grade_scales_branch_fk" FOREIGN KEY ("branch") REFERENCES "public"."grade_scales"("branch") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marks" ADD CONSTRAINT "marks_book_id_grade_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."grade_books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marks" ADD CONSTRAINT "marks_column_id_journal_columns_id_fk" FOREIGN KEY ("column_id") REFERENCES "public"."journal_columns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "term_marks" ADD CONSTRAINT "term_marks_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "term_marks" ADD CONSTRAINT "term_marks_course" FOREIGN KEY ("book_id","course_id") REFERENCES "public"."grade_book_courses"("book_id","course_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terms" ADD CONSTRAINT "terms_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardianships" ADD CONSTRAINT "guardianships_guardian_id_users_id_fk" FOREIGN KEY ("guardian_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardianships" ADD CONSTRAINT "guardianships_child_id_users_id_fk" FOREIGN KEY ("child_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_enrolled_by_id_users_id_fk" FOREIGN KEY ("enrolled_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_offered" FOREIGN KEY ("opportunity_id","group_id") REFERENCES "public"."opportunity_groups"("opportunity_id","group_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_memberships" ADD CONSTRAINT "group_memberships_group_id_study_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."study_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_memberships" ADD CONSTRAINT "group_memberships_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opportunities" ADD CONSTRAINT "opportunities_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opportunity_groups" ADD CONSTRAINT "opportunity_groups_opportunity_id_opportunities_id_fk" FOREIGN KEY ("opportunity_id") REFERENCES "public"."opportunities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opportunity_groups" ADD CONSTRAINT "opportunity_groups_group_id_study_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."study_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "programs" ADD CONSTRAINT "programs_subject_code_subjects_code_fk" FOREIGN KEY ("subject_code") REFERENCES "public"."subjects"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slots" ADD CONSTRAINT "slots_group_id_study_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."study_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study_groups" ADD CONSTRAINT "study_groups_program_id_programs_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."programs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study_groups" ADD CONSTRAINT "study_groups_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study_groups" ADD CONSTRAINT "study_groups_territory_id_territories_id_fk" FOREIGN KEY ("territory_id") REFERENCES "public"."territories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study_groups" ADD CONSTRAINT "study_groups_teacher_id_users_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_teacher_id_users_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_teacher_id_users_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_subject_code_subjects_code_fk" FOREIGN KEY ("subject_code") REFERENCES "public"."subjects"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_group_id_study_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."study_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_substitute_id_users_id_fk" FOREIGN KEY ("substitute_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "self_study_items" ADD CONSTRAINT "self_study_items_group_id_study_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."study_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vacations" ADD CONSTRAINT "vacations_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "banners_shown" ON "banners" USING btree ("language","shown_until");--> statement-breakpoint
CREATE INDEX "events_start" ON "events" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "baskets_campaign" ON "baskets" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "baskets_group" ON "baskets" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "baskets_student" ON "baskets" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "baskets_filled_by" ON "baskets" USING btree ("filled_by_id");--> statement-breakpoint
CREATE INDEX "contracts_student" ON "contracts" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "contracts_customer" ON "contracts" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "contracts_campaign" ON "contracts" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "contracts_program" ON "contracts" USING btree ("program_id");--> statement-breakpoint
CREATE INDEX "contracts_group" ON "contracts" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "contracts_territory" ON "contracts" USING btree ("territory_id");--> statement-breakpoint
CREATE INDEX "operations_payment" ON "operations" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "operations_at" ON "operations" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_entries_at" ON "audit_entries" USING btree ("at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_entries_actor_id" ON "audit_entries" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "audit_entries_subject_id" ON "audit_entries" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "linked_accounts_user_id" ON "linked_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "logout_links_session_id" ON "logout_links" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "logout_links_expires_at" ON "logout_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "payloads_grant_id" ON "identity_provider"."payloads" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "payloads_uid" ON "identity_provider"."payloads" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "payloads_expires_at" ON "identity_provider"."payloads" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_user_id" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_administrator_id" ON "sessions" USING btree ("administrator_id");--> statement-breakpoint
CREATE INDEX "sessions_administrator_session_id" ON "sessions" USING btree ("administrator_session_id");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_expires_at" ON "sign_in_attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_session_id" ON "sign_in_attempts" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "courses_campaign" ON "courses" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "courses_group" ON "courses" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "courses_teacher" ON "courses" USING btree ("teacher_id");--> statement-breakpoint
CREATE INDEX "grade_book_courses_course" ON "grade_book_courses" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "grade_books_campaign" ON "grade_books" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "journal_columns_course" ON "journal_columns" USING btree ("course_id","term_id","held_on");--> statement-breakpoint
CREATE INDEX "journal_columns_term" ON "journal_columns" USING btree ("term_id");--> statement-breakpoint
CREATE INDEX "journal_columns_mark_type" ON "journal_columns" USING btree ("branch","mark_type");--> statement-breakpoint
CREATE INDEX "lesson_results_lesson" ON "lesson_results" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "marks_column" ON "marks" USING btree ("column_id");--> statement-breakpoint
CREATE INDEX "term_marks_term" ON "term_marks" USING btree ("term_id");--> statement-breakpoint
CREATE INDEX "guardianships_child" ON "guardianships" USING btree ("child_id");--> statement-breakpoint
CREATE INDEX "user_roles_role" ON "user_roles" USING btree ("role");--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree ("last_name","first_name");--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_phone" ON "users" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "enrolments_campaign" ON "enrolments" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "enrolments_group" ON "enrolments" USING btree ("opportunity_id","group_id");--> statement-breakpoint
CREATE INDEX "enrolments_enrolled_by" ON "enrolments" USING btree ("enrolled_by_id");--> statement-breakpoint
CREATE UNIQUE INDEX "group_memberships_present" ON "group_memberships" USING btree ("student_id","group_id") WHERE "group_memberships"."left_on" is null;--> statement-breakpoint
CREATE INDEX "group_memberships_student" ON "group_memberships" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "group_memberships_group" ON "group_memberships" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "offers_campaign" ON "offers" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "opportunity_groups_group" ON "opportunity_groups" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "programs_subject" ON "programs" USING btree ("subject_code");--> statement-breakpoint
CREATE INDEX "study_groups_program" ON "study_groups" USING btree ("program_id");--> statement-breakpoint
CREATE INDEX "study_groups_territory" ON "study_groups" USING btree ("territory_id");--> statement-breakpoint
CREATE INDEX "study_groups_teacher" ON "study_groups" USING btree ("teacher_id");--> statement-breakpoint
CREATE INDEX "conversations_student" ON "conversations" USING btree ("student_id","starts_at");--> statement-breakpoint
CREATE INDEX "conversations_teacher" ON "conversations" USING btree ("teacher_id");--> statement-breakpoint
CREATE INDEX "exams_student" ON "exams" USING btree ("student_id","starts_at");--> statement-breakpoint
CREATE INDEX "exams_teacher" ON "exams" USING btree ("teacher_id");--> statement-breakpoint
CREATE INDEX "exams_subject" ON "exams" USING btree ("subject_code");--> statement-breakpoint
CREATE INDEX "lessons_group" ON "lessons" USING btree ("group_id","starts_at");--> statement-breakpoint
CREATE INDEX "lessons_substitute" ON "lessons" USING btree ("substitute_id");--> statement-breakpoint
CREATE INDEX "self_study_items_group" ON "self_study_items" USING btree ("group_id","starts_at");--> statement-breakpoint
CREATE INDEX "tickets_author" ON "tickets" USING btree ("author_id");