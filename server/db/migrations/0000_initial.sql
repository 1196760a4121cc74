CREATE SCHEMA "identity_provider";
--> statement-breakpoint
CREATE SEQUENCE "public"."ticket_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."certificate_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "account_join_rows" (
	"join_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "account_join_rows_join_id_reference_key_pk" PRIMARY KEY("join_id","reference","key")
);
--> statement-breakpoint
CREATE TABLE "account_joins" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kept_id" uuid NOT NULL,
	"joined_id" uuid NOT NULL,
	"by_id" uuid,
	"at" timestamp with time zone NOT NULL,
	"before" jsonb,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "account_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "account_changes_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"details" jsonb NOT NULL,
	"secret_hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by_id" uuid,
	"is_lost" boolean DEFAULT false NOT NULL,
	CONSTRAINT "account_changes_secret_hash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "account_changes_kind" CHECK ("account_changes"."kind" in ('account-linked', 'account-unlinked', 'password-set', 'password-changed', 'email-changed', 'phone-changed', 'phone-confirmed', 'new-device'))
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"invited_by" uuid,
	"token_hash" text,
	"channel" text,
	"target" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "invitations_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "invitations_sent_whole" CHECK (num_nonnulls("invitations"."token_hash", "invitations"."channel", "invitations"."target", "invitations"."sent_at", "invitations"."expires_at") in (0, 5))
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"secret_hash" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"requires_reauthentication" boolean DEFAULT false NOT NULL,
	CONSTRAINT "known_devices_secret" UNIQUE("secret_hash","user_id")
);
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
CREATE TABLE "school_news" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"content_html" text NOT NULL,
	"preview" text NOT NULL,
	"audience" text NOT NULL,
	"role_group" text,
	"territory_id" uuid,
	"program_id" uuid,
	"group_id" uuid,
	"is_important" boolean NOT NULL,
	"publish_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"author_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"notified_until" uuid,
	"notified_count" integer DEFAULT 0 NOT NULL,
	"notified_at" timestamp with time zone,
	CONSTRAINT "school_news_audience" CHECK ("school_news"."audience" in ('everyone', 'role', 'territory', 'course', 'group')),
	CONSTRAINT "school_news_audience_id" CHECK (num_nonnulls("school_news"."role_group", "school_news"."territory_id", "school_news"."program_id", "school_news"."group_id") = ("school_news"."audience" <> 'everyone')::int)
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
	"price" bigint,
	"dropped_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "baskets_opportunity_id_unique" UNIQUE("opportunity_id"),
	CONSTRAINT "baskets_contract_id_unique" UNIQUE("contract_id"),
	CONSTRAINT "baskets_payment_scheme" CHECK ("baskets"."payment_scheme" in ('StepByStep', 'OnePayment', 'Recurent', 'BankInstallmentPlan', 'Combo', 'MaternalCapital')),
	CONSTRAINT "baskets_content" CHECK (num_nonnulls("baskets"."group_id", "baskets"."opportunity_id") = 1),
	CONSTRAINT "baskets_price" CHECK (("baskets"."group_id" is null) = ("baskets"."price" is null)),
	CONSTRAINT "baskets_end" CHECK (num_nonnulls("baskets"."contract_id", "baskets"."dropped_at") <= 1)
);
--> statement-breakpoint
CREATE TABLE "contract_states" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"contract_id" uuid NOT NULL,
	"status" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "contract_states_status" CHECK ("contract_states"."status" in ('Open', 'Concluded', 'Frozen', 'OnTermination', 'Termination', 'NotPaid'))
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
	"enrolment_id" uuid,
	"payment_scheme" text NOT NULL,
	"total" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "contracts_number_unique" UNIQUE("number"),
	CONSTRAINT "contracts_enrolment_id_unique" UNIQUE("enrolment_id"),
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
	"payer_id" uuid,
	"payer_name" text,
	"external_id" text,
	CONSTRAINT "operations_external" UNIQUE("external_id","payment_id"),
	CONSTRAINT "operations_kind" CHECK ("operations"."kind" in ('ReturnDS', 'ReturnTransferDS', 'ReceivingDS', 'ReceivingTransferDS')),
	CONSTRAINT "operations_amount" CHECK ("operations"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"contract_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"title" text NOT NULL,
	"kind" text DEFAULT 'other' NOT NULL,
	"due_on" date NOT NULL,
	"amount" bigint NOT NULL,
	"status" text NOT NULL,
	CONSTRAINT "payments_position" UNIQUE("contract_id","position"),
	CONSTRAINT "payments_kind" CHECK ("payments"."kind" in ('whole', 'stage', 'month', 'first', 'bank', 'own', 'fund', 'own-rest', 'other-group', 'other')),
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('Open', 'Closed', 'Canceled', 'Error', 'DeferredPayment')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" >= 0),
	CONSTRAINT "payments_order" CHECK ("payments"."position" >= 1)
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid,
	"account_id" uuid,
	"key" text NOT NULL,
	"call" text NOT NULL,
	"request_hash" text NOT NULL,
	"outcome" json,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_of_user" UNIQUE("user_id","key"),
	CONSTRAINT "idempotency_keys_of_account" UNIQUE("account_id","key"),
	CONSTRAINT "idempotency_keys_owner" CHECK (num_nonnulls("idempotency_keys"."user_id", "idempotency_keys"."account_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"actor_id" uuid,
	"subject_id" uuid,
	"command" text,
	"reason" text,
	"detail" text,
	"address" text,
	"browser" text,
	"system" text,
	"request_id" text,
	"impersonation_id" uuid,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "ended_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ended_sessions_reason" CHECK ("ended_sessions"."reason" in ('expired', 'signed-out', 'ended-elsewhere', 'ended-by-school', 'password-changed', 'ended-at-provider', 'other-person-at-provider'))
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
	"cookie_hash" text,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "oidc_attempts" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"holder_hash" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"payload" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"session_id" uuid
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
CREATE TABLE "identity_provider"."recoveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"interaction" text NOT NULL,
	"name" text NOT NULL,
	"target" text,
	"address" text NOT NULL,
	"browser" text,
	"code_hash" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"tries_left" smallint NOT NULL,
	"proved_at" timestamp with time zone,
	"subject" text,
	CONSTRAINT "recoveries_tries_left" CHECK ("identity_provider"."recoveries"."tries_left" between 0 and 5),
	CONSTRAINT "recoveries_proved_before_used" CHECK ("identity_provider"."recoveries"."subject" is null or "identity_provider"."recoveries"."proved_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"issuer" text,
	"id_token" text,
	"provider_session_id" text,
	"provider_asked_at" timestamp with time zone,
	"two_factor_last_check" timestamp with time zone,
	"browser" text,
	"system" text,
	"address" text,
	"known_device_id" uuid,
	"administrator_id" uuid,
	"administrator_session_id" uuid,
	"impersonation_reason" text,
	"impersonation_until" timestamp with time zone,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "sessions_impersonation_is_whole" CHECK (num_nonnulls("sessions"."administrator_id", "sessions"."administrator_session_id", "sessions"."impersonation_reason", "sessions"."impersonation_until") in (0, 4))
);
--> statement-breakpoint
CREATE TABLE "sign_in_issuers" (
	"issuer" text PRIMARY KEY NOT NULL,
	"used_since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unmapped_roles" (
	"claim" text NOT NULL,
	"value" text NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "unmapped_roles_claim_value_pk" PRIMARY KEY("claim","value")
);
--> statement-breakpoint
CREATE TABLE "used_logout_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "import_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"file_name" text NOT NULL,
	"size" integer,
	"started_by" uuid,
	"is_command" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"skip_faulty" boolean DEFAULT false NOT NULL,
	"allow_deletes" boolean DEFAULT false NOT NULL,
	"may_appoint" boolean DEFAULT false NOT NULL,
	"progress_file" text,
	"progress" real DEFAULT 0 NOT NULL,
	"finished_at" timestamp with time zone,
	"files" json,
	"faults" integer DEFAULT 0 NOT NULL,
	"findings" json,
	"content" "bytea",
	CONSTRAINT "import_runs_state" CHECK ("import_runs"."state" in ('checking', 'checked', 'applying', 'applied', 'failed', 'discarded'))
);
--> statement-breakpoint
CREATE TABLE "record_changes" (
	"target" text NOT NULL,
	"key" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"is_deleted" boolean NOT NULL,
	CONSTRAINT "record_changes_target_key_pk" PRIMARY KEY("target","key")
);
--> statement-breakpoint
CREATE TABLE "service_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"source" text NOT NULL,
	"client_id" text NOT NULL,
	"secret_hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "service_accounts_name_unique" UNIQUE("name"),
	CONSTRAINT "service_accounts_client_id_unique" UNIQUE("client_id")
);
--> statement-breakpoint
CREATE TABLE "service_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"scopes" text[] NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"campaign_id" uuid NOT NULL,
	"group_id" uuid,
	"teacher_id" uuid,
	"title" text COLLATE "und-x-icu" NOT NULL,
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
	"title" text COLLATE "und-x-icu" NOT NULL,
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
	"held" boolean DEFAULT true NOT NULL,
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
	"title" text COLLATE "und-x-icu" NOT NULL,
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
	"given_at" timestamp with time zone NOT NULL,
	CONSTRAINT "marks_once" UNIQUE("book_id","column_id"),
	CONSTRAINT "marks_score" CHECK ("marks"."score" >= 0 and not ("marks"."absent" and "marks"."score" is not null))
);
--> statement-breakpoint
CREATE TABLE "opened_items" (
	"user_id" uuid NOT NULL,
	"section" text NOT NULL,
	"item_id" uuid NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "opened_items_user_id_section_item_id_pk" PRIMARY KEY("user_id","section","item_id"),
	CONSTRAINT "opened_items_section" CHECK ("opened_items"."section" in ('schedule', 'grade-book'))
);
--> statement-breakpoint
CREATE TABLE "seen_sections" (
	"user_id" uuid NOT NULL,
	"section" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "seen_sections_user_id_section_pk" PRIMARY KEY("user_id","section"),
	CONSTRAINT "seen_sections_section" CHECK ("seen_sections"."section" in ('schedule', 'grade-book'))
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
	"title" text COLLATE "und-x-icu" NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	CONSTRAINT "terms_start" UNIQUE("campaign_id","starts_on"),
	CONSTRAINT "terms_days" CHECK ("terms"."starts_on" <= "terms"."ends_on")
);
--> statement-breakpoint
CREATE TABLE "limit_counts" (
	"limit" text NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "limit_counts_limit_key_pk" PRIMARY KEY("limit","key")
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"channel" text NOT NULL,
	"target" text NOT NULL,
	"user_id" uuid,
	"category" text,
	"path" text,
	"is_deferrable" boolean DEFAULT false NOT NULL,
	"kind" text NOT NULL,
	"language" text NOT NULL,
	"values" jsonb,
	"queued_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"failure" text,
	CONSTRAINT "deliveries_category" CHECK ("deliveries"."category" in ('lessons', 'marks', 'homework', 'payments', 'enrolment', 'documents', 'tickets', 'events', 'news', 'security')),
	CONSTRAINT "deliveries_channel" CHECK ("deliveries"."channel" in ('email', 'phone', 'push')),
	CONSTRAINT "deliveries_language" CHECK ("deliveries"."language" in ('ru', 'en')),
	CONSTRAINT "deliveries_state" CHECK (num_nonnulls("deliveries"."values", "deliveries"."delivered_at", "deliveries"."failure") = 1)
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"channels" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"child_channels" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"frequency" text DEFAULT 'daily' NOT NULL,
	"digest_hour" smallint DEFAULT 18 NOT NULL,
	"quiet_from" smallint DEFAULT 22,
	"quiet_until" smallint DEFAULT 8,
	"time_zone" text,
	"paused_until" date,
	"push_details" boolean DEFAULT false NOT NULL,
	CONSTRAINT "notification_settings_frequency" CHECK ("notification_settings"."frequency" in ('at-once', 'daily', 'weekly')),
	CONSTRAINT "notification_settings_hours" CHECK ("notification_settings"."digest_hour" between 0 and 23 and "notification_settings"."quiet_from" between 0 and 23 and "notification_settings"."quiet_until" between 0 and 23),
	CONSTRAINT "notification_settings_quiet" CHECK (("notification_settings"."quiet_from" is null) = ("notification_settings"."quiet_until" is null))
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"category" text NOT NULL,
	"kind" text NOT NULL,
	"student_id" uuid,
	"news_id" uuid,
	"values" jsonb NOT NULL,
	"path" text NOT NULL,
	"key" text NOT NULL,
	"group_key" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"is_shown" boolean DEFAULT true NOT NULL,
	"awaits_digest" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone,
	CONSTRAINT "notifications_once" UNIQUE("user_id","key"),
	CONSTRAINT "notifications_category" CHECK ("notifications"."category" in ('lessons', 'marks', 'homework', 'payments', 'enrolment', 'documents', 'tickets', 'events', 'news', 'security'))
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
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"known_device_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"browser" text,
	"system" text,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "push_subscriptions_known_device_id_unique" UNIQUE("known_device_id"),
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "rejected_addresses" (
	"address" text PRIMARY KEY NOT NULL,
	"rejected_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "code_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"target" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "code_events_kind" CHECK ("code_events"."kind" in ('sent', 'wrong')),
	CONSTRAINT "code_events_purpose" CHECK ("code_events"."purpose" in ('two-factor', 'verification', 'join'))
);
--> statement-breakpoint
CREATE TABLE "code_locks" (
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "code_locks_user_id_purpose_pk" PRIMARY KEY("user_id","purpose"),
	CONSTRAINT "code_locks_purpose" CHECK ("code_locks"."purpose" in ('two-factor', 'verification', 'join'))
);
--> statement-breakpoint
CREATE TABLE "join_proofs" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"target" text NOT NULL,
	"verified_at" timestamp with time zone NOT NULL,
	CONSTRAINT "join_proofs_channel" CHECK ("join_proofs"."channel" in ('email', 'phone'))
);
--> statement-breakpoint
CREATE TABLE "one_time_codes" (
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"channel" text NOT NULL,
	"id" uuid NOT NULL,
	"target" text NOT NULL,
	"code_hash" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"tries_left" smallint NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "one_time_codes_user_id_purpose_channel_pk" PRIMARY KEY("user_id","purpose","channel"),
	CONSTRAINT "one_time_codes_id_unique" UNIQUE("id"),
	CONSTRAINT "one_time_codes_tries_left" CHECK ("one_time_codes"."tries_left" between 0 and 5),
	CONSTRAINT "one_time_codes_purpose" CHECK ("one_time_codes"."purpose" in ('two-factor', 'verification', 'join')),
	CONSTRAINT "one_time_codes_channel" CHECK ("one_time_codes"."channel" in ('email', 'phone'))
);
--> statement-breakpoint
CREATE TABLE "server_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verified_contacts" (
	"session_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"target" text NOT NULL,
	"verified_at" timestamp with time zone NOT NULL,
	CONSTRAINT "verified_contacts_session_id_channel_pk" PRIMARY KEY("session_id","channel"),
	CONSTRAINT "verified_contacts_channel" CHECK ("verified_contacts"."channel" in ('email', 'phone'))
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
	"given_by" text DEFAULT 'school' NOT NULL,
	"issuer" text,
	CONSTRAINT "user_roles_user_id_role_pk" PRIMARY KEY("user_id","role"),
	CONSTRAINT "user_roles_known" CHECK ("user_roles"."role" in ('student', 'teacher', 'parent', 'super_administrator', 'administrator', 'user_manager', 'team_leader', 'admin_u2035', 'innopolis_teacher', 'innopolis_student', 'innopolis_verificator', 'rtk_user', 'edcheck_user', 'edcheck_student', 'edcheck_parent', 'spo_student', 'spo_parent', 'academy_student', 'academy_parent')),
	CONSTRAINT "user_roles_given_by" CHECK ("user_roles"."given_by" in ('provider', 'import', 'school'))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subject" text,
	"issuer" text,
	"first_name" text COLLATE "und-x-icu" NOT NULL,
	"last_name" text COLLATE "und-x-icu" NOT NULL,
	"patronym" text COLLATE "und-x-icu",
	"avatar" text,
	"email" text,
	"phone" text,
	"phone_verified_at" timestamp with time zone,
	"crm_uuid" uuid,
	"external_id" text,
	"grade" smallint,
	"has_password" boolean DEFAULT false NOT NULL,
	"language" text,
	"last_sign_in_at" timestamp with time zone,
	"locked_at" timestamp with time zone,
	"joined_into" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_words" "tsvector" GENERATED ALWAYS AS (array_to_tsvector(array_remove(string_to_array(translate(regexp_replace(normalize(lower((coalesce("last_name", '') || ' ' || coalesce("first_name", '') || ' ' || coalesce("patronym", '') || ' ' || coalesce("email", '') || ' ' || coalesce("phone", '') || ' ' || coalesce(substr("phone", 3), '') || ' ' || coalesce(right("phone", 7), '') || ' ' || coalesce(right("phone", 4), '')) collate "und-x-icu"), NFD), '[\u0300-\u036f]', '', 'g'), 'әғґҕқҡҝңҥөұүіһҳєҗҙҫҷҹҧҭјđðøłıə-.,@+_()/''‘’‛`´ʹʻʼʽʾʿˈˊˋ′‵՚ꞌ＇', 'агггкккнноууиххежзсччптиddolia         ') || ' ' || translate(regexp_replace(normalize(lower((coalesce("last_name", '') || ' ' || coalesce("first_name", '') || ' ' || coalesce("patronym", '') || ' ' || coalesce("email", '') || ' ' || coalesce("phone", '') || ' ' || coalesce(substr("phone", 3), '') || ' ' || coalesce(right("phone", 7), '') || ' ' || coalesce(right("phone", 4), '')) collate "und-x-icu"), NFD), '[\u0300-\u036f]', '', 'g'), 'әғґҕқҡҝңҥөұүіһҳєҗҙҫҷҹҧҭјđðøłıə-.,@+_()/''‘’‛`´ʹʻʼʽʾʿˈˊˋ′‵՚ꞌ＇', 'агггкккнноууиххежзсччптиddolia                             '), ' '), ''))) STORED NOT NULL,
	CONSTRAINT "users_crm_uuid_unique" UNIQUE("crm_uuid"),
	CONSTRAINT "users_external_id_unique" UNIQUE("external_id"),
	CONSTRAINT "users_subject" UNIQUE("subject","issuer"),
	CONSTRAINT "users_language" CHECK ("users"."language" in ('ru', 'en')),
	CONSTRAINT "users_grade" CHECK ("users"."grade" between 1 and 11)
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"branch" text NOT NULL,
	"title" text COLLATE "und-x-icu" NOT NULL,
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
	"title" text COLLATE "und-x-icu" NOT NULL,
	"description" text NOT NULL,
	"hours" integer NOT NULL,
	"grades" smallint[] DEFAULT '{}' NOT NULL,
	"is_for_own" boolean DEFAULT false NOT NULL,
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
	"title" text COLLATE "und-x-icu" NOT NULL,
	"description" text NOT NULL,
	"subject_code" text NOT NULL,
	"branch" text NOT NULL,
	"grades" smallint[] NOT NULL,
	"search_words" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('russian', translate(lower(("title") collate "und-x-icu"), 'ё-.,@+_()/''«»:;!?–—', 'е                  ')), 'A') || setweight(to_tsvector('russian', translate(lower(("description") collate "und-x-icu"), 'ё-.,@+_()/''«»:;!?–—', 'е                  ')), 'C')) STORED NOT NULL,
	"search_title" text COLLATE "und-x-icu" GENERATED ALWAYS AS (translate(lower(("title") collate "und-x-icu"), 'ё-.,@+_()/''«»:;!?–—', 'е                  ')) STORED NOT NULL,
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
	"title" text COLLATE "und-x-icu" NOT NULL,
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
	"title" text COLLATE "und-x-icu" NOT NULL,
	"search_words" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('russian', translate(lower(("title") collate "und-x-icu"), 'ё-.,@+_()/''«»:;!?–—', 'е                  ')), 'B')) STORED NOT NULL,
	CONSTRAINT "subjects_title_unique" UNIQUE("title")
);
--> statement-breakpoint
CREATE TABLE "territories" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text COLLATE "und-x-icu" NOT NULL,
	"address" text NOT NULL,
	CONSTRAINT "territories_title_unique" UNIQUE("title")
);
--> statement-breakpoint
CREATE TABLE "absences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"student_id" uuid NOT NULL,
	"reported_by_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"comment" text,
	"lesson_id" uuid,
	"starts_on" date,
	"ends_on" date,
	"created_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "absences_reason" CHECK ("absences"."reason" in ('illness', 'family', 'other')),
	CONSTRAINT "absences_other" CHECK ("absences"."reason" <> 'other' or "absences"."comment" is not null),
	CONSTRAINT "absences_when" CHECK (("absences"."lesson_id" is null) = ("absences"."starts_on" is not null) and ("absences"."starts_on" is null) = ("absences"."ends_on" is null) and "absences"."starts_on" <= "absences"."ends_on")
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"role_group" text NOT NULL,
	"secret_hash" text NOT NULL,
	"student_ids" uuid[] NOT NULL,
	"kinds" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_read_at" timestamp with time zone,
	CONSTRAINT "calendar_feeds_secret_hash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "calendar_feeds_once" UNIQUE("owner_id","role_group"),
	CONSTRAINT "calendar_feeds_role_group" CHECK ("calendar_feeds"."role_group" in ('parent', 'student')),
	CONSTRAINT "calendar_feeds_kinds" CHECK ("calendar_feeds"."kinds" <@ array['conversations', 'exam-subjects', 'offline', 'online', 'vacations', 'self-study']::text[])
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"student_id" uuid NOT NULL,
	"teacher_id" uuid,
	"title" text COLLATE "und-x-icu" NOT NULL,
	"format" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"place" text,
	"join_url" text,
	"state" text DEFAULT 'planned' NOT NULL,
	"changed_at" timestamp with time zone,
	"previous_starts_at" timestamp with time zone,
	"previous_ends_at" timestamp with time zone,
	"previous_place" text,
	CONSTRAINT "conversations_format" CHECK ("conversations"."format" in ('webinar', 'offline', 'video', 'stream')),
	CONSTRAINT "conversations_state" CHECK ("conversations"."state" in ('planned', 'moved', 'cancelled')),
	CONSTRAINT "conversations_times" CHECK ("conversations"."starts_at" < "conversations"."ends_at" and "conversations"."ends_at" - "conversations"."starts_at" <= interval '1 day'),
	CONSTRAINT "conversations_change" CHECK (("conversations"."state" <> 'planned' or "conversations"."changed_at" is null) and ("conversations"."changed_at" is not null or "conversations"."previous_starts_at" is null) and ("conversations"."previous_starts_at" is null) = ("conversations"."previous_ends_at" is null))
);
--> statement-breakpoint
CREATE TABLE "exams" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"student_id" uuid NOT NULL,
	"teacher_id" uuid,
	"title" text COLLATE "und-x-icu" NOT NULL,
	"format" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"place" text,
	"join_url" text,
	"state" text DEFAULT 'planned' NOT NULL,
	"changed_at" timestamp with time zone,
	"previous_starts_at" timestamp with time zone,
	"previous_ends_at" timestamp with time zone,
	"previous_place" text,
	"subject_code" text NOT NULL,
	CONSTRAINT "exams_format" CHECK ("exams"."format" in ('webinar', 'offline', 'video', 'stream')),
	CONSTRAINT "exams_state" CHECK ("exams"."state" in ('planned', 'moved', 'cancelled')),
	CONSTRAINT "exams_times" CHECK ("exams"."starts_at" < "exams"."ends_at" and "exams"."ends_at" - "exams"."starts_at" <= interval '1 day'),
	CONSTRAINT "exams_change" CHECK (("exams"."state" <> 'planned' or "exams"."changed_at" is null) and ("exams"."changed_at" is not null or "exams"."previous_starts_at" is null) and ("exams"."previous_starts_at" is null) = ("exams"."previous_ends_at" is null))
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
	"changed_at" timestamp with time zone,
	"previous_starts_at" timestamp with time zone,
	"previous_ends_at" timestamp with time zone,
	"previous_place" text,
	CONSTRAINT "lessons_change" CHECK (("lessons"."state" <> 'planned' or "lessons"."changed_at" is null) and ("lessons"."changed_at" is not null or "lessons"."previous_starts_at" is null) and ("lessons"."previous_starts_at" is null) = ("lessons"."previous_ends_at" is null)),
	CONSTRAINT "lessons_format" CHECK ("lessons"."format" in ('webinar', 'offline', 'video', 'stream')),
	CONSTRAINT "lessons_state" CHECK ("lessons"."state" in ('planned', 'moved', 'cancelled')),
	CONSTRAINT "lessons_times" CHECK ("lessons"."starts_at" < "lessons"."ends_at" and "lessons"."ends_at" - "lessons"."starts_at" <= interval '1 day')
);
--> statement-breakpoint
CREATE TABLE "self_study_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"group_id" uuid NOT NULL,
	"title" text COLLATE "und-x-icu" NOT NULL,
	"url" text,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "self_study_items_times" CHECK ("self_study_items"."starts_at" < "self_study_items"."ends_at" and "self_study_items"."ends_at" - "self_study_items"."starts_at" <= interval '1 day')
);
--> statement-breakpoint
CREATE TABLE "ticket_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"ticket_id" uuid,
	"message_id" uuid,
	"is_of_answer" boolean DEFAULT false NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"size" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ticket_files_media_type" CHECK ("ticket_files"."media_type" in ('image/jpeg', 'image/png', 'image/webp', 'image/gif', 'application/pdf')),
	CONSTRAINT "ticket_files_place" CHECK ("ticket_files"."ticket_id" is not null or ("ticket_files"."message_id" is null and not "ticket_files"."is_of_answer"))
);
--> statement-breakpoint
CREATE TABLE "ticket_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"ticket_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"author_id" uuid,
	"content_html" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ticket_messages_kind" CHECK ("ticket_messages"."kind" in ('reply', 'answer', 'note'))
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" text NOT NULL,
	"author_id" uuid NOT NULL,
	"content_html" text NOT NULL,
	"state" text DEFAULT 'received' NOT NULL,
	"topic" text DEFAULT 'schedule' NOT NULL,
	"assignee_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"answer_html" text,
	"answered_at" timestamp with time zone,
	"answered_by_id" uuid,
	"read_at" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "tickets_number_unique" UNIQUE("number"),
	CONSTRAINT "tickets_state" CHECK ("tickets"."state" in ('received', 'inProgress', 'answered', 'closed')),
	CONSTRAINT "tickets_topic" CHECK ("tickets"."topic" in ('schedule', 'payments', 'studies', 'technical', 'other')),
	CONSTRAINT "tickets_answer" CHECK (("tickets"."answer_html" is null) = ("tickets"."answered_at" is null))
);
--> statement-breakpoint
CREATE TABLE "vacations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"campaign_id" uuid NOT NULL,
	"title" text COLLATE "und-x-icu" NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	CONSTRAINT "vacations_start" UNIQUE("campaign_id","starts_on"),
	CONSTRAINT "vacations_days" CHECK ("vacations"."starts_on" <= "vacations"."ends_on")
);
--> statement-breakpoint
CREATE TABLE "avatars" (
	"name" text PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"content" "bytea" NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "personal_details" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"tax_number" text,
	"born_on" date,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "personal_details_tax_number" CHECK ("personal_details"."tax_number" ~ '^[0-9]{12}$')
);
--> statement-breakpoint
CREATE TABLE "tax_certificates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" text NOT NULL,
	"year" smallint NOT NULL,
	"applicant_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"prepared_at" timestamp with time zone,
	"ready_at" timestamp with time zone,
	"subject" jsonb,
	"file" "bytea",
	CONSTRAINT "tax_certificates_number_unique" UNIQUE("number"),
	CONSTRAINT "tax_certificates_once" UNIQUE("applicant_id","student_id","year"),
	CONSTRAINT "tax_certificates_state" CHECK ("tax_certificates"."state" in ('requested', 'prepared', 'ready')),
	CONSTRAINT "tax_certificates_amount" CHECK ("tax_certificates"."amount" > 0),
	CONSTRAINT "tax_certificates_file" CHECK (("tax_certificates"."state" = 'ready') = ("tax_certificates"."file" is not null))
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"contract_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"from_group_id" uuid NOT NULL,
	"to_group_id" uuid NOT NULL,
	"requested_by_id" uuid NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"month" date NOT NULL,
	"effective_from" date NOT NULL,
	"state" text DEFAULT 'coming' NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"previous_left_on" date,
	"price_change" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "transfers_state" CHECK ("transfers"."state" in ('coming', 'done', 'withdrawn')),
	CONSTRAINT "transfers_another" CHECK ("transfers"."from_group_id" <> "transfers"."to_group_id"),
	CONSTRAINT "transfers_withdrawn" CHECK (("transfers"."state" = 'withdrawn') = ("transfers"."withdrawn_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "waiting_list_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"group_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"contract_id" uuid,
	"requested_by_id" uuid NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"held_until" timestamp with time zone,
	CONSTRAINT "waiting_list_entries_state" CHECK ("waiting_list_entries"."state" in ('waiting', 'held', 'taken', 'left', 'lapsed')),
	CONSTRAINT "waiting_list_entries_hold" CHECK (("waiting_list_entries"."state" = 'held') = ("waiting_list_entries"."held_until" is not null))
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"message_id" text NOT NULL,
	"event" text NOT NULL,
	"payload" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_attempt_at" timestamp with time zone,
	"status" integer,
	"failure" text,
	"delivered_at" timestamp with time zone,
	"given_up_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"failing_since" timestamp with time zone,
	"disabled_at" timestamp with time zone,
	CONSTRAINT "webhook_endpoints_url_unique" UNIQUE("url")
);
--> statement-breakpoint
ALTER TABLE "account_join_rows" ADD CONSTRAINT "account_join_rows_join_id_account_joins_id_fk" FOREIGN KEY ("join_id") REFERENCES "public"."account_joins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_joins" ADD CONSTRAINT "account_joins_kept_id_users_id_fk" FOREIGN KEY ("kept_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_joins" ADD CONSTRAINT "account_joins_joined_id_users_id_fk" FOREIGN KEY ("joined_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_joins" ADD CONSTRAINT "account_joins_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_changes" ADD CONSTRAINT "account_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_news" ADD CONSTRAINT "school_news_territory_id_territories_id_fk" FOREIGN KEY ("territory_id") REFERENCES "public"."territories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_news" ADD CONSTRAINT "school_news_program_id_programs_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."programs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_news" ADD CONSTRAINT "school_news_group_id_study_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."study_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_news" ADD CONSTRAINT "school_news_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "baskets" ADD CONSTRAINT "baskets_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "baskets" ADD CONSTRAINT "baskets_group_id_study_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."study_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "baskets" ADD CONSTRAINT "baskets_opportunity_id_opportunities_id_fk" FOREIGN KEY ("opportunity_id") REFERENCES "public"."opportunities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "baskets" ADD CONSTRAINT "baskets_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "baskets" ADD CONSTRAINT "baskets_filled_by_id_users_id_fk" FOREIGN KEY ("filled_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "baskets" ADD CONSTRAINT "baskets_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_states" ADD CONSTRAINT "contract_states_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_program_id_programs_id_fk" FOREIGN KEY ("program_id") REFERENCES "public"."programs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_group_id_study_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."study_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_territory_id_territories_id_fk" FOREIGN KEY ("territory_id") REFERENCES "public"."territories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_payer_id_users_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_account_id_service_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."service_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linked_accounts" ADD CONSTRAINT "linked_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logout_links" ADD CONSTRAINT "logout_links_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_attempts" ADD CONSTRAINT "oidc_attempts_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_known_device_id_known_devices_id_fk" FOREIGN KEY ("known_device_id") REFERENCES "public"."known_devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_administrator_id_users_id_fk" FOREIGN KEY ("administrator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_administrator_session_id_sessions_id_fk" FOREIGN KEY ("administrator_session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_runs" ADD CONSTRAINT "import_runs_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_tokens" ADD CONSTRAINT "service_tokens_account_id_service_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."service_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "opened_items" ADD CONSTRAINT "opened_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seen_sections" ADD CONSTRAINT "seen_sections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "term_marks" ADD CONSTRAINT "term_marks_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "term_marks" ADD CONSTRAINT "term_marks_course" FOREIGN KEY ("book_id","course_id") REFERENCES "public"."grade_book_courses"("book_id","course_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terms" ADD CONSTRAINT "terms_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_news_id_school_news_id_fk" FOREIGN KEY ("news_id") REFERENCES "public"."school_news"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_known_device_id_known_devices_id_fk" FOREIGN KEY ("known_device_id") REFERENCES "public"."known_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_events" ADD CONSTRAINT "code_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_locks" ADD CONSTRAINT "code_locks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_proofs" ADD CONSTRAINT "join_proofs_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verified_contacts" ADD CONSTRAINT "verified_contacts_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardianships" ADD CONSTRAINT "guardianships_guardian_id_users_id_fk" FOREIGN KEY ("guardian_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardianships" ADD CONSTRAINT "guardianships_child_id_users_id_fk" FOREIGN KEY ("child_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_joined_into_users_id_fk" FOREIGN KEY ("joined_into") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "absences" ADD CONSTRAINT "absences_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "absences" ADD CONSTRAINT "absences_reported_by_id_users_id_fk" FOREIGN KEY ("reported_by_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "absences" ADD CONSTRAINT "absences_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_teacher_id_users_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_teacher_id_users_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_subject_code_subjects_code_fk" FOREIGN KEY ("subject_code") REFERENCES "public"."subjects"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_group_id_study_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."study_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_substitute_id_users_id_fk" FOREIGN KEY ("substitute_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "self_study_items" ADD CONSTRAINT "self_study_items_group_id_study_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."study_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_files" ADD CONSTRAINT "ticket_files_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_files" ADD CONSTRAINT "ticket_files_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_files" ADD CONSTRAINT "ticket_files_message_id_ticket_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."ticket_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_answered_by_id_users_id_fk" FOREIGN KEY ("answered_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vacations" ADD CONSTRAINT "vacations_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "avatars" ADD CONSTRAINT "avatars_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_details" ADD CONSTRAINT "personal_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_certificates" ADD CONSTRAINT "tax_certificates_applicant_id_users_id_fk" FOREIGN KEY ("applicant_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_certificates" ADD CONSTRAINT "tax_certificates_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_from_group_id_study_groups_id_fk" FOREIGN KEY ("from_group_id") REFERENCES "public"."study_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_to_group_id_study_groups_id_fk" FOREIGN KEY ("to_group_id") REFERENCES "public"."study_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_requested_by_id_users_id_fk" FOREIGN KEY ("requested_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list_entries" ADD CONSTRAINT "waiting_list_entries_group_id_study_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."study_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list_entries" ADD CONSTRAINT "waiting_list_entries_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list_entries" ADD CONSTRAINT "waiting_list_entries_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list_entries" ADD CONSTRAINT "waiting_list_entries_requested_by_id_users_id_fk" FOREIGN KEY ("requested_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_joins_kept" ON "account_joins" USING btree ("kept_id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_joins_once" ON "account_joins" USING btree ("joined_id") WHERE "account_joins"."undone_at" is null;--> statement-breakpoint
CREATE INDEX "account_joins_joined" ON "account_joins" USING btree ("joined_id");--> statement-breakpoint
CREATE INDEX "account_joins_by" ON "account_joins" USING btree ("by_id");--> statement-breakpoint
CREATE INDEX "account_joins_undoable" ON "account_joins" USING btree ("at") WHERE "account_joins"."before" is not null;--> statement-breakpoint
CREATE INDEX "account_changes_user_id" ON "account_changes" USING btree ("user_id","number");--> statement-breakpoint
CREATE INDEX "account_changes_expires_at" ON "account_changes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "invitations_user_id" ON "invitations" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "invitations_invited_by" ON "invitations" USING btree ("invited_by") WHERE "invitations"."invited_by" is not null;--> statement-breakpoint
CREATE INDEX "invitations_queued" ON "invitations" USING btree ("created_at","id") WHERE "invitations"."sent_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open" ON "invitations" USING btree ("user_id") WHERE "invitations"."used_at" is null and "invitations"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "known_devices_user_id" ON "known_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "known_devices_seen_at" ON "known_devices" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "banners_shown" ON "banners" USING btree ("language","shown_until");--> statement-breakpoint
CREATE INDEX "events_start" ON "events" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "school_news_publish_at" ON "school_news" USING btree ("publish_at");--> statement-breakpoint
CREATE INDEX "school_news_territory" ON "school_news" USING btree ("territory_id");--> statement-breakpoint
CREATE INDEX "school_news_program" ON "school_news" USING btree ("program_id");--> statement-breakpoint
CREATE INDEX "school_news_group" ON "school_news" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "school_news_author" ON "school_news" USING btree ("author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "baskets_unfinished" ON "baskets" USING btree ("filled_by_id","student_id","group_id") WHERE "baskets"."contract_id" is null and "baskets"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "baskets_campaign" ON "baskets" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "baskets_group" ON "baskets" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "baskets_student" ON "baskets" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "baskets_filled_by" ON "baskets" USING btree ("filled_by_id");--> statement-breakpoint
CREATE INDEX "contract_states_contract" ON "contract_states" USING btree ("contract_id","at");--> statement-breakpoint
CREATE INDEX "contracts_student" ON "contracts" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "contracts_customer" ON "contracts" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "contracts_campaign" ON "contracts" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "contracts_program" ON "contracts" USING btree ("program_id");--> statement-breakpoint
CREATE INDEX "contracts_group" ON "contracts" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "contracts_territory" ON "contracts" USING btree ("territory_id");--> statement-breakpoint
CREATE UNIQUE INDEX "contracts_place" ON "contracts" USING btree ("student_id","group_id") WHERE "contracts"."status" not in ('Termination', 'NotPaid');--> statement-breakpoint
CREATE INDEX "contracts_open" ON "contracts" USING btree ("created_at") WHERE "contracts"."status" = 'Open';--> statement-breakpoint
CREATE INDEX "operations_payment" ON "operations" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "operations_payer" ON "operations" USING btree ("payer_id");--> statement-breakpoint
CREATE INDEX "operations_at" ON "operations" USING btree ("at");--> statement-breakpoint
CREATE INDEX "payments_due" ON "payments" USING btree ("due_on") WHERE "payments"."status" in ('Open', 'Error');--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "audit_entries_at" ON "audit_entries" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_kind" ON "audit_entries" USING btree (split_part("action", '.', 1),"at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "audit_entries" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_subject" ON "audit_entries" USING btree ("subject_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_refused" ON "audit_entries" USING btree ("at","id") WHERE "audit_entries"."problem" is not null;--> statement-breakpoint
CREATE INDEX "audit_entries_reason" ON "audit_entries" USING btree ("at","id") WHERE "audit_entries"."reason" is not null;--> statement-breakpoint
CREATE INDEX "audit_entries_impersonation_id" ON "audit_entries" USING btree ("impersonation_id");--> statement-breakpoint
CREATE INDEX "ended_sessions_ended_at" ON "ended_sessions" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "linked_accounts_user_id" ON "linked_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "logout_links_session_id" ON "logout_links" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "logout_links_expires_at" ON "logout_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oidc_attempts_expires_at" ON "oidc_attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oidc_attempts_session_id" ON "oidc_attempts" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "payloads_grant_id" ON "identity_provider"."payloads" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "payloads_uid" ON "identity_provider"."payloads" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "payloads_expires_at" ON "identity_provider"."payloads" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "recoveries_interaction" ON "identity_provider"."recoveries" USING btree ("interaction","sent_at");--> statement-breakpoint
CREATE INDEX "recoveries_name" ON "identity_provider"."recoveries" USING btree ("name","sent_at");--> statement-breakpoint
CREATE INDEX "recoveries_target" ON "identity_provider"."recoveries" USING btree ("target","sent_at");--> statement-breakpoint
CREATE INDEX "recoveries_address" ON "identity_provider"."recoveries" USING btree ("address","sent_at");--> statement-breakpoint
CREATE INDEX "recoveries_browser" ON "identity_provider"."recoveries" USING btree ("browser","sent_at");--> statement-breakpoint
CREATE INDEX "recoveries_sent_at" ON "identity_provider"."recoveries" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "sessions_user_id" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_known_device_id" ON "sessions" USING btree ("known_device_id");--> statement-breakpoint
CREATE INDEX "sessions_administrator_id" ON "sessions" USING btree ("administrator_id");--> statement-breakpoint
CREATE INDEX "sessions_administrator_session_id" ON "sessions" USING btree ("administrator_session_id");--> statement-breakpoint
CREATE INDEX "sessions_provider_session_id" ON "sessions" USING btree ("provider_session_id");--> statement-breakpoint
CREATE INDEX "unmapped_roles_last_at" ON "unmapped_roles" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "used_logout_tokens_expires_at" ON "used_logout_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "external_ids_key" ON "external_ids" USING btree ("source","collection","target","key");--> statement-breakpoint
CREATE INDEX "external_ids_record" ON "external_ids" USING btree ("collection","key");--> statement-breakpoint
CREATE INDEX "import_runs_created_at" ON "import_runs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "import_runs_started_by" ON "import_runs" USING btree ("started_by");--> statement-breakpoint
CREATE INDEX "record_changes_time" ON "record_changes" USING btree ("target","changed_at");--> statement-breakpoint
CREATE INDEX "service_tokens_account" ON "service_tokens" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "service_tokens_expiry" ON "service_tokens" USING btree ("expires_at");--> statement-breakpoint
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
CREATE INDEX "marks_given" ON "marks" USING btree ("book_id","given_at");--> statement-breakpoint
CREATE INDEX "term_marks_term" ON "term_marks" USING btree ("term_id");--> statement-breakpoint
CREATE INDEX "limit_counts_ends_at" ON "limit_counts" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "deliveries_queued_at" ON "deliveries" USING btree ("queued_at");--> statement-breakpoint
CREATE INDEX "deliveries_user" ON "deliveries" USING btree ("user_id","queued_at");--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id","group_key") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_digest" ON "notifications" USING btree ("user_id") WHERE "notifications"."awaits_digest";--> statement-breakpoint
CREATE INDEX "notifications_student" ON "notifications" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "notifications_news" ON "notifications" USING btree ("news_id") WHERE "notifications"."news_id" is not null;--> statement-breakpoint
CREATE INDEX "notifications_at" ON "notifications" USING btree ("at");--> statement-breakpoint
CREATE INDEX "outbox_messages_at" ON "identity_provider"."outbox_messages" USING btree ("at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user_id" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "code_events_user_id" ON "code_events" USING btree ("user_id","kind","at");--> statement-breakpoint
CREATE INDEX "code_events_target" ON "code_events" USING btree ("target","kind","at");--> statement-breakpoint
CREATE INDEX "code_events_at" ON "code_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "guardianships_child" ON "guardianships" USING btree ("child_id");--> statement-breakpoint
CREATE INDEX "user_roles_role" ON "user_roles" USING btree ("role");--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree ("last_name","first_name");--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_phone" ON "users" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "users_joined_into" ON "users" USING btree ("joined_into") WHERE "users"."joined_into" is not null;--> statement-breakpoint
CREATE INDEX "users_search_words" ON "users" USING gin ("search_words");--> statement-breakpoint
CREATE INDEX "enrolments_campaign" ON "enrolments" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "enrolments_group" ON "enrolments" USING btree ("opportunity_id","group_id");--> statement-breakpoint
CREATE INDEX "enrolments_enrolled_by" ON "enrolments" USING btree ("enrolled_by_id");--> statement-breakpoint
CREATE UNIQUE INDEX "group_memberships_present" ON "group_memberships" USING btree ("student_id","group_id") WHERE "group_memberships"."left_on" is null;--> statement-breakpoint
CREATE INDEX "group_memberships_student" ON "group_memberships" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "group_memberships_group" ON "group_memberships" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "offers_campaign" ON "offers" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "opportunity_groups_group" ON "opportunity_groups" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "programs_subject" ON "programs" USING btree ("subject_code");--> statement-breakpoint
CREATE INDEX "programs_search_words" ON "programs" USING gin ("search_words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "study_groups_program" ON "study_groups" USING btree ("program_id");--> statement-breakpoint
CREATE INDEX "study_groups_territory" ON "study_groups" USING btree ("territory_id");--> statement-breakpoint
CREATE INDEX "study_groups_teacher" ON "study_groups" USING btree ("teacher_id");--> statement-breakpoint
CREATE INDEX "absences_student" ON "absences" USING btree ("student_id","created_at");--> statement-breakpoint
CREATE INDEX "absences_lesson" ON "absences" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "absences_reporter" ON "absences" USING btree ("reported_by_id");--> statement-breakpoint
CREATE INDEX "absences_days" ON "absences" USING btree ("ends_on") WHERE "absences"."withdrawn_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "absences_once" ON "absences" USING btree ("student_id","lesson_id") WHERE "absences"."withdrawn_at" is null and "absences"."lesson_id" is not null;--> statement-breakpoint
CREATE INDEX "conversations_student" ON "conversations" USING btree ("student_id","starts_at");--> statement-breakpoint
CREATE INDEX "conversations_teacher" ON "conversations" USING btree ("teacher_id");--> statement-breakpoint
CREATE INDEX "exams_student" ON "exams" USING btree ("student_id","starts_at");--> statement-breakpoint
CREATE INDEX "exams_teacher" ON "exams" USING btree ("teacher_id");--> statement-breakpoint
CREATE INDEX "exams_subject" ON "exams" USING btree ("subject_code");--> statement-breakpoint
CREATE INDEX "lessons_group" ON "lessons" USING btree ("group_id","starts_at");--> statement-breakpoint
CREATE INDEX "lessons_changed" ON "lessons" USING btree ("group_id","changed_at") WHERE "lessons"."changed_at" is not null;--> statement-breakpoint
CREATE INDEX "lessons_substitute" ON "lessons" USING btree ("substitute_id");--> statement-breakpoint
CREATE INDEX "self_study_items_group" ON "self_study_items" USING btree ("group_id","starts_at");--> statement-breakpoint
CREATE INDEX "ticket_files_ticket" ON "ticket_files" USING btree ("ticket_id","uploaded_at");--> statement-breakpoint
CREATE INDEX "ticket_files_message" ON "ticket_files" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "ticket_files_unsent" ON "ticket_files" USING btree ("owner_id","uploaded_at") WHERE "ticket_files"."ticket_id" is null;--> statement-breakpoint
CREATE INDEX "ticket_messages_author" ON "ticket_messages" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "ticket_messages_ticket" ON "ticket_messages" USING btree ("ticket_id","created_at");--> statement-breakpoint
CREATE INDEX "tickets_author" ON "tickets" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE INDEX "tickets_assignee" ON "tickets" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "tickets_answered_by" ON "tickets" USING btree ("answered_by_id");--> statement-breakpoint
CREATE INDEX "tickets_created" ON "tickets" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "avatars_owner" ON "avatars" USING btree ("owner_id","uploaded_at");--> statement-breakpoint
CREATE INDEX "avatars_uploaded" ON "avatars" USING btree ("uploaded_at");--> statement-breakpoint
CREATE INDEX "tax_certificates_student" ON "tax_certificates" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "tax_certificates_under_way" ON "tax_certificates" USING btree ("requested_at") WHERE "tax_certificates"."state" <> 'ready';--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_under_way" ON "transfers" USING btree ("contract_id") WHERE "transfers"."state" = 'coming';--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_month" ON "transfers" USING btree ("contract_id","month") WHERE "transfers"."state" <> 'withdrawn';--> statement-breakpoint
CREATE INDEX "transfers_contract" ON "transfers" USING btree ("contract_id","requested_at");--> statement-breakpoint
CREATE INDEX "transfers_student" ON "transfers" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "transfers_from" ON "transfers" USING btree ("from_group_id");--> statement-breakpoint
CREATE INDEX "transfers_to" ON "transfers" USING btree ("to_group_id");--> statement-breakpoint
CREATE INDEX "transfers_requested_by" ON "transfers" USING btree ("requested_by_id");--> statement-breakpoint
CREATE INDEX "transfers_coming" ON "transfers" USING btree ("effective_from") WHERE "transfers"."state" = 'coming';--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_list_entries_once" ON "waiting_list_entries" USING btree ("student_id","group_id") WHERE "waiting_list_entries"."state" in ('waiting', 'held');--> statement-breakpoint
CREATE INDEX "waiting_list_entries_order" ON "waiting_list_entries" USING btree ("group_id","joined_at","id") WHERE "waiting_list_entries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "waiting_list_entries_held" ON "waiting_list_entries" USING btree ("held_until") WHERE "waiting_list_entries"."state" = 'held';--> statement-breakpoint
CREATE INDEX "waiting_list_entries_contract" ON "waiting_list_entries" USING btree ("contract_id");--> statement-breakpoint
CREATE INDEX "waiting_list_entries_requested_by" ON "waiting_list_entries" USING btree ("requested_by_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created_at" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE VIEW "payment_balances" AS
	SELECT "payments"."id" AS "payment_id", "payments"."contract_id", (
		SELECT coalesce(sum(CASE WHEN "kind" IN ('ReceivingDS', 'ReceivingTransferDS') THEN "amount" ELSE -"amount" END), 0)::bigint
		FROM "operations" WHERE "operations"."payment_id" = "payments"."id"
	) AS "paid"
	FROM "payments";
--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'rows of % are added, never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE FUNCTION "require_audit_retention"() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp' AS $$
BEGIN
	IF OLD."problem" IS NOT NULL AND OLD."actor_id" IS NULL AND OLD."at" < now() - interval '90 days' THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'of % only rejections of visitors are deleted, after 90 days', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE FUNCTION "require_paid_fits"() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE FUNCTION "require_plan_is_total"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	contract uuid := CASE TG_TABLE_NAME WHEN 'contracts' THEN (to_jsonb(NEW) ->> 'id')::uuid ELSE (to_jsonb(coalesce(NEW, OLD)) ->> 'contract_id')::uuid END;
BEGIN
	IF EXISTS (
		SELECT 1 FROM "contracts" WHERE "id" = contract
			AND "total" <> (SELECT coalesce(sum("amount"), 0) FROM "payments" WHERE "contract_id" = contract)
	) OR EXISTS (
		SELECT 1 FROM "payments" JOIN "payment_balances" ON "payment_id" = "payments"."id"
		WHERE "payments"."contract_id" = contract AND "paid" > "amount"
	) THEN
		RAISE EXCEPTION 'the payments of a contract come to its total, and none is paid above its amount'
			USING ERRCODE = 'check_violation', CONSTRAINT = 'plan_is_total';
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "set_issuer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."issuer" := CASE WHEN NEW."subject" IS NULL THEN NULL
		ELSE coalesce(NEW."issuer", (SELECT "issuer" FROM "sign_in_issuers" ORDER BY "used_since" DESC LIMIT 1)) END;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION "note_record_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format(
		'INSERT INTO record_changes (target, key, changed_at, is_deleted) SELECT DISTINCT %L, %s, now(), %L::boolean FROM changed
			ON CONFLICT (target, key) DO UPDATE SET changed_at = excluded.changed_at, is_deleted = excluded.is_deleted',
		TG_ARGV[0], TG_ARGV[1], TG_OP = 'DELETE' AND TG_TABLE_NAME = TG_ARGV[0]);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "operations_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "operations" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "audit_entries_stay" BEFORE UPDATE OR TRUNCATE ON "audit_entries" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "audit_entries_retention" BEFORE DELETE ON "audit_entries" FOR EACH ROW EXECUTE FUNCTION "require_audit_retention"();
--> statement-breakpoint
REVOKE UPDATE, TRUNCATE ON "audit_entries" FROM CURRENT_USER;
--> statement-breakpoint
CREATE TRIGGER "paid_fits" AFTER INSERT ON "operations" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "require_paid_fits"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "plan_is_total" AFTER INSERT OR DELETE OR UPDATE OF "amount" ON "payments" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "require_plan_is_total"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "plan_is_total" AFTER INSERT OR UPDATE OF "total" ON "contracts" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "require_plan_is_total"();
--> statement-breakpoint
CREATE TRIGGER "users_issuer" BEFORE INSERT OR UPDATE OF "subject", "issuer" ON "users" FOR EACH ROW EXECUTE FUNCTION "set_issuer"();
--> statement-breakpoint
CREATE PROCEDURE "note_changes_of"("noted" text, "target" text, "key" text) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('CREATE TRIGGER record_inserted AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes(%L, %L)', noted, target, key);
	EXECUTE format('CREATE TRIGGER record_updated AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes(%L, %L)', noted, target, key);
	EXECUTE format('CREATE TRIGGER record_deleted AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes(%L, %L)', noted, target, key);
END $$;
--> statement-breakpoint
DO $$
DECLARE
	noted text;
	key text;
BEGIN
	FOREACH noted IN ARRAY ARRAY['absences', 'avatars', 'banners', 'baskets', 'campaigns', 'contract_states', 'contracts', 'conversations', 'courses', 'enrolments', 'events', 'exams', 'grade_book_courses', 'grade_books', 'grade_scales', 'group_memberships', 'journal_columns', 'lesson_results', 'lessons', 'linked_accounts', 'mark_history', 'mark_types', 'marks', 'offers', 'operations', 'opportunities', 'opportunity_groups', 'payments', 'personal_details', 'programs', 'school_news', 'self_study_items', 'slots', 'study_groups', 'subjects', 'tax_certificates', 'term_marks', 'terms', 'territories', 'ticket_messages', 'tickets', 'transfers', 'user_roles', 'users', 'vacations', 'waiting_list_entries'] LOOP
		SELECT string_agg(quote_ident(attname) || '::text', ' || ''.'' || ' ORDER BY place) INTO key
		FROM pg_index CROSS JOIN unnest(indkey) WITH ORDINALITY AS part (attnum, place) JOIN pg_attribute ON attrelid = indrelid AND pg_attribute.attnum = part.attnum
		WHERE indrelid = noted::regclass AND indisprimary;
		CALL note_changes_of(noted, noted, key);
	END LOOP;
	-- Guardians are attributes of their children.
	CALL note_changes_of('guardianships', 'users', 'child_id::text');
END $$;
--> statement-breakpoint
DO $$
BEGIN
	IF EXISTS (SELECT 1 FROM "pg_available_extensions" WHERE "name" = 'pg_trgm') THEN
		CREATE EXTENSION IF NOT EXISTS "pg_trgm";
		CREATE INDEX "programs_search_title" ON "programs" USING gin ("search_title" gin_trgm_ops) WITH (fastupdate = off);
	END IF;
EXCEPTION WHEN insufficient_privilege OR undefined_object THEN
	RAISE NOTICE 'the search of courses goes without pg_trgm: %', SQLERRM;
END $$;
