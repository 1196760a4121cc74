

SELECT pg_catalog.set_config('search_path', '', false);

CREATE SCHEMA drizzle;

CREATE SCHEMA identity_provider;

CREATE SCHEMA pgboss;

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

CREATE TYPE pgboss.job_state AS ENUM (
    'created',
    'retry',
    'active',
    'completed',
    'cancelled',
    'failed'
);

CREATE FUNCTION pgboss.create_queue(queue_name text, options jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $_$
    DECLARE
      tablename varchar := CASE WHEN options->>'partition' = 'true'
                            THEN 'j' || encode(sha224(queue_name::bytea), 'hex')
                            ELSE 'job_common'
                            END;
      queue_created_on timestamptz;
    BEGIN

      WITH q as (
        INSERT INTO pgboss.queue (
          name,
          policy,
          retry_limit,
          retry_delay,
          retry_backoff,
          retry_delay_max,
          expire_seconds,
          retention_seconds,
          deletion_seconds,
          warning_queued,
          dead_letter,
          partition,
          table_name,
          heartbeat_seconds,
          notify,
          created_on,
          updated_on
        )
        VALUES (
          queue_name,
          options->>'policy',
          COALESCE((options->>'retryLimit')::int, 2),
          COALESCE((options->>'retryDelay')::int, 0),
          COALESCE((options->>'retryBackoff')::bool, false),
          (options->>'retryDelayMax')::int,
          COALESCE((options->>'expireInSeconds')::int, 900),
          COALESCE((options->>'retentionSeconds')::int, 1209600),
          COALESCE((options->>'deleteAfterSeconds')::int, 604800),
          COALESCE((options->>'warningQueueSize')::int, 0),
          options->>'deadLetter',
          COALESCE((options->>'partition')::bool, false),
          tablename,
          (options->>'heartbeatSeconds')::int,
          COALESCE((options->>'notify')::bool, false),
          pgboss.job_now(),
          pgboss.job_now()
        )
        ON CONFLICT DO NOTHING
        RETURNING created_on
      )
      SELECT created_on into queue_created_on from q;

      IF queue_created_on IS NULL OR options->>'partition' IS DISTINCT FROM 'true' THEN
        RETURN;
      END IF;

      EXECUTE format('CREATE TABLE pgboss.%I (LIKE pgboss.job INCLUDING DEFAULTS)', tablename);

      EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD PRIMARY KEY (name, id)$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);

      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i11 ON pgboss.job (name, priority DESC, created_on, start_after) WHERE state < 'active' AND NOT blocked$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i4 ON pgboss.job (name, singleton_on, COALESCE(singleton_key, '')) WHERE state <> 'cancelled' AND singleton_on IS NOT NULL$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i7 ON pgboss.job (name, group_id) WHERE state = 'active' AND group_id IS NOT NULL$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i9 ON pgboss.job (name, id) WHERE blocking AND state = 'completed'$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i12 ON pgboss.job (source_root_id) WHERE source_root_id IS NOT NULL$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i13 ON pgboss.job (name, singleton_key) WHERE state = 'created' AND upsert_by_key$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i14 ON pgboss.job (name, state, blocked, start_after) WHERE state IN ('created', 'retry', 'active', 'failed')$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i15 ON pgboss.job (name, created_on)$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i16 ON pgboss.job (name, completed_on) WHERE completed_on IS NOT NULL$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i17 ON pgboss.job (name, singleton_key, created_on) WHERE state < 'active' AND singleton_key IS NOT NULL$cmd$, tablename);

      IF options->>'policy' = 'short' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i1 ON pgboss.job (name, COALESCE(singleton_key, '')) WHERE state = 'created' AND policy = 'short'$cmd$, tablename);
      ELSIF options->>'policy' = 'singleton' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i2 ON pgboss.job (name, COALESCE(singleton_key, '')) WHERE state = 'active' AND policy = 'singleton'$cmd$, tablename);
      ELSIF options->>'policy' = 'stately' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i3 ON pgboss.job (name, state, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'stately'$cmd$, tablename);
      ELSIF options->>'policy' = 'exclusive' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i6 ON pgboss.job (name, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'exclusive'$cmd$, tablename);
      ELSIF options->>'policy' = 'key_strict_fifo' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i8 ON pgboss.job (name, singleton_key) WHERE state IN ('active', 'retry', 'failed') AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i10 ON pgboss.job (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE state < 'active' AND NOT blocked AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK (NOT (policy = 'key_strict_fifo' AND singleton_key IS NULL))$cmd$, tablename);
      END IF;

      EXECUTE format('ALTER TABLE pgboss.%I ADD CONSTRAINT cjc CHECK (name=%L)', tablename, queue_name);
      EXECUTE format('ALTER TABLE pgboss.job ATTACH PARTITION pgboss.%I FOR VALUES IN (%L)', tablename, queue_name);
    END;
    $_$;

CREATE FUNCTION pgboss.delete_queue(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      v_table varchar;
      v_partition bool;
    BEGIN
      
      SELECT table_name, partition
      FROM pgboss.queue
      WHERE name = queue_name
      INTO v_table, v_partition;

      IF v_partition THEN
        EXECUTE format('DROP TABLE IF EXISTS pgboss.%I', v_table);
      ELSE
        EXECUTE format('DELETE FROM pgboss.%I WHERE name = %L', v_table, queue_name);
      END IF;
    
      DELETE FROM pgboss.queue WHERE name = queue_name;
    END;
    $$;

CREATE FUNCTION pgboss.job_now() RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
      SELECT pg_catalog.now();
    $$;

CREATE FUNCTION pgboss.job_table_format(command text, table_name text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $_$
      SELECT format(
        regexp_replace(
          regexp_replace(command, '\.job\y', '.%1$I', 'g'),
          '\yjob_i(\d+)', '%1$s_i\1', 'g'
        ),
        table_name
      );
    $_$;

CREATE FUNCTION pgboss.job_table_run(command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      tbl RECORD;
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM pgboss.queue WHERE name = queue_name;
      END IF;

      IF tbl_name IS NOT NULL THEN
        EXECUTE pgboss.job_table_format(command, tbl_name);
        RETURN;
      END IF;

      EXECUTE pgboss.job_table_format(command, 'job_common');

      FOR tbl IN SELECT table_name FROM pgboss.queue WHERE partition = true
      LOOP
        EXECUTE pgboss.job_table_format(command, tbl.table_name);
      END LOOP;
    END;
    $$;

CREATE FUNCTION pgboss.job_table_run_async(command_name text, version integer, command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM pgboss.queue WHERE name = queue_name;
      END IF;

      IF tbl_name IS NOT NULL THEN
        INSERT INTO pgboss.bam (name, version, status, queue, table_name, command)
        VALUES (
          command_name,
          version,
          'pending',
          queue_name,
          tbl_name,
          pgboss.job_table_format(command, tbl_name)
        );
        RETURN;
      END IF;

      INSERT INTO pgboss.bam (name, version, status, queue, table_name, command)
      SELECT
        command_name,
        version,
        'pending',
        NULL,
        'job_common',
        pgboss.job_table_format(command, 'job_common')
      UNION ALL
      SELECT
        command_name,
        version,
        'pending',
        queue.name,
        queue.table_name,
        pgboss.job_table_format(command, queue.table_name)
      FROM pgboss.queue
      WHERE partition = true;
    END;
    $$;

CREATE PROCEDURE public.note_changes_of(IN noted text, IN target text, IN key text)
    LANGUAGE plpgsql
    AS $$
BEGIN
	EXECUTE format('CREATE TRIGGER record_inserted AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes(%L, %L)', noted, target, key);
	EXECUTE format('CREATE TRIGGER record_updated AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes(%L, %L)', noted, target, key);
	EXECUTE format('CREATE TRIGGER record_deleted AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_record_changes(%L, %L)', noted, target, key);
END $$;

CREATE FUNCTION public.note_record_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	EXECUTE format(
		'INSERT INTO record_changes (target, key, changed_at, is_deleted) SELECT DISTINCT %L, %s, now(), %L::boolean FROM changed
			ON CONFLICT (target, key) DO UPDATE SET changed_at = excluded.changed_at, is_deleted = excluded.is_deleted',
		TG_ARGV[0], TG_ARGV[1], TG_OP = 'DELETE' AND TG_TABLE_NAME = TG_ARGV[0]);
	RETURN NULL;
END $$;

CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	RAISE EXCEPTION 'rows of % are added, never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION public.require_audit_retention() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
	IF OLD."problem" IS NOT NULL AND OLD."actor_id" IS NULL AND OLD."at" < now() - interval '90 days' THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'of % only rejections of visitors are deleted, after 90 days', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION public.require_paid_fits() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.require_plan_is_total() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.set_issuer() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	NEW."issuer" := CASE WHEN NEW."subject" IS NULL THEN NULL
		ELSE coalesce(NEW."issuer", (SELECT "issuer" FROM "sign_in_issuers" ORDER BY "used_since" DESC LIMIT 1)) END;
	RETURN NEW;
END $$;

CREATE TABLE drizzle.__drizzle_migrations (
    id integer NOT NULL,
    hash text NOT NULL,
    created_at bigint
);

CREATE SEQUENCE drizzle.__drizzle_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE drizzle.__drizzle_migrations_id_seq OWNED BY drizzle.__drizzle_migrations.id;

CREATE TABLE identity_provider.accounts (
    subject text NOT NULL,
    login text NOT NULL,
    name text NOT NULL,
    email text,
    password_hash text
);

CREATE TABLE identity_provider.keys (
    name text NOT NULL,
    value jsonb NOT NULL
);

CREATE TABLE identity_provider.outbox_messages (
    id uuid NOT NULL,
    channel text NOT NULL,
    target text NOT NULL,
    subject text NOT NULL,
    text text NOT NULL,
    at timestamp with time zone NOT NULL
);

CREATE TABLE identity_provider.payloads (
    model text NOT NULL,
    id text NOT NULL,
    payload jsonb NOT NULL,
    grant_id text,
    uid text,
    consumed_at timestamp with time zone,
    expires_at timestamp with time zone
);

CREATE TABLE identity_provider.recoveries (
    id uuid NOT NULL,
    interaction text NOT NULL,
    name text NOT NULL,
    target text,
    address text NOT NULL,
    browser text,
    code_hash text NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    tries_left smallint NOT NULL,
    proved_at timestamp with time zone,
    subject text,
    CONSTRAINT recoveries_proved_before_used CHECK (((subject IS NULL) OR (proved_at IS NOT NULL))),
    CONSTRAINT recoveries_tries_left CHECK (((tries_left >= 0) AND (tries_left <= 5)))
);

CREATE TABLE pgboss.bam (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    version integer NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    queue text,
    table_name text NOT NULL,
    command text NOT NULL,
    error text,
    created_on timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone
);

CREATE TABLE pgboss.instance (
    id uuid NOT NULL,
    name text,
    host text NOT NULL,
    pid integer NOT NULL,
    version text NOT NULL,
    node_version text NOT NULL,
    application_name text,
    heartbeat_seconds integer NOT NULL,
    supervise boolean NOT NULL,
    schedule boolean NOT NULL,
    migrate boolean NOT NULL,
    persist_queue_stats boolean NOT NULL,
    persist_warnings boolean NOT NULL,
    pool_max integer,
    pool_total integer,
    pool_idle integer,
    pool_waiting integer,
    workers jsonb DEFAULT '[]'::jsonb NOT NULL,
    metrics jsonb,
    config jsonb DEFAULT '{}'::jsonb NOT NULL,
    crash_restarts integer DEFAULT 0 NOT NULL,
    crash_restarts_since timestamp with time zone,
    started_on timestamp with time zone DEFAULT now() NOT NULL,
    heartbeat_on timestamp with time zone DEFAULT now() NOT NULL,
    stopped_on timestamp with time zone
);

CREATE TABLE pgboss.job (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid,
    trace_context jsonb,
    upsert_by_key boolean
)
PARTITION BY LIST (name);

CREATE TABLE pgboss.job_common (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid,
    trace_context jsonb,
    upsert_by_key boolean,
    CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK ((NOT ((policy = 'key_strict_fifo'::text) AND (singleton_key IS NULL))))
);

CREATE TABLE pgboss.job_dependency (
    child_name text NOT NULL,
    child_id uuid NOT NULL,
    parent_name text NOT NULL,
    parent_id uuid NOT NULL
);

CREATE TABLE pgboss.queue (
    name text NOT NULL,
    policy text NOT NULL,
    retry_limit integer NOT NULL,
    retry_delay integer NOT NULL,
    retry_backoff boolean NOT NULL,
    retry_delay_max integer,
    expire_seconds integer NOT NULL,
    retention_seconds integer NOT NULL,
    deletion_seconds integer NOT NULL,
    dead_letter text,
    partition boolean NOT NULL,
    table_name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    blocked_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    warning_queued integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    retained_count integer,
    retained_on timestamp with time zone,
    created_delta integer DEFAULT 0 NOT NULL,
    completed_delta integer DEFAULT 0 NOT NULL,
    failed_delta integer DEFAULT 0 NOT NULL,
    delta_on timestamp with time zone,
    delta_seconds integer,
    wait_bins integer[],
    run_bins integer[],
    ready_oldest_seconds integer,
    ready_history integer[] DEFAULT '{}'::integer[] NOT NULL,
    heartbeat_seconds integer,
    notify boolean DEFAULT false NOT NULL,
    singletons_active text[],
    monitor_claim_on timestamp with time zone,
    monitor_on timestamp with time zone,
    maintain_on timestamp with time zone,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT queue_check CHECK ((dead_letter IS DISTINCT FROM name))
);

CREATE TABLE pgboss.queue_stats (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    wait_bins integer[],
    run_bins integer[],
    ready_oldest_seconds integer,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
)
PARTITION BY RANGE (captured_on);

CREATE TABLE pgboss.queue_stats_20261128 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    wait_bins integer[],
    run_bins integer[],
    ready_oldest_seconds integer,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE pgboss.queue_stats_20261129 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    wait_bins integer[],
    run_bins integer[],
    ready_oldest_seconds integer,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE pgboss.schedule (
    name text NOT NULL,
    key text DEFAULT ''::text NOT NULL,
    kind text DEFAULT 'cron'::text NOT NULL,
    cron text NOT NULL,
    timezone text DEFAULT 'UTC'::text,
    data jsonb,
    options jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    last_job_id uuid,
    CONSTRAINT schedule_kind_check CHECK ((kind = ANY (ARRAY['cron'::text, 'rrule'::text])))
);

CREATE TABLE pgboss.subscription (
    event text NOT NULL,
    name text NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE pgboss.version (
    version integer NOT NULL,
    cron_on timestamp with time zone,
    bam_on timestamp with time zone,
    flow_on timestamp with time zone,
    reindex_on timestamp with time zone,
    monitor_backoff_on timestamp with time zone
);

CREATE TABLE pgboss.warning (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    type text NOT NULL,
    message text NOT NULL,
    data jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.absences (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    student_id uuid NOT NULL,
    reported_by_id uuid NOT NULL,
    reason text NOT NULL,
    comment text,
    lesson_id uuid,
    starts_on date,
    ends_on date,
    created_at timestamp with time zone NOT NULL,
    withdrawn_at timestamp with time zone,
    CONSTRAINT absences_other CHECK (((reason <> 'other'::text) OR (comment IS NOT NULL))),
    CONSTRAINT absences_reason CHECK ((reason = ANY (ARRAY['illness'::text, 'family'::text, 'other'::text]))),
    CONSTRAINT absences_when CHECK ((((lesson_id IS NULL) = (starts_on IS NOT NULL)) AND ((starts_on IS NULL) = (ends_on IS NULL)) AND (starts_on <= ends_on)))
);

CREATE TABLE public.account_changes (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    number bigint NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    details jsonb NOT NULL,
    secret_hash text NOT NULL,
    at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    undone_at timestamp with time zone,
    undone_by_id uuid,
    is_lost boolean DEFAULT false NOT NULL,
    CONSTRAINT account_changes_kind CHECK ((kind = ANY (ARRAY['account-linked'::text, 'account-unlinked'::text, 'password-set'::text, 'password-changed'::text, 'email-changed'::text, 'phone-changed'::text, 'phone-confirmed'::text, 'new-device'::text])))
);

ALTER TABLE public.account_changes ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.account_changes_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.account_join_rows (
    join_id uuid NOT NULL,
    reference text NOT NULL,
    key text NOT NULL
);

CREATE TABLE public.account_joins (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    kept_id uuid NOT NULL,
    joined_id uuid NOT NULL,
    by_id uuid,
    at timestamp with time zone NOT NULL,
    before jsonb,
    undone_at timestamp with time zone
);

CREATE TABLE public.audit_entries (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    at timestamp with time zone NOT NULL,
    action text NOT NULL,
    actor_id uuid,
    subject_id uuid,
    command text,
    reason text,
    detail text,
    address text,
    browser text,
    system text,
    request_id text,
    impersonation_id uuid,
    problem text
);

CREATE TABLE public.avatars (
    name text NOT NULL,
    owner_id uuid NOT NULL,
    content bytea NOT NULL,
    uploaded_at timestamp with time zone NOT NULL
);

CREATE TABLE public.banners (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    "position" smallint NOT NULL,
    language text NOT NULL,
    title text NOT NULL,
    text text NOT NULL,
    image_url text,
    url text,
    placement text[] NOT NULL,
    shown_from date NOT NULL,
    shown_until date NOT NULL,
    CONSTRAINT banners_days CHECK ((shown_from <= shown_until)),
    CONSTRAINT banners_language CHECK ((language = ANY (ARRAY['ru'::text, 'en'::text])))
);

CREATE TABLE public.baskets (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    campaign_id uuid NOT NULL,
    group_id uuid,
    opportunity_id uuid,
    student_id uuid,
    filled_by_id uuid,
    payment_scheme text NOT NULL,
    contract_id uuid,
    price bigint,
    dropped_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT baskets_content CHECK ((num_nonnulls(group_id, opportunity_id) = 1)),
    CONSTRAINT baskets_end CHECK ((num_nonnulls(contract_id, dropped_at) <= 1)),
    CONSTRAINT baskets_payment_scheme CHECK ((payment_scheme = ANY (ARRAY['StepByStep'::text, 'OnePayment'::text, 'Recurent'::text, 'BankInstallmentPlan'::text, 'Combo'::text, 'MaternalCapital'::text]))),
    CONSTRAINT baskets_price CHECK (((group_id IS NULL) = (price IS NULL)))
);

CREATE TABLE public.calendar_feeds (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    owner_id uuid NOT NULL,
    role_group text NOT NULL,
    secret_hash text NOT NULL,
    student_ids uuid[] NOT NULL,
    kinds text[] NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_read_at timestamp with time zone,
    CONSTRAINT calendar_feeds_kinds CHECK ((kinds <@ ARRAY['conversations'::text, 'exam-subjects'::text, 'offline'::text, 'online'::text, 'vacations'::text, 'self-study'::text])),
    CONSTRAINT calendar_feeds_role_group CHECK ((role_group = ANY (ARRAY['parent'::text, 'student'::text])))
);

CREATE TABLE public.campaigns (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    kind text NOT NULL,
    branch text NOT NULL,
    title text NOT NULL COLLATE pg_catalog."und-x-icu",
    description text NOT NULL,
    school_year text NOT NULL,
    starts_on date NOT NULL,
    ends_on date NOT NULL,
    enrol_until date NOT NULL,
    CONSTRAINT campaigns_branch CHECK ((branch = ANY (ARRAY['school'::text, 'academy'::text, 'college'::text]))),
    CONSTRAINT campaigns_days CHECK ((starts_on <= ends_on)),
    CONSTRAINT campaigns_kind CHECK ((kind = ANY (ARRAY['year'::text, 'u2035'::text]))),
    CONSTRAINT campaigns_school_year CHECK ((school_year ~ '^[0-9]{4}/[0-9]{4}$'::text))
);

CREATE SEQUENCE public.certificate_numbers
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.code_events (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    kind text NOT NULL,
    user_id uuid NOT NULL,
    purpose text NOT NULL,
    target text NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT code_events_kind CHECK ((kind = ANY (ARRAY['sent'::text, 'wrong'::text]))),
    CONSTRAINT code_events_purpose CHECK ((purpose = ANY (ARRAY['two-factor'::text, 'verification'::text, 'join'::text])))
);

CREATE TABLE public.code_locks (
    user_id uuid NOT NULL,
    purpose text NOT NULL,
    until timestamp with time zone NOT NULL,
    CONSTRAINT code_locks_purpose CHECK ((purpose = ANY (ARRAY['two-factor'::text, 'verification'::text, 'join'::text])))
);

CREATE TABLE public.contract_states (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    contract_id uuid NOT NULL,
    status text NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT contract_states_status CHECK ((status = ANY (ARRAY['Open'::text, 'Concluded'::text, 'Frozen'::text, 'OnTermination'::text, 'Termination'::text, 'NotPaid'::text])))
);

CREATE TABLE public.contracts (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    number text NOT NULL,
    status text NOT NULL,
    concluded_on date,
    student_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    program_id uuid NOT NULL,
    group_id uuid,
    territory_id uuid,
    format text NOT NULL,
    enrolment_id uuid,
    payment_scheme text NOT NULL,
    total bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT contracts_format CHECK ((format = ANY (ARRAY['webinar'::text, 'offline'::text, 'video'::text, 'stream'::text]))),
    CONSTRAINT contracts_payment_scheme CHECK ((payment_scheme = ANY (ARRAY['StepByStep'::text, 'OnePayment'::text, 'Recurent'::text, 'BankInstallmentPlan'::text, 'Combo'::text, 'MaternalCapital'::text]))),
    CONSTRAINT contracts_status CHECK ((status = ANY (ARRAY['Open'::text, 'Concluded'::text, 'Frozen'::text, 'OnTermination'::text, 'Termination'::text, 'NotPaid'::text]))),
    CONSTRAINT contracts_total CHECK ((total >= 0))
);

CREATE TABLE public.conversations (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    student_id uuid NOT NULL,
    teacher_id uuid,
    title text NOT NULL COLLATE pg_catalog."und-x-icu",
    format text NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    place text,
    join_url text,
    state text DEFAULT 'planned'::text NOT NULL,
    changed_at timestamp with time zone,
    previous_starts_at timestamp with time zone,
    previous_ends_at timestamp with time zone,
    previous_place text,
    CONSTRAINT conversations_change CHECK ((((state <> 'planned'::text) OR (changed_at IS NULL)) AND ((changed_at IS NOT NULL) OR (previous_starts_at IS NULL)) AND ((previous_starts_at IS NULL) = (previous_ends_at IS NULL)))),
    CONSTRAINT conversations_format CHECK ((format = ANY (ARRAY['webinar'::text, 'offline'::text, 'video'::text, 'stream'::text]))),
    CONSTRAINT conversations_state CHECK ((state = ANY (ARRAY['planned'::text, 'moved'::text, 'cancelled'::text]))),
    CONSTRAINT conversations_times CHECK (((starts_at < ends_at) AND ((ends_at - starts_at) <= '1 day'::interval)))
);

CREATE TABLE public.courses (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    campaign_id uuid NOT NULL,
    group_id uuid,
    teacher_id uuid,
    title text NOT NULL COLLATE pg_catalog."und-x-icu",
    no_journal_reason text
);

CREATE TABLE public.deliveries (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    channel text NOT NULL,
    target text NOT NULL,
    user_id uuid,
    category text,
    path text,
    is_deferrable boolean DEFAULT false NOT NULL,
    kind text NOT NULL,
    language text NOT NULL,
    "values" jsonb,
    queued_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    delivered_at timestamp with time zone,
    failure text,
    CONSTRAINT deliveries_category CHECK ((category = ANY (ARRAY['lessons'::text, 'marks'::text, 'homework'::text, 'payments'::text, 'enrolment'::text, 'documents'::text, 'tickets'::text, 'events'::text, 'news'::text, 'security'::text]))),
    CONSTRAINT deliveries_channel CHECK ((channel = ANY (ARRAY['email'::text, 'phone'::text, 'push'::text]))),
    CONSTRAINT deliveries_language CHECK ((language = ANY (ARRAY['ru'::text, 'en'::text]))),
    CONSTRAINT deliveries_state CHECK ((num_nonnulls("values", delivered_at, failure) = 1))
);

CREATE TABLE public.ended_sessions (
    token_hash text NOT NULL,
    reason text NOT NULL,
    ended_at timestamp with time zone NOT NULL,
    CONSTRAINT ended_sessions_reason CHECK ((reason = ANY (ARRAY['expired'::text, 'signed-out'::text, 'ended-elsewhere'::text, 'ended-by-school'::text, 'password-changed'::text, 'ended-at-provider'::text, 'other-person-at-provider'::text])))
);

CREATE TABLE public.enrolments (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    campaign_id uuid NOT NULL,
    opportunity_id uuid NOT NULL,
    group_id uuid NOT NULL,
    student_id uuid NOT NULL,
    enrolled_by_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.events (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    title text NOT NULL,
    summary text NOT NULL,
    category text NOT NULL,
    format text NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    place text,
    url text,
    image_url text,
    CONSTRAINT events_format CHECK ((format = ANY (ARRAY['webinar'::text, 'offline'::text, 'video'::text, 'stream'::text]))),
    CONSTRAINT events_times CHECK ((starts_at < ends_at))
);

CREATE TABLE public.exams (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    student_id uuid NOT NULL,
    teacher_id uuid,
    title text NOT NULL COLLATE pg_catalog."und-x-icu",
    format text NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    place text,
    join_url text,
    state text DEFAULT 'planned'::text NOT NULL,
    changed_at timestamp with time zone,
    previous_starts_at timestamp with time zone,
    previous_ends_at timestamp with time zone,
    previous_place text,
    subject_code text NOT NULL,
    CONSTRAINT exams_change CHECK ((((state <> 'planned'::text) OR (changed_at IS NULL)) AND ((changed_at IS NOT NULL) OR (previous_starts_at IS NULL)) AND ((previous_starts_at IS NULL) = (previous_ends_at IS NULL)))),
    CONSTRAINT exams_format CHECK ((format = ANY (ARRAY['webinar'::text, 'offline'::text, 'video'::text, 'stream'::text]))),
    CONSTRAINT exams_state CHECK ((state = ANY (ARRAY['planned'::text, 'moved'::text, 'cancelled'::text]))),
    CONSTRAINT exams_times CHECK (((starts_at < ends_at) AND ((ends_at - starts_at) <= '1 day'::interval)))
);

CREATE TABLE public.external_ids (
    source text NOT NULL,
    collection text NOT NULL,
    external_id text NOT NULL,
    target text,
    key text,
    attributes jsonb NOT NULL,
    hash text NOT NULL,
    is_gone boolean DEFAULT false NOT NULL
);

CREATE TABLE public.grade_book_courses (
    book_id uuid NOT NULL,
    course_id uuid NOT NULL,
    final_mark text
);

CREATE TABLE public.grade_books (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    student_id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    title text NOT NULL COLLATE pg_catalog."und-x-icu"
);

CREATE TABLE public.grade_scales (
    branch text NOT NULL,
    kind text NOT NULL,
    passing double precision NOT NULL,
    max double precision NOT NULL,
    CONSTRAINT grade_scales_branch CHECK ((branch = ANY (ARRAY['school'::text, 'academy'::text, 'college'::text]))),
    CONSTRAINT grade_scales_kind CHECK ((kind = ANY (ARRAY['five'::text, 'hundred'::text, 'passFail'::text]))),
    CONSTRAINT grade_scales_range CHECK (((passing >= (0)::double precision) AND (passing <= max)))
);

CREATE TABLE public.group_memberships (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    group_id uuid NOT NULL,
    student_id uuid NOT NULL,
    joined_on date NOT NULL,
    left_on date,
    CONSTRAINT group_memberships_days CHECK ((joined_on <= left_on))
);

CREATE TABLE public.guardianships (
    guardian_id uuid NOT NULL,
    child_id uuid NOT NULL,
    CONSTRAINT guardianships_of_another CHECK ((guardian_id <> child_id))
);

CREATE TABLE public.idempotency_keys (
    user_id uuid,
    account_id uuid,
    key text NOT NULL,
    call text NOT NULL,
    request_hash text NOT NULL,
    outcome json,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT idempotency_keys_owner CHECK ((num_nonnulls(user_id, account_id) = 1))
);

CREATE TABLE public.import_runs (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    file_name text NOT NULL,
    size integer,
    started_by uuid,
    is_command boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    state text NOT NULL,
    skip_faulty boolean DEFAULT false NOT NULL,
    allow_deletes boolean DEFAULT false NOT NULL,
    may_appoint boolean DEFAULT false NOT NULL,
    progress_file text,
    progress real DEFAULT 0 NOT NULL,
    finished_at timestamp with time zone,
    files json,
    faults integer DEFAULT 0 NOT NULL,
    findings json,
    content bytea,
    CONSTRAINT import_runs_state CHECK ((state = ANY (ARRAY['checking'::text, 'checked'::text, 'applying'::text, 'applied'::text, 'failed'::text, 'discarded'::text])))
);

CREATE TABLE public.invitations (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    invited_by uuid,
    token_hash text,
    channel text,
    target text,
    created_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    expires_at timestamp with time zone,
    used_at timestamp with time zone,
    revoked_at timestamp with time zone,
    CONSTRAINT invitations_sent_whole CHECK ((num_nonnulls(token_hash, channel, target, sent_at, expires_at) = ANY (ARRAY[0, 5])))
);

CREATE TABLE public.join_proofs (
    session_id uuid NOT NULL,
    channel text NOT NULL,
    target text NOT NULL,
    verified_at timestamp with time zone NOT NULL,
    CONSTRAINT join_proofs_channel CHECK ((channel = ANY (ARRAY['email'::text, 'phone'::text])))
);

CREATE TABLE public.journal_columns (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    course_id uuid NOT NULL,
    term_id uuid NOT NULL,
    held_on date NOT NULL,
    topic text NOT NULL,
    task text,
    branch text NOT NULL,
    mark_type text NOT NULL,
    max double precision NOT NULL,
    held boolean DEFAULT true NOT NULL,
    CONSTRAINT journal_columns_max CHECK ((max > (0)::double precision))
);

CREATE TABLE public.known_devices (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    secret_hash text NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    requires_reauthentication boolean DEFAULT false NOT NULL
);

CREATE TABLE public.lesson_results (
    lesson_id uuid NOT NULL,
    student_id uuid NOT NULL,
    attendance text NOT NULL,
    homework_state text DEFAULT 'none'::text NOT NULL,
    homework_score double precision,
    homework_max double precision,
    test_score double precision,
    test_max double precision,
    comment text,
    CONSTRAINT lesson_results_attendance CHECK ((attendance = ANY (ARRAY['present'::text, 'absent'::text, 'late'::text, 'planned'::text]))),
    CONSTRAINT lesson_results_homework CHECK ((((homework_state = 'none'::text) = (homework_max IS NULL)) AND ((homework_score IS NULL) OR ((homework_score >= (0)::double precision) AND (homework_score <= homework_max))))),
    CONSTRAINT lesson_results_homework_state CHECK ((homework_state = ANY (ARRAY['none'::text, 'open'::text, 'submitted'::text, 'checked'::text, 'overdue'::text]))),
    CONSTRAINT lesson_results_test CHECK (((test_score IS NULL) OR ((test_score >= (0)::double precision) AND (test_score <= test_max))))
);

CREATE TABLE public.lessons (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    group_id uuid NOT NULL,
    substitute_id uuid,
    topic text NOT NULL,
    format text NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    place text,
    join_url text,
    recording_url text,
    is_first_week boolean DEFAULT false NOT NULL,
    state text DEFAULT 'planned'::text NOT NULL,
    changed_at timestamp with time zone,
    previous_starts_at timestamp with time zone,
    previous_ends_at timestamp with time zone,
    previous_place text,
    CONSTRAINT lessons_change CHECK ((((state <> 'planned'::text) OR (changed_at IS NULL)) AND ((changed_at IS NOT NULL) OR (previous_starts_at IS NULL)) AND ((previous_starts_at IS NULL) = (previous_ends_at IS NULL)))),
    CONSTRAINT lessons_format CHECK ((format = ANY (ARRAY['webinar'::text, 'offline'::text, 'video'::text, 'stream'::text]))),
    CONSTRAINT lessons_state CHECK ((state = ANY (ARRAY['planned'::text, 'moved'::text, 'cancelled'::text]))),
    CONSTRAINT lessons_times CHECK (((starts_at < ends_at) AND ((ends_at - starts_at) <= '1 day'::interval)))
);

CREATE TABLE public.limit_counts (
    "limit" text NOT NULL,
    key text NOT NULL,
    count integer NOT NULL,
    ends_at timestamp with time zone NOT NULL
);

CREATE TABLE public.linked_accounts (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    provider text NOT NULL,
    external_subject text NOT NULL,
    login text NOT NULL,
    linked_at timestamp with time zone NOT NULL
);

CREATE TABLE public.logout_links (
    token_hash text NOT NULL,
    session_id uuid,
    cookie_hash text,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);

CREATE TABLE public.mark_history (
    mark_id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    value text NOT NULL
);

CREATE TABLE public.mark_types (
    branch text NOT NULL,
    code text NOT NULL,
    title text NOT NULL COLLATE pg_catalog."und-x-icu",
    weight double precision NOT NULL,
    CONSTRAINT mark_types_weight CHECK ((weight >= (0)::double precision))
);

CREATE TABLE public.marks (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    book_id uuid NOT NULL,
    column_id uuid NOT NULL,
    value text NOT NULL,
    score double precision,
    absent boolean DEFAULT false NOT NULL,
    comment text,
    given_at timestamp with time zone NOT NULL,
    CONSTRAINT marks_score CHECK (((score >= (0)::double precision) AND (NOT (absent AND (score IS NOT NULL)))))
);

CREATE TABLE public.notification_settings (
    user_id uuid NOT NULL,
    channels jsonb DEFAULT '{}'::jsonb NOT NULL,
    child_channels jsonb DEFAULT '{}'::jsonb NOT NULL,
    frequency text DEFAULT 'daily'::text NOT NULL,
    digest_hour smallint DEFAULT 18 NOT NULL,
    quiet_from smallint DEFAULT 22,
    quiet_until smallint DEFAULT 8,
    time_zone text,
    paused_until date,
    push_details boolean DEFAULT false NOT NULL,
    CONSTRAINT notification_settings_frequency CHECK ((frequency = ANY (ARRAY['at-once'::text, 'daily'::text, 'weekly'::text]))),
    CONSTRAINT notification_settings_hours CHECK ((((digest_hour >= 0) AND (digest_hour <= 23)) AND ((quiet_from >= 0) AND (quiet_from <= 23)) AND ((quiet_until >= 0) AND (quiet_until <= 23)))),
    CONSTRAINT notification_settings_quiet CHECK (((quiet_from IS NULL) = (quiet_until IS NULL)))
);

CREATE TABLE public.notifications (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    category text NOT NULL,
    kind text NOT NULL,
    student_id uuid,
    news_id uuid,
    "values" jsonb NOT NULL,
    path text NOT NULL,
    key text NOT NULL,
    group_key text NOT NULL,
    at timestamp with time zone NOT NULL,
    read_at timestamp with time zone,
    is_shown boolean DEFAULT true NOT NULL,
    awaits_digest boolean DEFAULT false NOT NULL,
    expires_at timestamp with time zone,
    CONSTRAINT notifications_category CHECK ((category = ANY (ARRAY['lessons'::text, 'marks'::text, 'homework'::text, 'payments'::text, 'enrolment'::text, 'documents'::text, 'tickets'::text, 'events'::text, 'news'::text, 'security'::text])))
);

CREATE TABLE public.offers (
    token text NOT NULL,
    campaign_id uuid NOT NULL,
    CONSTRAINT offers_token CHECK ((token ~ '^[A-Za-z0-9_-]{22}$'::text))
);

CREATE TABLE public.oidc_attempts (
    state_hash text NOT NULL,
    purpose text NOT NULL,
    holder_hash text NOT NULL,
    nonce text NOT NULL,
    code_verifier text NOT NULL,
    payload jsonb NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    session_id uuid
);

CREATE TABLE public.one_time_codes (
    user_id uuid NOT NULL,
    purpose text NOT NULL,
    channel text NOT NULL,
    id uuid NOT NULL,
    target text NOT NULL,
    code_hash text NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    tries_left smallint NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT one_time_codes_channel CHECK ((channel = ANY (ARRAY['email'::text, 'phone'::text]))),
    CONSTRAINT one_time_codes_purpose CHECK ((purpose = ANY (ARRAY['two-factor'::text, 'verification'::text, 'join'::text]))),
    CONSTRAINT one_time_codes_tries_left CHECK (((tries_left >= 0) AND (tries_left <= 5)))
);

CREATE TABLE public.opened_items (
    user_id uuid NOT NULL,
    section text NOT NULL,
    item_id uuid NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    CONSTRAINT opened_items_section CHECK ((section = ANY (ARRAY['schedule'::text, 'grade-book'::text])))
);

CREATE TABLE public.operations (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    payment_id uuid NOT NULL,
    kind text NOT NULL,
    amount bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    payer_id uuid,
    payer_name text,
    external_id text,
    CONSTRAINT operations_amount CHECK ((amount > 0)),
    CONSTRAINT operations_kind CHECK ((kind = ANY (ARRAY['ReturnDS'::text, 'ReturnTransferDS'::text, 'ReceivingDS'::text, 'ReceivingTransferDS'::text])))
);

CREATE TABLE public.opportunities (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    campaign_id uuid NOT NULL,
    title text NOT NULL COLLATE pg_catalog."und-x-icu",
    description text NOT NULL,
    hours integer NOT NULL,
    grades smallint[] DEFAULT '{}'::smallint[] NOT NULL,
    is_for_own boolean DEFAULT false NOT NULL,
    CONSTRAINT opportunities_hours CHECK ((hours >= 0))
);

CREATE TABLE public.opportunity_groups (
    opportunity_id uuid NOT NULL,
    group_id uuid NOT NULL
);

CREATE TABLE public.payments (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    contract_id uuid NOT NULL,
    "position" smallint NOT NULL,
    title text NOT NULL,
    kind text DEFAULT 'other'::text NOT NULL,
    due_on date NOT NULL,
    amount bigint NOT NULL,
    status text NOT NULL,
    CONSTRAINT payments_amount CHECK ((amount >= 0)),
    CONSTRAINT payments_kind CHECK ((kind = ANY (ARRAY['whole'::text, 'stage'::text, 'month'::text, 'first'::text, 'bank'::text, 'own'::text, 'fund'::text, 'own-rest'::text, 'other-group'::text, 'other'::text]))),
    CONSTRAINT payments_order CHECK (("position" >= 1)),
    CONSTRAINT payments_status CHECK ((status = ANY (ARRAY['Open'::text, 'Closed'::text, 'Canceled'::text, 'Error'::text, 'DeferredPayment'::text])))
);

CREATE VIEW public.payment_balances AS
 SELECT payments.id AS payment_id,
    payments.contract_id,
    ( SELECT (COALESCE(sum(
                CASE
                    WHEN (operations.kind = ANY (ARRAY['ReceivingDS'::text, 'ReceivingTransferDS'::text])) THEN operations.amount
                    ELSE (- operations.amount)
                END), (0)::numeric))::bigint AS "coalesce"
           FROM public.operations
          WHERE (operations.payment_id = payments.id)) AS paid
   FROM public.payments;

CREATE TABLE public.personal_details (
    user_id uuid NOT NULL,
    tax_number text,
    born_on date,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT personal_details_tax_number CHECK ((tax_number ~ '^[0-9]{12}$'::text))
);

CREATE TABLE public.programs (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    title text NOT NULL COLLATE pg_catalog."und-x-icu",
    description text NOT NULL,
    subject_code text NOT NULL,
    branch text NOT NULL,
    grades smallint[] NOT NULL,
    search_words tsvector GENERATED ALWAYS AS ((setweight(to_tsvector('russian'::regconfig, translate(lower((title COLLATE "und-x-icu")), 'ё-.,@+_()/''«»:;!?–—'::text, 'е                  '::text)), 'A'::"char") || setweight(to_tsvector('russian'::regconfig, translate(lower((description COLLATE "und-x-icu")), 'ё-.,@+_()/''«»:;!?–—'::text, 'е                  '::text)), 'C'::"char"))) STORED NOT NULL,
    search_title text GENERATED ALWAYS AS (translate(lower((title COLLATE "und-x-icu")), 'ё-.,@+_()/''«»:;!?–—'::text, 'е                  '::text)) STORED NOT NULL COLLATE pg_catalog."und-x-icu",
    CONSTRAINT programs_branch CHECK ((branch = ANY (ARRAY['school'::text, 'academy'::text, 'college'::text]))),
    CONSTRAINT programs_grades CHECK ((grades <@ ARRAY[(1)::smallint, (2)::smallint, (3)::smallint, (4)::smallint, (5)::smallint, (6)::smallint, (7)::smallint, (8)::smallint, (9)::smallint, (10)::smallint, (11)::smallint]))
);

CREATE TABLE public.push_subscriptions (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    known_device_id uuid NOT NULL,
    endpoint text NOT NULL,
    p256dh text NOT NULL,
    auth text NOT NULL,
    browser text,
    system text,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone
);

CREATE TABLE public.record_changes (
    target text NOT NULL,
    key text NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    is_deleted boolean NOT NULL
);

CREATE TABLE public.rejected_addresses (
    address text NOT NULL,
    rejected_at timestamp with time zone NOT NULL
);

CREATE TABLE public.school_news (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    title text NOT NULL,
    content_html text NOT NULL,
    preview text NOT NULL,
    audience text NOT NULL,
    role_group text,
    territory_id uuid,
    program_id uuid,
    group_id uuid,
    is_important boolean NOT NULL,
    publish_at timestamp with time zone NOT NULL,
    withdrawn_at timestamp with time zone,
    author_id uuid,
    created_at timestamp with time zone NOT NULL,
    changed_at timestamp with time zone,
    version integer DEFAULT 0 NOT NULL,
    notified_until uuid,
    notified_count integer DEFAULT 0 NOT NULL,
    notified_at timestamp with time zone,
    CONSTRAINT school_news_audience CHECK ((audience = ANY (ARRAY['everyone'::text, 'role'::text, 'territory'::text, 'course'::text, 'group'::text]))),
    CONSTRAINT school_news_audience_id CHECK ((num_nonnulls(role_group, territory_id, program_id, group_id) = ((audience <> 'everyone'::text))::integer))
);

CREATE TABLE public.seen_sections (
    user_id uuid NOT NULL,
    section text NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    CONSTRAINT seen_sections_section CHECK ((section = ANY (ARRAY['schedule'::text, 'grade-book'::text])))
);

CREATE TABLE public.self_study_items (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    group_id uuid NOT NULL,
    title text NOT NULL COLLATE pg_catalog."und-x-icu",
    url text,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    CONSTRAINT self_study_items_times CHECK (((starts_at < ends_at) AND ((ends_at - starts_at) <= '1 day'::interval)))
);

CREATE TABLE public.server_keys (
    name text NOT NULL,
    value text NOT NULL
);

CREATE TABLE public.service_accounts (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    source text NOT NULL,
    client_id text NOT NULL,
    secret_hash text NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    last_used_at timestamp with time zone,
    revoked_at timestamp with time zone
);

CREATE TABLE public.service_tokens (
    token_hash text NOT NULL,
    account_id uuid NOT NULL,
    scopes text[] NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.sessions (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    token_hash text,
    user_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    issuer text,
    id_token text,
    provider_session_id text,
    provider_asked_at timestamp with time zone,
    two_factor_last_check timestamp with time zone,
    browser text,
    system text,
    address text,
    known_device_id uuid,
    administrator_id uuid,
    administrator_session_id uuid,
    impersonation_reason text,
    impersonation_until timestamp with time zone,
    CONSTRAINT sessions_impersonation_is_whole CHECK ((num_nonnulls(administrator_id, administrator_session_id, impersonation_reason, impersonation_until) = ANY (ARRAY[0, 4])))
);

CREATE TABLE public.sign_in_issuers (
    issuer text NOT NULL,
    used_since timestamp with time zone NOT NULL
);

CREATE TABLE public.slots (
    group_id uuid NOT NULL,
    weekday smallint NOT NULL,
    starts_at time without time zone NOT NULL,
    ends_at time without time zone NOT NULL,
    CONSTRAINT slots_times CHECK ((starts_at < ends_at)),
    CONSTRAINT slots_weekday CHECK (((weekday >= 1) AND (weekday <= 7)))
);

CREATE TABLE public.study_groups (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    program_id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    territory_id uuid,
    teacher_id uuid,
    title text NOT NULL COLLATE pg_catalog."und-x-icu",
    format text NOT NULL,
    starts_on date NOT NULL,
    ends_on date NOT NULL,
    price bigint NOT NULL,
    payment_schemes text[] NOT NULL,
    places_total integer NOT NULL,
    places_taken integer DEFAULT 0 NOT NULL,
    CONSTRAINT study_groups_days CHECK ((starts_on <= ends_on)),
    CONSTRAINT study_groups_format CHECK ((format = ANY (ARRAY['webinar'::text, 'offline'::text, 'video'::text, 'stream'::text]))),
    CONSTRAINT study_groups_payment_schemes CHECK ((payment_schemes <@ ARRAY['StepByStep'::text, 'OnePayment'::text, 'Recurent'::text, 'BankInstallmentPlan'::text, 'Combo'::text, 'MaternalCapital'::text])),
    CONSTRAINT study_groups_places CHECK (((places_taken >= 0) AND (places_taken <= places_total))),
    CONSTRAINT study_groups_price CHECK ((price >= 0))
);

CREATE TABLE public.subjects (
    code text NOT NULL,
    title text NOT NULL COLLATE pg_catalog."und-x-icu",
    search_words tsvector GENERATED ALWAYS AS (setweight(to_tsvector('russian'::regconfig, translate(lower((title COLLATE "und-x-icu")), 'ё-.,@+_()/''«»:;!?–—'::text, 'е                  '::text)), 'B'::"char")) STORED NOT NULL
);

CREATE TABLE public.tax_certificates (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    number text NOT NULL,
    year smallint NOT NULL,
    applicant_id uuid NOT NULL,
    student_id uuid NOT NULL,
    amount bigint NOT NULL,
    state text DEFAULT 'requested'::text NOT NULL,
    requested_at timestamp with time zone NOT NULL,
    prepared_at timestamp with time zone,
    ready_at timestamp with time zone,
    subject jsonb,
    file bytea,
    CONSTRAINT tax_certificates_amount CHECK ((amount > 0)),
    CONSTRAINT tax_certificates_file CHECK (((state = 'ready'::text) = (file IS NOT NULL))),
    CONSTRAINT tax_certificates_state CHECK ((state = ANY (ARRAY['requested'::text, 'prepared'::text, 'ready'::text])))
);

CREATE TABLE public.term_marks (
    book_id uuid NOT NULL,
    course_id uuid NOT NULL,
    term_id uuid NOT NULL,
    value text NOT NULL
);

CREATE TABLE public.terms (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    campaign_id uuid NOT NULL,
    title text NOT NULL COLLATE pg_catalog."und-x-icu",
    starts_on date NOT NULL,
    ends_on date NOT NULL,
    CONSTRAINT terms_days CHECK ((starts_on <= ends_on))
);

CREATE TABLE public.territories (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    title text NOT NULL COLLATE pg_catalog."und-x-icu",
    address text NOT NULL
);

CREATE TABLE public.ticket_files (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    owner_id uuid NOT NULL,
    ticket_id uuid,
    message_id uuid,
    is_of_answer boolean DEFAULT false NOT NULL,
    name text NOT NULL,
    media_type text NOT NULL,
    size integer NOT NULL,
    content bytea NOT NULL,
    uploaded_at timestamp with time zone NOT NULL,
    CONSTRAINT ticket_files_media_type CHECK ((media_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'image/gif'::text, 'application/pdf'::text]))),
    CONSTRAINT ticket_files_place CHECK (((ticket_id IS NOT NULL) OR ((message_id IS NULL) AND (NOT is_of_answer))))
);

CREATE TABLE public.ticket_messages (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    ticket_id uuid NOT NULL,
    kind text NOT NULL,
    author_id uuid,
    content_html text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT ticket_messages_kind CHECK ((kind = ANY (ARRAY['reply'::text, 'answer'::text, 'note'::text])))
);

CREATE SEQUENCE public.ticket_numbers
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.tickets (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    number text NOT NULL,
    author_id uuid NOT NULL,
    content_html text NOT NULL,
    state text DEFAULT 'received'::text NOT NULL,
    topic text DEFAULT 'schedule'::text NOT NULL,
    assignee_id uuid,
    created_at timestamp with time zone NOT NULL,
    answer_html text,
    answered_at timestamp with time zone,
    answered_by_id uuid,
    read_at timestamp with time zone,
    version integer DEFAULT 0 NOT NULL,
    CONSTRAINT tickets_answer CHECK (((answer_html IS NULL) = (answered_at IS NULL))),
    CONSTRAINT tickets_state CHECK ((state = ANY (ARRAY['received'::text, 'inProgress'::text, 'answered'::text, 'closed'::text]))),
    CONSTRAINT tickets_topic CHECK ((topic = ANY (ARRAY['schedule'::text, 'payments'::text, 'studies'::text, 'technical'::text, 'other'::text])))
);

CREATE TABLE public.transfers (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    contract_id uuid NOT NULL,
    student_id uuid NOT NULL,
    from_group_id uuid NOT NULL,
    to_group_id uuid NOT NULL,
    requested_by_id uuid NOT NULL,
    requested_at timestamp with time zone NOT NULL,
    month date NOT NULL,
    effective_from date NOT NULL,
    state text DEFAULT 'coming'::text NOT NULL,
    withdrawn_at timestamp with time zone,
    previous_left_on date,
    price_change bigint DEFAULT 0 NOT NULL,
    CONSTRAINT transfers_another CHECK ((from_group_id <> to_group_id)),
    CONSTRAINT transfers_state CHECK ((state = ANY (ARRAY['coming'::text, 'done'::text, 'withdrawn'::text]))),
    CONSTRAINT transfers_withdrawn CHECK (((state = 'withdrawn'::text) = (withdrawn_at IS NOT NULL)))
);

CREATE TABLE public.unmapped_roles (
    claim text NOT NULL,
    value text NOT NULL,
    last_at timestamp with time zone NOT NULL
);

CREATE TABLE public.used_logout_tokens (
    token_hash text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.user_roles (
    user_id uuid NOT NULL,
    role text NOT NULL,
    given_by text DEFAULT 'school'::text NOT NULL,
    issuer text,
    CONSTRAINT user_roles_given_by CHECK ((given_by = ANY (ARRAY['provider'::text, 'import'::text, 'school'::text]))),
    CONSTRAINT user_roles_known CHECK ((role = ANY (ARRAY['student'::text, 'teacher'::text, 'parent'::text, 'super_administrator'::text, 'administrator'::text, 'user_manager'::text, 'team_leader'::text, 'admin_u2035'::text, 'innopolis_teacher'::text, 'innopolis_student'::text, 'innopolis_verificator'::text, 'rtk_user'::text, 'edcheck_user'::text, 'edcheck_student'::text, 'edcheck_parent'::text, 'spo_student'::text, 'spo_parent'::text, 'academy_student'::text, 'academy_parent'::text])))
);

CREATE TABLE public.users (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    subject text,
    issuer text,
    first_name text NOT NULL COLLATE pg_catalog."und-x-icu",
    last_name text NOT NULL COLLATE pg_catalog."und-x-icu",
    patronym text COLLATE pg_catalog."und-x-icu",
    avatar text,
    email text,
    phone text,
    phone_verified_at timestamp with time zone,
    crm_uuid uuid,
    external_id text,
    grade smallint,
    has_password boolean DEFAULT false NOT NULL,
    language text,
    last_sign_in_at timestamp with time zone,
    locked_at timestamp with time zone,
    joined_into uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    search_words tsvector GENERATED ALWAYS AS (array_to_tsvector(array_remove(string_to_array(((translate(regexp_replace(NORMALIZE(lower((((((((((((((((COALESCE(last_name, ''::text) || ' '::text) || COALESCE(first_name, ''::text)) || ' '::text) || COALESCE(patronym, ''::text)) || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || COALESCE(phone, ''::text)) || ' '::text) || COALESCE(substr(phone, 3), ''::text)) || ' '::text) || COALESCE("right"(phone, 7), ''::text)) || ' '::text) || COALESCE("right"(phone, 4), ''::text)) COLLATE "und-x-icu")), NFD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'әғґҕқҡҝңҥөұүіһҳєҗҙҫҷҹҧҭјđðøłıə-.,@+_()/''‘’‛`´ʹʻʼʽʾʿˈˊˋ′‵՚ꞌ＇'::text, 'агггкккнноууиххежзсччптиddolia         '::text) || ' '::text) || translate(regexp_replace(NORMALIZE(lower((((((((((((((((COALESCE(last_name, ''::text) || ' '::text) || COALESCE(first_name, ''::text)) || ' '::text) || COALESCE(patronym, ''::text)) || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || COALESCE(phone, ''::text)) || ' '::text) || COALESCE(substr(phone, 3), ''::text)) || ' '::text) || COALESCE("right"(phone, 7), ''::text)) || ' '::text) || COALESCE("right"(phone, 4), ''::text)) COLLATE "und-x-icu")), NFD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'әғґҕқҡҝңҥөұүіһҳєҗҙҫҷҹҧҭјđðøłıə-.,@+_()/''‘’‛`´ʹʻʼʽʾʿˈˊˋ′‵՚ꞌ＇'::text, 'агггкккнноууиххежзсччптиddolia                             '::text)), ' '::text), ''::text))) STORED NOT NULL,
    CONSTRAINT users_grade CHECK (((grade >= 1) AND (grade <= 11))),
    CONSTRAINT users_language CHECK ((language = ANY (ARRAY['ru'::text, 'en'::text])))
);

CREATE TABLE public.vacations (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    campaign_id uuid NOT NULL,
    title text NOT NULL COLLATE pg_catalog."und-x-icu",
    starts_on date NOT NULL,
    ends_on date NOT NULL,
    CONSTRAINT vacations_days CHECK ((starts_on <= ends_on))
);

CREATE TABLE public.verified_contacts (
    session_id uuid NOT NULL,
    channel text NOT NULL,
    target text NOT NULL,
    verified_at timestamp with time zone NOT NULL,
    CONSTRAINT verified_contacts_channel CHECK ((channel = ANY (ARRAY['email'::text, 'phone'::text])))
);

CREATE TABLE public.waiting_list_entries (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    group_id uuid NOT NULL,
    student_id uuid NOT NULL,
    contract_id uuid,
    requested_by_id uuid NOT NULL,
    joined_at timestamp with time zone NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    held_until timestamp with time zone,
    CONSTRAINT waiting_list_entries_hold CHECK (((state = 'held'::text) = (held_until IS NOT NULL))),
    CONSTRAINT waiting_list_entries_state CHECK ((state = ANY (ARRAY['waiting'::text, 'held'::text, 'taken'::text, 'left'::text, 'lapsed'::text])))
);

CREATE TABLE public.webhook_deliveries (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    endpoint_id uuid NOT NULL,
    message_id text NOT NULL,
    event text NOT NULL,
    payload text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    last_attempt_at timestamp with time zone,
    status integer,
    failure text,
    delivered_at timestamp with time zone,
    given_up_at timestamp with time zone
);

CREATE TABLE public.webhook_endpoints (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    url text NOT NULL,
    events text[] NOT NULL,
    secret text NOT NULL,
    previous_secret text,
    previous_until timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    failing_since timestamp with time zone,
    disabled_at timestamp with time zone
);

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.job_common DEFAULT;

ALTER TABLE ONLY pgboss.queue_stats ATTACH PARTITION pgboss.queue_stats_20261128 FOR VALUES FROM ('2026-11-28 00:00:00+00') TO ('2026-11-29 00:00:00+00');

ALTER TABLE ONLY pgboss.queue_stats ATTACH PARTITION pgboss.queue_stats_20261129 FOR VALUES FROM ('2026-11-29 00:00:00+00') TO ('2026-11-30 00:00:00+00');

ALTER TABLE ONLY drizzle.__drizzle_migrations ALTER COLUMN id SET DEFAULT nextval('drizzle.__drizzle_migrations_id_seq'::regclass);

INSERT INTO drizzle.__drizzle_migrations VALUES (1, 'a282f146046f4b6b5463ba9a3ad9c9e54d6828c84037461d4988c59a729184c1', 1795891685552);

INSERT INTO identity_provider.accounts VALUES ('demo-academy-student', 'academy-student', 'Мария Соколова', 'academy-student@demo.example', '$argon2id$v=19$m=19456,t=2,p=1$gyvxz+cCYVGS6vUVaE9YVA$UbZ0MMRFPNpnoKZqxPEPXJkthPYtYh/YjUYL/qR2mSI');
INSERT INTO identity_provider.accounts VALUES ('demo-academy-parent', 'academy-parent', 'Наталья Лебедева', 'academy-parent@demo.example', '$argon2id$v=19$m=19456,t=2,p=1$gyvxz+cCYVGS6vUVaE9YVA$UbZ0MMRFPNpnoKZqxPEPXJkthPYtYh/YjUYL/qR2mSI');

INSERT INTO identity_provider.keys VALUES ('text', '{}');

INSERT INTO identity_provider.outbox_messages VALUES ('7951e65e-220e-4180-b102-0bc527e70a5c', 'text', 'text', 'text', 'text', '2026-11-28 20:46:42.049481+00');

INSERT INTO identity_provider.payloads VALUES ('text', 'text', '{}', 'text', 'text', '2026-11-28 20:46:41.990312+00', '2026-11-28 20:46:41.990312+00');

INSERT INTO identity_provider.recoveries VALUES ('265a1d7c-25a5-4049-a628-e971b5c81231', 'text', 'text', 'text', 'text', 'text', 'text', '2026-11-28 20:46:41.998649+00', '2026-11-28 20:46:41.998649+00', 1, '2026-11-28 20:46:41.998649+00', 'text');

INSERT INTO pgboss.job_common VALUES ('a79cb50f-8a19-46b4-841a-06045887750f', 'send-message', 1, '{"id": "a79cb50f-8a19-46b4-841a-06045887750f", "kind": "tax-certificate-ready", "channel": "email"}', 'created', 13, 0, 5, true, 7200, 60, 86400, NULL, NULL, NULL, NULL, '2026-11-28 20:46:31.529615+00', '2026-11-28 20:46:31.529615+00', NULL, NULL, '2026-12-12 20:46:31.529615+00', NULL, 'undelivered-message', 'standard', NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);

INSERT INTO pgboss.queue VALUES ('delete-ended-sessions', 'exclusive', 2, 10, false, NULL, 900, 3600, 3600, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-28 20:46:31.313117+00', '2026-11-28 20:46:31.313117+00');
INSERT INTO pgboss.queue VALUES ('delete-expired-counters', 'exclusive', 2, 10, false, NULL, 900, 3600, 3600, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-28 20:46:31.319365+00', '2026-11-28 20:46:31.319365+00');
INSERT INTO pgboss.queue VALUES ('delete-expired-rows', 'exclusive', 2, 10, false, NULL, 900, 3600, 3600, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-28 20:46:31.320942+00', '2026-11-28 20:46:31.320942+00');
INSERT INTO pgboss.queue VALUES ('apply-due-transfers', 'exclusive', 2, 10, false, NULL, 900, 3600, 3600, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-28 20:46:31.322371+00', '2026-11-28 20:46:31.322371+00');
INSERT INTO pgboss.queue VALUES ('offer-free-places', 'exclusive', 2, 10, false, NULL, 900, 3600, 3600, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-28 20:46:31.323768+00', '2026-11-28 20:46:31.323768+00');
INSERT INTO pgboss.queue VALUES ('send-payment-reminders', 'exclusive', 2, 10, false, NULL, 900, 3600, 3600, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-28 20:46:31.324854+00', '2026-11-28 20:46:31.324854+00');
INSERT INTO pgboss.queue VALUES ('expire-unpaid-contracts', 'exclusive', 2, 10, false, NULL, 900, 3600, 3600, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-28 20:46:31.327829+00', '2026-11-28 20:46:31.327829+00');
INSERT INTO pgboss.queue VALUES ('expire-enrolments', 'exclusive', 2, 10, false, NULL, 900, 3600, 3600, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-28 20:46:31.329456+00', '2026-11-28 20:46:31.329456+00');
INSERT INTO pgboss.queue VALUES ('move-late-rows', 'exclusive', 2, 10, false, NULL, 900, 3600, 3600, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-28 20:46:31.330838+00', '2026-11-28 20:46:31.330838+00');
INSERT INTO pgboss.queue VALUES ('issue-tax-certificates', 'exclusive', 2, 10, false, NULL, 900, 3600, 3600, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-28 20:46:31.382878+00', '2026-11-28 20:46:31.382878+00');
INSERT INTO pgboss.queue VALUES ('delete-old-messages', 'exclusive', 2, 10, false, NULL, 900, 3600, 3600, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-28 20:46:31.39088+00', '2026-11-28 20:46:31.39088+00');
INSERT INTO pgboss.queue VALUES ('delete-old-rejections', 'exclusive', 2, 10, false, NULL, 900, 3600, 3600, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-28 20:46:31.429014+00', '2026-11-28 20:46:31.429014+00');
INSERT INTO pgboss.queue VALUES ('send-invitations', 'exclusive', 2, 10, false, NULL, 900, 3600, 3600, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-28 20:46:31.433434+00', '2026-11-28 20:46:31.433434+00');
INSERT INTO pgboss.queue VALUES ('send-event-reminders', 'exclusive', 2, 10, false, NULL, 900, 3600, 3600, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-28 20:46:31.436438+00', '2026-11-28 20:46:31.436438+00');
INSERT INTO pgboss.queue VALUES ('send-digests', 'exclusive', 2, 10, false, NULL, 900, 3600, 3600, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-28 20:46:31.438505+00', '2026-11-28 20:46:31.438505+00');
INSERT INTO pgboss.queue VALUES ('notify-school-news', 'exclusive', 2, 10, false, NULL, 900, 3600, 3600, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-28 20:46:31.439988+00', '2026-11-28 20:46:31.439988+00');
INSERT INTO pgboss.queue VALUES ('failed-import', 'standard', 10, 5, true, NULL, 900, 1209600, 86400, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, '{}', NULL, false, NULL, NULL, NULL, NULL, '2026-11-28 20:46:31.441706+00', '2026-11-28 20:46:31.441706+00');
INSERT INTO pgboss.queue VALUES ('run-import', 'standard', 5, 5, false, NULL, 21600, 1209600, 3600, 'failed-import', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, '{}', 60, false, NULL, NULL, NULL, NULL, '2026-11-28 20:46:31.444873+00', '2026-11-28 20:46:31.444873+00');
INSERT INTO pgboss.queue VALUES ('deliver-webhook', 'standard', 60, 30, true, 14400, 60, 1209600, 86400, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, '{}', NULL, false, NULL, NULL, NULL, NULL, '2026-11-28 20:46:31.44656+00', '2026-11-28 20:46:31.44656+00');
INSERT INTO pgboss.queue VALUES ('undelivered-message', 'standard', 10, 5, true, NULL, 900, 1209600, 86400, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, '{}', NULL, false, NULL, NULL, NULL, NULL, '2026-11-28 20:46:31.448216+00', '2026-11-28 20:46:31.448216+00');
INSERT INTO pgboss.queue VALUES ('send-message', 'standard', 13, 5, true, 7200, 60, 1209600, 86400, 'undelivered-message', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, '{}', NULL, false, NULL, NULL, NULL, NULL, '2026-11-28 20:46:31.450744+00', '2026-11-28 20:46:31.450744+00');

INSERT INTO pgboss.version VALUES (46, NULL, '2026-11-28 20:46:31.310123+00', NULL, NULL, NULL);

INSERT INTO public.absences VALUES ('279d2ba7-fe99-4b2f-81ab-9a60e21693c1', '81b39b0e-d011-4b9b-9797-c0a218d135d7', 'f36810d1-7721-4a43-abc6-60996a10c9c2', 'illness', 'Температура, врач советует посидеть дома три дня.', NULL, '2026-11-17', '2026-11-19', '2026-11-17 04:50:00+00', NULL);

INSERT INTO public.account_changes OVERRIDING SYSTEM VALUE VALUES ('536fbf90-0a90-4b90-a4d4-2f272bf55d66', 1, '02fc0f4b-fef0-447f-8693-9ff6db7bf31d', 'account-linked', '{}', 'text', '2026-11-28 20:46:42.084671+00', '2026-11-28 20:46:42.084671+00', '2026-11-28 20:46:42.084671+00', '28634cf3-e12f-4741-9b4a-fbbd94cf4dcd', false);

INSERT INTO public.account_join_rows VALUES ('7f4463c8-76e4-4212-a591-ec3f0abd1df9', 'text', 'text');

INSERT INTO public.account_joins VALUES ('7f4463c8-76e4-4212-a591-ec3f0abd1df9', '02fc0f4b-fef0-447f-8693-9ff6db7bf31d', '02fc0f4b-fef0-447f-8693-9ff6db7bf31d', '02fc0f4b-fef0-447f-8693-9ff6db7bf31d', '2026-11-28 20:46:42.062629+00', '{}', '2026-11-28 20:46:42.062629+00');

INSERT INTO public.audit_entries VALUES ('025e4bd8-0e4d-48e4-b65a-a0ddf5e57f26', '2026-10-17 00:39:31.454+00', 'impersonation.started', '6b1d2f83-982c-4abb-bf99-dbc076731411', 'f36810d1-7721-4a43-abc6-60996a10c9c2', NULL, 'Жалоба: в профиле чужой номер телефона', NULL, '10.20.4.7', NULL, NULL, NULL, 'c4c1a799-2c79-4e5e-a905-b526e9d4c0ec', NULL);
INSERT INTO public.audit_entries VALUES ('042ecf00-59c2-4ffa-acef-566cca7ee66f', '2026-11-17 05:32:31.454+00', 'impersonation.started', 'e1bc1def-ae6e-4707-bade-86622ef8c23f', 'e5e69f86-f61a-4481-818a-06d5f9521288', NULL, 'Не отображается оплата за октябрь', NULL, '10.20.0.31', NULL, NULL, NULL, 'f2f3f3e4-4c76-4a93-8e7b-ef586a911eea', NULL);

INSERT INTO public.avatars VALUES ('069poC-Pkw4mXWFt85T9kRpUSEtNRlEABV_QsROSwf0', 'e6696f05-a54f-4a37-9212-b1c5c8dedcfb', '\x524946463e0800005745425056503820320800005035009d012a000100013e793c9c4924a3a3212713b8b0900f09656ee17290eb9bfda65c97dd7f7ce6abb89c4408ea167e513d1179d4f4e6e9defcc5d9ae3bba082803b25967b06b4a3cf25dee5f323d2ea4a8e5cc707fa7ab3fd387532a182e950e9b10f5e97f545957296f3973d3fa70e97db29fb721d1ad46d7336a6921128c3a99508f9a54a656ff3359c5fd9a9b38fde9f03d31509773221a1bfb8114dc26f870f16ccd5c6c92051eeca860b7988e4125cc3f04cf24454b5ef775f9549aeaa4ae90dfb0abacca85e6bf42ab6bdfa4b3c57e0e128a45bda257573457c5ee736a4d550f9640e3c9a85734e1d3056f8a3b22124dc0e9db9dc952c25a92895d18bfdd5e7d82c90a5e6cc7171c9fa6eeb31c1fc93dbde3d0a7add2aba107dab43fc02b7b1e0004c756f90181947b919e7938fd79bd66542f3365c3c82c41e73c73ec4f7f8581ee73066f9c4d58bc3731c7a994c8d85438ccf3d340fd4ada1ee4d9ab5717a74851942ca8e5429bbb218c647be03e41aa7d87bf3dc7cd000206ee3d245947031824508b4b883947b7837c1ff35e7f0d141c9396c5839cb98e4f0c59faa7c20b5646a35258951cb97d765ecdb60000feff1183c7f850b65f666dfd00144c5b40e0001c1f467a9b269deaa25a63b29f116e6b698bf679cddbd1f1c233e5a43049396cf0499002fed4671f987f0ddf754e227715d1fc50ead6378c4235505bd97b854bc8e1acdff09b969669ed492deffb9164f67e5a2033625d3ef85b2ed8e553f42cd485114b1d2a4f5ed81038ae80b5dd797a0ad80492daa839c46bd610e59935dcfffb09ed40d1b44d8a0f29de00d4f8581d928516a607099e2185cb1ca8fe2c12b1a30d0e639f7e193c04bb304dbb3184ba7cbc200756e6ab37881f1b1d9ad49b7ec83bc8efd63b42da6a7cb1a5e73e0e93b442d43c3c1b786600392c36aae7d8f5dca15d6208d71635ed56dc4acf4be9d98c2fb909ad780e49fab178a52f587f62bdee8eb103b25eec3430b6382f0a58e61b582e22e003b19f8c2b7ac112fec3221b4d77e668e00877e9bd4575c0ed9f63c579fb3f397fbfe9e12ceca1570c43dd9cc40329d157b72021df0850298f60a3b695f85c00bfe3fbb22443955c1f30df3612b452e250863309af5fb83522a46c7c4330e2c0075fc5d1ed701391015a9ffad6179d27140baf9564202afdb5f240b56bac7ee05dd47702108e3af22de88e694bb20134ff034d1384f3e742684fc01f75f3b601ab96a97957eec11c64524e683460bee3ca0d873a0a687c04c64aef5373a5fad5c7e83a7c688148f8c3930491572086a5a7019ea8908c0b72a5aa883ec963068ba615ec2f4d9fcb9304d6087535377d5300ae6f8d100bc0cdaf85688200111154914b155e80f053770f80ba89f61e64a30684ec846301f80e3668d4ab7c4ebcd6299def5ccce073b3d815d3ea769ec6b67605b76225a1c9d988c9fdb9ada678866fbd3a6a9c4d513eceb606546c49a0c802b63a1d9fcf994586b5ad95d75fdbd5dd830cbf89126b237ccdfe3f5310ed3afda036165baf7bf5b41f7e4e3d94604de085f1bf103bc55f06c659f15d969925fd5e9bc3f0f69fa806c82f7df32becf47ded493eb0b73f9f31eee96e96b3cabde9957dea1ff219692d0a08c60239a03a0e4cdc3051ed23f741f4baf4bec87cb24fbb6fd99eeb049933e91e18b6d07a45766dfd05e1515c8454e2198e433460ddd6975374b0685f5f27c3d9a005a4eea564c37048c597c9f8f9231a3b80e057bd6689a6ffe81b32c69576f30895b94b43ac7e113fd39f4da6c1c544d58d70a3c5a2ced1e4e8b92fd797fa02dc33e05a8752ce8008631091c235b3e94d761c116225024850a4c9f19136f5b4a8486dd74d9c8ae4a47019a00684d94bc328acd5c764c36bad6d761172c7818fb613e20ea7ece38721f1299e7328b9c60462f6dbb87deccad78836b6926a6ac33c2a29274a6b08a6c41eeb343201a51d152f21f1a1ecba07d8053dbee35c7212427febec68de70a24fd85b14c269346ccf74617c5f4ddc26d0266ace5da1860d52aaddb8f9fdcd3abf14b3714800d98e1887bca50dd6f2beebc7c765c4f3259cd1369aa676b933c5ba83c14f59fb2052407f477cfc3380e15818eb51853f110105a32861354a1c2c296c48200603091a7999386552dc52943bd60e26cdf7e45d543cd7d4cdafa1c7ec2e55ca0993a25a492ced2f9fd8fff36954ec2da83e06b5329c4ff32403d15352c774028f1c082f8e7139e000e0a3b71cee870798b191412a062a7a91d53e9257353a738eb349c6daa35607e4a01440e0e9f7365d6ce301a2be48e680b1bbec48c57d9495d70636e5194ddd901e7360e803478385cd7088d6fad1f67ccf2bf7d0521ccf8401e22e96220367aaebf530f08dab0c58d57f0c3ab733c290f03226f67c4e50f794db6b93c99e750c8721a0e144e9e798e3880a5ddaa9ac6f581d4377840815a5d9dd368e346c677958e2ec20517175ac91aad5b7f2e5ec471ddd48360082a382506b893d7d884310cda42678f20d49c8f5ca7b4ec82aa0995cacd3d317f0c7b791e9624627143e0ad2c97eb6560ca5b01c5a8900cde6f89ba7a21d9c36defbf007ca3852b460184f65b4202cbda36e66c4af4c343ae3d603a7b99fc27d9166d68337dbc9d9714d9626b2f9216abfa601a4c9bf8a475b9b9dfefd67ab683d1800d2e81e9fae6956ff329531ebe0800009c731af41b660e665e95c84a6231e75151ef6c18b06827624db066100b7f265a3b33c7363447ba804fa75d5297731e22a0d1e944a570b5061d78037871bdf2d31ddf4d93dd84029dc36c32c9f0513208cb2983cd1d4aef5d5f52a1aba067c9403c81f4b641f12c250f270d49107c0b7871ee9fddd4e68b8136171fdfc872399218102691bc491dd5e1eaaed37ddc4040a35a19004bf669efe0000000000', '2026-05-12 20:46:31.454+00');
INSERT INTO public.avatars VALUES ('23q0rwyQMDH-p2rTLjwqm6WLBPumn8ge6uDmJTiSvRx', 'db47ceab-f274-4fb5-9185-c879601494f7', '\x5249464610080000574542505650382004080000b038009d012a000100013e793c9c4924a3a921265808f1200f09656ee17130f05a1fe675ccbcbf303726484207dcabe463d64798079fff46bfb41ea5bf687d5f3f203ddcf9d1f516fa0074be64137a57fcdfad62ef30cde17ca4d863a6fd9f77910f45cf53e0a8ba9950c8404a8dc17cc7080951abd2284a630f19789b3e97edee9888041c1931c2025116a8d3e0b5d6ccc3390d907b684139af1985ba1504d346d8432101292d34bbfa3a6e81a2a71bbca42eda0a8ba953c755d8ab9bddc8eba85e9813e5e4012708e1dfc3903664f7ea6541e80ea9bbec2a4ef2e5c772ed30b3b6837f37d7c4f72265430cfbccf4af682dc3fd64e3adc59a344f7da7465171eb0c3ad4a348c679e5480fd0c840445fa3e781e3afb47e2e0ab6409bd4e035717149b5e1ac6cc0ef103ff2e5a85575247654cd802a61c2161888393a719849b63cd2a512e6720c4de1b1f1e71dd15d8e0ffe546e78af18e3cc26e544aeb080ed10e021d22044f38b8968107ebf0545b7bec8f8266ef6e580a600dec25670d20d8bb1d91b82ece95b23addb2735f6015a89dccba7f728504d17b5f278d7ad3b31c2007a928b7629a582a39a88c82b5abf70d46de07c1f550c70808a84cef2e7a9df6683d891b51ad73138a88cc00000fefeb5e553b7718000001c7cdf72b5d65ab6819857950b49f630ccc747282a36c628243d9bf38ba3cddabecfe59b7b3b6bab4b0f3f4d2c8c67905fdb9de05b5edbe3d2e19177672b857b70b2ec80e9f1acc438d64f34bc9cb44293ae9883f243c192dd6545bd3d12cb761337d12fcf06db416dcdb62f7e0a07b35d03cb82802215661155145fc864f18f12a0df23b9cd9023d23124a01b780a6af6a37e9407bcb048074df2e927a39e353b71b6be7e6cd5fe7c6a7bf064e2b432d00ec4e798980771f8a50c156b18b0adc4496f118c01cb72bc335e8891058b48c0cab2ea2bd9d727e8c661b8e9b19d65d5e886b7fa0bf905c69601e887ac898d3de1aaccf9c67047edba3458226f65a44dce452fa68849c736644e004cfbf414560a1f1ee1620ef7a4fe0275d73300ef4f7144a2295e0331da5b14e6ae69c451034f10df167761fcb4eb8f88bfbef98ff83c081fdd881500d9b8e38dbc57832f6370d368b5f844396c107125593fefe985764fcba547aa60589cb0628f721777cc06387f698efab602e77b3ffcd689cbe803d4f4a00a2246951c3b9a0611144bd4f48873b59fa7e31561f0e69187dd4568e0670902c82d34e473ac4acf321f6f0ddfd1cc7caa75aea4f39e6db40f7ded39793f8ec70bc9c044202da04a72dbfbf9187e5ac2f6da285825ef62c5375c4217dffd996ffe7fe5653a33f45ea121e72749ec66f6095ec607e7fad157041f0cabb96a292d487ba63ff0029fad46d4451a93e1b3ed21663fb19888742be0e05bb253254b3b880cbb3f9e2620cee2032ecfe7c2632d04e3edba5e41734874e725834c14ca0dd1f6976fa6979c1acb84fbfab5dec484e72e2bf179fe5048ead48782bc1557e90f9376bec1b6c2e39a192d478d41c1efc85dc19a3b553372f03cf59e9b2571bb7267cf1dafb61fd49cd6fce58eb4bbceee02df94699684f5d9f453536c653a1943767b9a7e97b36b7c80ecb1f32f523de141a9f4ab7392252b82d43304ae99e48dd3ea5f6140f0a6ddaf46fb58c9a2cb5d3cc767a9130ebf170365f2b3cfb73e566f28353c518bed4f1b1972da04e2b974b9973fef6fe369996b3377c81cc12ef5709f998590162cf8d8f493bd1f886a11188853ca33bce3b92fdc8fb1f5cca788bd9e504453130d408f91929db05ea27267f94e9c3ad8b4cf0d888fc77eb024d92ec3d443e198be7a7eaf622acf9e77ad7502849c700fda149c19d0e0d4afe4a6841c7b817f31dcab37e46205a2ec080ab7dc9d8cd2f75362c2ee45f7ade29f0f18d1acbc0d21ddea606997b217bd3e802fa44340999152008fcc8c7c4f495fe4d5bb7698010a29d768a1982bb20cc30bc7f1821b49219839d3fa1b965e828bdbb90e248a7d6ab10205ebfecc1f351af6bcf5efce614a2668dc51ccb6264000cd6686c39e5b4dd70b37556b03661db81e1f1577e808018016a89b1e5c2b221344e0f0a0c9ea2edd5daeb0fb9f6ed5f2bf3a3d9d0d1c68b1595f100ceedd32c2e2c3d07d3e692dea5b0faeec9f69fc8eefb4aaf61b9beb6a762b6bb3e395e7bbe109bc8cbde463b3d57ef7429e11d8e7351e77dadd4507dccdbcaee538ff940962ebb4b57767f8b930932b56cf35bf03a352e3fb9e7c7b8a673b6b2e6c6e5a4396489b2d13612be747c37b7fe50db53dd6c0d578e69cc009ede0ffca04a2f7dcfe0458fc7772b6bd965411dd12385e5edb4eb4f3c3ff9b2a31c512ad2bdbcb87ea6f88b74ffae7a9d57b0dc554aa0bea6636a2f79751245e0a978e8507410e83c65e8a050b82842ddfb7d028a89be6931fcec6e352fd48012123dd2a0c5c3552a51a0d544af2cb4cbd4a5ea50576622ee67e3f78141f7acba43f81b7a0e276ec45777dbd9172484943cc7d904b3729e4c1f7dc02fde05d10fa4f9f7aa6ba4a4b358e0d4b4460c9f6bb17fd3be812d3db073469e2d5b460a09144c7279113047a06e40b7413410be95ea5b75fcab76fe47b14aaac2726296bda1318a71552c3eb2f905842935064d309aee9574acb62e23c33de7cc53b1832acb043ca98df6d8ec37c6c000b7c0b3804ead2e767e80582220768351eaec16c2edb452c81c0befc039e250ec36e77445490c022ce71f79a5d6abd829eb37c51afcc08797ec01e9496626e6bfdfd9db13fdca5c2acc8c6ff81c7d10b9a292c038271ce7ea1dbfa63bda91adb8a3d1afa3c99d8971c9d091576a6482d670450273aeb8f5e6ffaf863945b85d00000', '2026-05-12 20:46:31.454+00');

INSERT INTO public.banners VALUES ('109b8bb9-0d3d-4395-94e5-6324a1bca37a', 1, 'en', 'The 2035 programme is open', 'Drones, artificial intelligence or new materials: choose a direction.', '/pictures/banner-2035.svg', '/2035', '{parent-home-page,contracts-and-payments,profile}', '2026-11-14', '2027-11-28');
INSERT INTO public.banners VALUES ('017a83ff-eb12-4408-a19b-95d04e9dea68', 2, 'en', 'Get 13% of the fees back', 'The certificate for the tax office is ready here, with nothing to fill in.', '/pictures/banner-deduction.svg', '/tax-deduction', '{contracts-and-payments,parent-home-page}', '2026-11-14', '2027-11-28');

INSERT INTO public.baskets VALUES ('3755cfab-62e5-4053-9e09-50ce08b0c192', '0bf73380-7d6c-4539-b1e8-c34b8d08a3bd', NULL, '0142a0f7-75d3-46a5-842d-d714d2a720d3', NULL, NULL, 'OnePayment', NULL, NULL, NULL, '2026-11-08 07:00:00+00');
INSERT INTO public.baskets VALUES ('ce6d9bb8-bf05-4147-a39b-dc03f542779f', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', 'b38f7cd3-f82e-458f-9de3-f1a93c03dbe1', NULL, 'af5e6b33-06d0-490c-8ad7-c1b4e9ee5f65', 'f36810d1-7721-4a43-abc6-60996a10c9c2', 'StepByStep', NULL, 5040000, NULL, '2026-11-25 17:15:00+00');

INSERT INTO public.calendar_feeds VALUES ('9a2cc9cf-86b1-427d-96f6-e0baff012968', '02fc0f4b-fef0-447f-8693-9ff6db7bf31d', 'parent', 'text', '{}', '{}', '2026-11-28 20:46:42.218952+00', '2026-11-28 20:46:42.218952+00');

INSERT INTO public.campaigns VALUES ('58665901-fa91-4d24-9f35-c26b60bc621e', 'year', 'school', 'Школа', 'Занятия по школьным предметам после уроков, подготовка к экзаменам и олимпиадам.', '2025/2026', '2025-09-01', '2026-08-31', '2026-07-02');
INSERT INTO public.campaigns VALUES ('aa920427-b82b-4d7f-8440-e21b689a084a', 'year', 'academy', 'Академия', 'Годовые программы для старшеклассников, которые уже выбрали дело.', '2025/2026', '2025-09-01', '2026-08-31', '2026-07-02');
INSERT INTO public.campaigns VALUES ('1c663abc-a444-40d4-8be9-b1fc84756889', 'year', 'college', 'Колледж', 'Среднее профессиональное образование после 9 класса.', '2025/2026', '2025-09-01', '2026-08-31', '2026-07-02');
INSERT INTO public.campaigns VALUES ('4efdb70e-ee86-4674-8e3f-93cc3937c65b', 'year', 'school', 'Школа', 'Занятия по школьным предметам после уроков, подготовка к экзаменам и олимпиадам.', '2026/2027', '2026-09-01', '2027-08-31', '2027-07-02');
INSERT INTO public.campaigns VALUES ('bbf964ce-d87f-4d36-b0db-f7896d358977', 'year', 'academy', 'Академия', 'Годовые программы для старшеклассников, которые уже выбрали дело.', '2026/2027', '2026-09-01', '2027-08-31', '2027-07-02');
INSERT INTO public.campaigns VALUES ('0bf73380-7d6c-4539-b1e8-c34b8d08a3bd', 'u2035', 'academy', 'Программа «2035»', 'Три направления технологий будущего для учеников 8–11 классов. Выберите одно: занятия пройдут в технопарке и онлайн, по итогам — защита проекта и сертификат.', '2026/2027', '2026-12-07', '2027-03-01', '2026-12-10');
INSERT INTO public.campaigns VALUES ('aa56e396-73cd-40ff-b1a1-3c1af7b43ac2', 'u2035', 'academy', 'Программа «2035»: осенний набор', 'Набор завершён. Следите за новыми направлениями в личном кабинете.', '2026/2027', '2026-11-02', '2027-01-25', '2026-11-03');

INSERT INTO public.code_events VALUES ('751953bc-5b35-439a-b171-17ba1d69910f', 'sent', '02fc0f4b-fef0-447f-8693-9ff6db7bf31d', 'two-factor', 'text', '2026-11-28 20:46:42.185515+00');

INSERT INTO public.code_locks VALUES ('02fc0f4b-fef0-447f-8693-9ff6db7bf31d', 'two-factor', '2026-11-28 20:46:42.19126+00');

INSERT INTO public.contract_states VALUES ('0003961b-b8ed-427f-9a94-010687350a4c', '93449dd9-6471-4bf5-86fa-af6958be3cd5', 'Concluded', '2025-07-08 18:59:00+00');
INSERT INTO public.contract_states VALUES ('02f0682b-0f3a-4841-b826-49d94b364bf5', '3927dbd1-4f70-48ae-a29d-2215c400bcea', 'Concluded', '2025-07-04 18:59:00+00');

INSERT INTO public.contracts VALUES ('07ebd7a2-edf3-482e-9598-bfa69a511a90', '26-АНГ-43376492', 'Open', NULL, 'af5e6b33-06d0-490c-8ad7-c1b4e9ee5f65', 'f36810d1-7721-4a43-abc6-60996a10c9c2', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', 'fca7c00a-3bd9-463a-a8a3-5696af52a2c1', '3b6f1f1f-ae93-4935-8145-9dffacc7c8e6', '943c087f-0820-4e33-9cad-c5a987536afa', 'offline', NULL, 'StepByStep', 7920000, '2026-11-24 08:20:00+00');
INSERT INTO public.contracts VALUES ('a7304524-0f6d-483d-a0d0-edca313ecc98', '26-РУС-24473587', 'Concluded', '2026-09-13', 'af5e6b33-06d0-490c-8ad7-c1b4e9ee5f65', 'f36810d1-7721-4a43-abc6-60996a10c9c2', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', '55d0e069-5b2a-4d84-825e-93183e38b5e4', '760206c3-1c2a-4b1c-ac2e-fe49a4c3cf05', NULL, 'video', NULL, 'MaternalCapital', 5760000, '2026-07-13 08:20:00+00');
INSERT INTO public.contracts VALUES ('089df926-17fe-43a8-8abe-7cc09372e322', '26-ВЕБ-14613464', 'OnTermination', '2026-09-03', 'f9226389-b0b3-4b25-82e0-27fb98955529', '2fb87a24-6042-4b41-b663-98f33a8adb34', 'bbf964ce-d87f-4d36-b0db-f7896d358977', 'adf40758-83c4-4386-bbb4-4defe9983a92', '777bd43e-b0f4-4082-8b8a-9da8917de0ce', NULL, 'webinar', NULL, 'Recurent', 11200000, '2026-08-22 08:20:00+00');
INSERT INTO public.contracts VALUES ('8db47bf5-12eb-46dc-a15e-e48a9e94e023', '26-ФИЗ-22051783', 'Concluded', '2026-06-24', 'db47ceab-f274-4fb5-9185-c879601494f7', 'e6696f05-a54f-4a37-9212-b1c5c8dedcfb', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', 'd3653e92-b249-47f7-afe0-a727b19d1127', 'f86fccd0-77f5-49ac-9485-017716f570f1', '4ac8cd40-93e3-41c2-88d2-6c88125d1d4d', 'offline', NULL, 'StepByStep', 6600000, '2026-06-20 08:20:00+00');
INSERT INTO public.contracts VALUES ('04ef6db4-a034-4b4b-a590-6e3fa0a1e84c', '26-ИНФ-96159958', 'Frozen', '2026-08-23', 'db47ceab-f274-4fb5-9185-c879601494f7', 'e6696f05-a54f-4a37-9212-b1c5c8dedcfb', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', 'a079a797-6886-4438-824e-f84c1166e8df', '379c6026-a1f2-4470-a878-c3ce31042bb6', NULL, 'stream', NULL, 'OnePayment', 7440000, '2026-08-20 08:20:00+00');
INSERT INTO public.contracts VALUES ('ab1cdbf9-1b5e-419f-a3ca-5d02cd891d95', '25-АНГ-00179583', 'Concluded', '2025-08-01', '4042e2be-a841-47ee-b72a-3cb89036a38e', '4042e2be-a841-47ee-b72a-3cb89036a38e', '58665901-fa91-4d24-9f35-c26b60bc621e', 'fca7c00a-3bd9-463a-a8a3-5696af52a2c1', NULL, NULL, 'offline', NULL, 'StepByStep', 7286400, '2025-07-29 08:20:00+00');
INSERT INTO public.contracts VALUES ('ea3b846c-ebb5-46d4-a0c3-e9b7b72d1cc7', '26-ФИЗ-55953179', 'Open', NULL, 'bffe7ebf-4213-48c2-abbe-13de83dbc43e', 'e5e69f86-f61a-4481-818a-06d5f9521288', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', 'd3653e92-b249-47f7-afe0-a727b19d1127', '26d662f2-fd27-4a6a-be04-a9667a3f6111', NULL, 'video', NULL, 'Combo', 6600000, '2026-11-24 08:20:00+00');
INSERT INTO public.contracts VALUES ('93449dd9-6471-4bf5-86fa-af6958be3cd5', '25-ШАХ-74333640', 'Concluded', '2025-07-08', 'a922fd2d-5132-474c-9228-8cbef9ebc1e0', 'b3a82cb8-61d6-4c95-be2b-0d31c7b18b80', '58665901-fa91-4d24-9f35-c26b60bc621e', '1a1af562-7457-4596-aa26-f18cab0c8e29', NULL, NULL, 'offline', NULL, 'OnePayment', 3532800, '2025-07-04 08:20:00+00');
INSERT INTO public.contracts VALUES ('3927dbd1-4f70-48ae-a29d-2215c400bcea', '25-БД-05598927', 'Concluded', '2025-07-04', 'a1c12722-de97-4861-8a24-2465f348557e', '65a512d1-0534-4c45-a157-85a4244779df', '1c663abc-a444-40d4-8be9-b1fc84756889', 'ac6faaab-3001-420c-9045-e356456cca26', NULL, NULL, 'offline', NULL, 'OnePayment', 15088000, '2025-06-30 08:20:00+00');

INSERT INTO public.conversations VALUES ('00d88ff9-faf5-4156-99d6-8002bb4488f2', '4217538c-eba0-4d6e-8c55-e3b20d3d39d5', 'e1bc1def-ae6e-4707-bade-86622ef8c23f', 'Встреча с психологом', 'webinar', '2026-10-12 10:00:00+00', '2026-10-12 11:00:00+00', NULL, 'https://webinar.school.example/room/00d88ff9', 'cancelled', '2026-10-11 03:00:00+00', NULL, NULL, NULL);
INSERT INTO public.conversations VALUES ('00a08597-0643-4f58-92b0-6d3310063087', '3f2a4e98-3c9a-4cb0-a9bf-0bdc53a56ba9', 'd78e35a1-018e-4395-bf0d-680066cc5d5e', 'Разговор о результатах четверти', 'offline', '2026-12-05 07:00:00+00', '2026-12-05 08:00:00+00', 'Зеленоград, кабинет 245', NULL, 'moved', '2026-11-28 04:46:31.454+00', '2026-12-04 07:00:00+00', '2026-12-04 08:00:00+00', 'Зеленоград, кабинет 245');

INSERT INTO public.courses VALUES ('012b31ac-8332-47d2-abb5-c3bec7f35bd6', '58665901-fa91-4d24-9f35-c26b60bc621e', NULL, 'c7e9506d-9ce3-4074-ae31-708ae5e18840', 'Русский язык', NULL);
INSERT INTO public.courses VALUES ('2e43d548-86c9-4dad-882c-2d48aaba0041', '58665901-fa91-4d24-9f35-c26b60bc621e', NULL, 'ddaab770-b911-4335-a2e8-478a47f1e2d4', 'География', NULL);
INSERT INTO public.courses VALUES ('5a6a63bc-008a-4c27-93f7-89cc45df3e79', '58665901-fa91-4d24-9f35-c26b60bc621e', NULL, '19fcc7e5-f14a-43a2-89e2-fcaa2173b10a', 'Информатика', NULL);
INSERT INTO public.courses VALUES ('be1104d4-cd93-4609-9d7a-29673f05a041', '58665901-fa91-4d24-9f35-c26b60bc621e', NULL, '5d14fe8d-38d2-4f0f-8cb6-dd2ffadce9da', 'География', NULL);
INSERT INTO public.courses VALUES ('2e574a5e-b4df-45fa-8c5d-ac3d4f50ac24', '58665901-fa91-4d24-9f35-c26b60bc621e', NULL, '8d37d7ac-3855-4753-adb0-9866df9b57c8', 'Русский язык', NULL);
INSERT INTO public.courses VALUES ('00faf14c-154a-421c-81ad-338b39c9039d', '58665901-fa91-4d24-9f35-c26b60bc621e', NULL, 'e1bc1def-ae6e-4707-bade-86622ef8c23f', 'География', NULL);
INSERT INTO public.courses VALUES ('c41d9aa5-faf0-4043-b352-b25598e86882', 'aa920427-b82b-4d7f-8440-e21b689a084a', NULL, '5d14fe8d-38d2-4f0f-8cb6-dd2ffadce9da', 'Английский для профессии', NULL);
INSERT INTO public.courses VALUES ('30287b94-66e3-4985-bc16-4e1cecc2815b', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', NULL, '4fd326ef-ecc9-4bab-99ee-9e063113bff2', 'Русский язык', NULL);
INSERT INTO public.courses VALUES ('5a0ca761-151e-4142-8e99-eb4934afcf26', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', NULL, 'd78e35a1-018e-4395-bf0d-680066cc5d5e', 'Музыка', NULL);
INSERT INTO public.courses VALUES ('59cb68e5-be2f-4566-ac40-fdb3d9946030', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', 'b38f7cd3-f82e-458f-9de3-f1a93c03dbe1', 'efa9845d-a6e0-48c4-817a-f4b6a39eb463', 'Литература', NULL);

INSERT INTO public.deliveries VALUES ('93911262-7787-4efa-8a69-59d605d6f0e2', 'email', 'text', '02fc0f4b-fef0-447f-8693-9ff6db7bf31d', 'lessons', 'text', false, 'text', 'ru', '{}', '2026-11-28 20:46:42.164602+00', '2026-11-28 20:46:42.164602+00', NULL, NULL);

INSERT INTO public.ended_sessions VALUES ('text', 'expired', '2026-11-28 20:46:41.94332+00');

INSERT INTO public.enrolments VALUES ('31707a68-4e7a-4541-a074-39305d5684e8', '0bf73380-7d6c-4539-b1e8-c34b8d08a3bd', '68febab2-fcb4-4840-a26e-ed117bf3b09a', '33e7ba7a-fa54-40f5-b2d0-c7dc483cb6ab', '4042e2be-a841-47ee-b72a-3cb89036a38e', '4042e2be-a841-47ee-b72a-3cb89036a38e', '2026-11-22 15:40:00+00');
INSERT INTO public.enrolments VALUES ('922555f5-41f1-4bb4-ab2c-54c1fd3d61a6', '0bf73380-7d6c-4539-b1e8-c34b8d08a3bd', '68febab2-fcb4-4840-a26e-ed117bf3b09a', '33e7ba7a-fa54-40f5-b2d0-c7dc483cb6ab', '5e398e4d-85eb-4f1f-84b5-e389d58d502f', '5e398e4d-85eb-4f1f-84b5-e389d58d502f', '2026-11-13 15:40:00+00');

INSERT INTO public.events VALUES ('057e2e75-e798-4639-8c5d-eda5478995b9', 'Как выбрать профиль в 10 классе', 'Психолог и методист о том, что спросить у себя и у школы до выбора.', 'Лекция', 'webinar', '2026-08-22 15:00:00+00', '2026-08-22 16:30:00+00', NULL, 'https://events.school.example/057e2e75', '/pictures/lecture.svg');
INSERT INTO public.events VALUES ('0b699379-bb64-4f42-a843-ba02420499b0', 'Вечер вопросов о ЕГЭ', 'Эксперты проверки отвечают в прямом эфире. Вопрос можно задать заранее.', 'Лекция', 'stream', '2026-11-28 16:30:00+00', '2026-11-28 17:30:00+00', NULL, 'https://events.school.example/0b699379', '/pictures/lecture.svg');

INSERT INTO public.exams VALUES ('04337e7a-1c8c-44e1-a5c2-7cd48c15da08', '81b39b0e-d011-4b9b-9797-c0a218d135d7', '8d37d7ac-3855-4753-adb0-9866df9b57c8', 'Диагностическая работа: английский язык', 'webinar', '2027-01-02 07:00:00+00', '2027-01-02 08:30:00+00', NULL, 'https://webinar.school.example/room/04337e7a', 'planned', NULL, NULL, NULL, NULL, 'english');
INSERT INTO public.exams VALUES ('02bf2a95-ae2d-49a9-ba59-7d94c68e354f', '6dc7a066-90cd-4bf7-8493-e078711b52c8', 'd78e35a1-018e-4395-bf0d-680066cc5d5e', 'Диагностическая работа: банковское дело', 'offline', '2026-12-10 07:00:00+00', '2026-12-10 08:30:00+00', 'Мытищи, кабинет 202', NULL, 'planned', NULL, NULL, NULL, NULL, 'banking');

INSERT INTO public.external_ids VALUES ('text', 'text', 'text', 'text', 'text', '{}', 'text', false);

INSERT INTO public.grade_book_courses VALUES ('0f4659bc-44c3-4f2b-b48f-01c2f92bef5a', '30287b94-66e3-4985-bc16-4e1cecc2815b', NULL);
INSERT INTO public.grade_book_courses VALUES ('0f4659bc-44c3-4f2b-b48f-01c2f92bef5a', '5a0ca761-151e-4142-8e99-eb4934afcf26', NULL);

INSERT INTO public.grade_books VALUES ('0f4659bc-44c3-4f2b-b48f-01c2f92bef5a', '81b39b0e-d011-4b9b-9797-c0a218d135d7', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', 'Электронный дневник');
INSERT INTO public.grade_books VALUES ('191ef173-c993-4bbe-9866-55a1795ae848', '51fb65b8-2b7a-4d06-9ec5-0fc49c209bb6', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', 'Электронный дневник');
INSERT INTO public.grade_books VALUES ('41c0c469-7bf6-48bc-b012-dbd10eb20664', '73e97745-f298-445d-883a-d9ab6f3b10e3', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', 'Электронный дневник');
INSERT INTO public.grade_books VALUES ('48d069a0-ab28-4c38-8242-c5e230e86720', 'db47ceab-f274-4fb5-9185-c879601494f7', '58665901-fa91-4d24-9f35-c26b60bc621e', 'Электронный дневник');
INSERT INTO public.grade_books VALUES ('85baa8e4-6df8-42b6-8f24-1e4b00e5f4e7', '4042e2be-a841-47ee-b72a-3cb89036a38e', '58665901-fa91-4d24-9f35-c26b60bc621e', 'Электронный дневник');
INSERT INTO public.grade_books VALUES ('85669209-5849-4ed7-99d4-649f0a6f0fe0', '5e398e4d-85eb-4f1f-84b5-e389d58d502f', 'aa920427-b82b-4d7f-8440-e21b689a084a', 'Журнал баллов');

INSERT INTO public.grade_scales VALUES ('school', 'five', 3, 5);
INSERT INTO public.grade_scales VALUES ('academy', 'hundred', 60, 100);
INSERT INTO public.grade_scales VALUES ('college', 'passFail', 1, 1);

INSERT INTO public.group_memberships VALUES ('1342517c-f889-4ec7-b6de-71b59e373ce7', '520d59cd-640f-46a7-870b-e23c4420d3a9', 'c90b2c71-daf1-45fe-a2b1-b349f1049dbb', '2026-09-01', NULL);
INSERT INTO public.group_memberships VALUES ('1395fee5-2d3a-4555-b1cc-5d35b4dc52dd', '9ba64b99-0fd5-4c00-ab43-e45dd150d170', 'a922fd2d-5132-474c-9228-8cbef9ebc1e0', '2026-09-01', NULL);

INSERT INTO public.guardianships VALUES ('12998fc7-18b4-4a2c-8879-6e9b81d18fd6', '1016a4ba-3dd3-47e6-b155-b3a1e9de886e');
INSERT INTO public.guardianships VALUES ('12998fc7-18b4-4a2c-8879-6e9b81d18fd6', 'd67c6524-f26a-4c14-bd7d-a6515b1eec8d');

INSERT INTO public.idempotency_keys VALUES ('02fc0f4b-fef0-447f-8693-9ff6db7bf31d', NULL, 'text', 'text', 'text', '{}', '2026-11-28 20:46:42.106323+00');

INSERT INTO public.import_runs VALUES ('e5af63e6-7e26-4bc1-9556-5843939b9470', 'text', 1, '02fc0f4b-fef0-447f-8693-9ff6db7bf31d', false, '2026-11-28 20:46:42.138264+00', 'checking', false, false, false, 'text', 0, '2026-11-28 20:46:42.138264+00', '{}', 0, '{}', '\x00');

INSERT INTO public.invitations VALUES ('eae3e0d9-6925-4cdc-bd2a-63eef8094daa', '02fc0f4b-fef0-447f-8693-9ff6db7bf31d', '02fc0f4b-fef0-447f-8693-9ff6db7bf31d', 'text', 'text', 'text', '2026-11-28 20:46:42.089774+00', '2026-11-28 20:46:42.089774+00', '2026-11-28 20:46:42.089774+00', '2026-11-28 20:46:42.089774+00', '2026-11-28 20:46:42.089774+00');

INSERT INTO public.join_proofs VALUES ('03a64aaa-5804-4325-a241-eadcc11476e9', 'email', 'text', '2026-11-28 20:46:42.199474+00');

INSERT INTO public.journal_columns VALUES ('46e15fdc-cb01-4800-bbde-b97ce230132a', '2e43d548-86c9-4dad-882c-2d48aaba0041', '73d1ae95-b2b4-4d49-83ab-fdc9e82780c7', '2025-11-17', 'Города', 'Пять заданий на двадцать минут, без калькулятора.', 'school', 'test', 5, true);
INSERT INTO public.journal_columns VALUES ('000798f1-48b6-4fab-baaf-a5e01000074f', '5a6a63bc-008a-4c27-93f7-89cc45df3e79', '03979c66-ed49-43f8-bf19-bfa389dd2d56', '2026-03-17', 'Переменные и типы', NULL, 'school', 'classwork', 5, true);
INSERT INTO public.journal_columns VALUES ('0017f2ea-d79a-4f9f-94f6-a70153374cc0', 'be1104d4-cd93-4609-9d7a-29673f05a041', '4f85ac57-bb9b-414d-9a4d-508434fbd103', '2025-09-29', 'План и карта', NULL, 'school', 'classwork', 5, true);
INSERT INTO public.journal_columns VALUES ('4eb2b64e-9255-4f62-a5d6-dd4e6f805253', '2e574a5e-b4df-45fa-8c5d-ac3d4f50ac24', '73d1ae95-b2b4-4d49-83ab-fdc9e82780c7', '2025-12-15', 'Н и НН в причастиях', 'Контрольная работа на весь урок, два варианта.', 'school', 'control', 5, true);
INSERT INTO public.journal_columns VALUES ('0355dfd8-ac6d-4e66-9685-20f67a7270da', 'c41d9aa5-faf0-4043-b352-b25598e86882', '6b57e603-ee29-4288-904e-85ba6da0040e', '2026-04-17', 'Слушаем новости', 'Сдать работу в репозиторий и показать на занятии.', 'academy', 'practice', 10, true);
INSERT INTO public.journal_columns VALUES ('0426e2e8-459b-40a2-bd71-49c4b8eebd3c', '59cb68e5-be2f-4566-ac40-fdb3d9946030', 'cefcd366-b2b3-4a58-9de9-22acda304572', '2026-09-15', '«Бородино»', 'Выполнить задания из рабочей тетради и записать решение.', 'school', 'homework', 5, true);

INSERT INTO public.known_devices VALUES ('524decf1-da35-4455-bce1-56a87069c43a', '02fc0f4b-fef0-447f-8693-9ff6db7bf31d', 'text', '2026-11-28 20:46:42.097322+00', false);

INSERT INTO public.lesson_results VALUES ('0018d953-6908-4aef-bc6b-788063ac225d', '73e97745-f298-445d-883a-d9ab6f3b10e3', 'present', 'checked', 4, 10, NULL, NULL, NULL);
INSERT INTO public.lesson_results VALUES ('0001f43a-ade1-407c-acec-08ea23cffd1a', 'fa227902-f233-40c2-a2f1-b06d0a32d781', 'present', 'none', NULL, NULL, NULL, NULL, NULL);

INSERT INTO public.lessons VALUES ('0018d953-6908-4aef-bc6b-788063ac225d', '3b6f1f1f-ae93-4935-8145-9dffacc7c8e6', NULL, 'Present Simple и Continuous', 'offline', '2026-09-18 14:15:00+00', '2026-09-18 15:45:00+00', 'кабинет 113', NULL, NULL, false, 'planned', NULL, NULL, NULL, NULL);
INSERT INTO public.lessons VALUES ('000380af-9cae-493d-a47f-9e322bd509c7', '3339059d-1cf3-428c-bd2c-1be88f054add', NULL, 'Растворы: обсуждение', 'webinar', '2027-04-26 15:30:00+00', '2027-04-26 17:00:00+00', NULL, 'https://webinar.school.example/room/000380af', NULL, false, 'planned', NULL, NULL, NULL, NULL);
INSERT INTO public.lessons VALUES ('0001f43a-ade1-407c-acec-08ea23cffd1a', '1f75cf76-abd1-4141-a369-db641a201fae', NULL, 'Условия и циклы', 'offline', '2026-10-11 07:00:00+00', '2026-10-11 08:30:00+00', 'кабинет 372', NULL, NULL, false, 'planned', NULL, NULL, NULL, NULL);

INSERT INTO public.limit_counts VALUES ('text', 'text', 1, '2026-11-28 20:46:42.040271+00');

INSERT INTO public.linked_accounts VALUES ('f942f8cb-82e8-43be-bb86-a61ad7235f8c', '2fb87a24-6042-4b41-b663-98f33a8adb34', 'vk', 'olga.sokolova', 'olga.sokolova', '2026-05-12 20:46:31.454+00');
INSERT INTO public.linked_accounts VALUES ('8556d0ac-f72e-4727-a4f4-b6bbd430d52f', '3f2a4e98-3c9a-4cb0-a9bf-0bdc53a56ba9', 'yandex', 'kirill.tarasov', 'kirill.tarasov', '2026-05-12 20:46:31.454+00');

INSERT INTO public.logout_links VALUES ('text', '03a64aaa-5804-4325-a241-eadcc11476e9', 'text', '2026-11-28 20:46:42.123657+00', '2026-11-28 20:46:42.123657+00');

INSERT INTO public.mark_history VALUES ('04cdd655-6684-4f13-b21b-d253f3893b6d', '2025-11-17 13:10:00+00', '3');
INSERT INTO public.mark_history VALUES ('053a6e08-cfec-4c07-b13b-8b067706db12', '2026-04-17 13:10:00+00', '6');

INSERT INTO public.mark_types VALUES ('school', 'classwork', 'Работа на уроке', 1);
INSERT INTO public.mark_types VALUES ('school', 'homework', 'Домашнее задание', 1);
INSERT INTO public.mark_types VALUES ('school', 'test', 'Проверочная работа', 2);
INSERT INTO public.mark_types VALUES ('school', 'control', 'Контрольная работа', 3);
INSERT INTO public.mark_types VALUES ('academy', 'practice', 'Практика', 1);
INSERT INTO public.mark_types VALUES ('academy', 'exam', 'Экзамен модуля', 1);

INSERT INTO public.marks VALUES ('0010496d-0bba-4d06-9f00-5f01bfbcc444', '41c0c469-7bf6-48bc-b012-dbd10eb20664', '0426e2e8-459b-40a2-bd71-49c4b8eebd3c', '4', 4, false, NULL, '2026-09-15 13:10:00+00');
INSERT INTO public.marks VALUES ('04cdd655-6684-4f13-b21b-d253f3893b6d', '48d069a0-ab28-4c38-8242-c5e230e86720', '46e15fdc-cb01-4800-bbde-b97ce230132a', '4', 4, false, 'Ход решения верный, ошибка в последнем действии.', '2025-11-20 11:30:00+00');
INSERT INTO public.marks VALUES ('00238ce9-2c5f-4c63-9b98-d137e466377d', '85baa8e4-6df8-42b6-8f24-1e4b00e5f4e7', '4eb2b64e-9255-4f62-a5d6-dd4e6f805253', '5', 5, false, NULL, '2025-12-15 13:10:00+00');
INSERT INTO public.marks VALUES ('053a6e08-cfec-4c07-b13b-8b067706db12', '85669209-5849-4ed7-99d4-649f0a6f0fe0', '0355dfd8-ac6d-4e66-9685-20f67a7270da', '7', 7, false, NULL, '2026-04-20 11:30:00+00');

INSERT INTO public.notification_settings VALUES ('02fc0f4b-fef0-447f-8693-9ff6db7bf31d', '{}', '{}', 'at-once', 18, 22, 8, 'text', '2026-11-28', false);

INSERT INTO public.notifications VALUES ('00eff9a4-35a0-4766-8311-6ba588618e9b', '3f2a4e98-3c9a-4cb0-a9bf-0bdc53a56ba9', 'lessons', 'lesson-moved', '3f2a4e98-3c9a-4cb0-a9bf-0bdc53a56ba9', NULL, '{"en": {"at": "1 December at 12:30", "was": "30 November at 12:30", "place": "кабинет 218", "title": "Дизайн", "student": ""}, "ru": {"at": "1 декабря в 12:30", "was": "30 ноября в 12:30", "place": "кабинет 218", "title": "Дизайн", "student": ""}}', '/schedule?view=day&date=2026-12-01', 'lesson-moved 2026-12-01 09:30:00+00 f9ae725d-a313-41a4-b098-456057ea4d2b 3f2a4e98-3c9a-4cb0-a9bf-0bdc53a56ba9', 'lesson-moved 2026-12-01 09:30:00+00 f9ae725d-a313-41a4-b098-456057ea4d2b 3f2a4e98-3c9a-4cb0-a9bf-0bdc53a56ba9', '2026-11-28 08:46:31.454+00', NULL, true, false, NULL);
INSERT INTO public.notifications VALUES ('00bac9dc-cfb2-4025-8d3e-291335b3ab19', '5e398e4d-85eb-4f1f-84b5-e389d58d502f', 'marks', 'mark-new', '5e398e4d-85eb-4f1f-84b5-e389d58d502f', NULL, '{"en": {"topic": "Структура выступления", "value": "6", "course": "Коммуникация и презентации", "student": ""}, "ru": {"topic": "Структура выступления", "value": "6", "course": "Коммуникация и презентации", "student": ""}}', '/grade-book/?book=e903a3e4-f04d-4ca4-aab0-d3390a757d4d', 'mark-new f06db0e8-ef94-466c-91d8-7306c69c1123', 'mark-new 5e398e4d-85eb-4f1f-84b5-e389d58d502f 2026-11-28 18:46:31.454+00', '2026-11-28 18:46:31.454+00', NULL, true, false, NULL);

INSERT INTO public.offers VALUES ('zVh0W2XfRfyfzNpoo0RGyQ', '0bf73380-7d6c-4539-b1e8-c34b8d08a3bd');
INSERT INTO public.offers VALUES ('ha3HvBImTFyk4cprxdZIlA', 'aa56e396-73cd-40ff-b1a1-3c1af7b43ac2');

INSERT INTO public.oidc_attempts VALUES ('text', 'text', 'text', 'text', 'text', '{}', '2026-11-28 20:46:42.130535+00', '2026-11-28 20:46:42.130535+00', '03a64aaa-5804-4325-a241-eadcc11476e9');

INSERT INTO public.one_time_codes VALUES ('02fc0f4b-fef0-447f-8693-9ff6db7bf31d', 'two-factor', 'email', '3ef4d68e-afc8-4ba9-888c-ea43af686bf9', 'text', 'text', '2026-11-28 20:46:42.205717+00', '2026-11-28 20:46:42.205717+00', 1, '2026-11-28 20:46:42.205717+00');

INSERT INTO public.opened_items VALUES ('02fc0f4b-fef0-447f-8693-9ff6db7bf31d', 'schedule', 'ba39b222-8e78-48ab-bd3f-4383a1784623', '2026-11-28 20:46:42.150718+00');

INSERT INTO public.operations VALUES ('1db04f07-f693-4f41-8d06-067444bc0a5b', '874b8e83-f9f8-472c-9bbe-48d2d8761935', 'ReceivingDS', 5760000, '2026-09-13 07:35:00+00', NULL, 'Социальный фонд России', NULL);
INSERT INTO public.operations VALUES ('cc0c63c3-9f4f-446b-8166-3da801ac03d8', '39421ea8-c8b9-4349-b0a5-bddeab9d3bdd', 'ReceivingDS', 1244400, '2026-09-03 08:55:00+00', '2fb87a24-6042-4b41-b663-98f33a8adb34', NULL, NULL);
INSERT INTO public.operations VALUES ('00a69608-7a0b-47a0-863f-3e2512f7bbde', '41b55698-1200-457e-9173-1440e1ebb546', 'ReceivingDS', 1244400, '2026-10-02 13:51:00+00', '2fb87a24-6042-4b41-b663-98f33a8adb34', NULL, NULL);
INSERT INTO public.operations VALUES ('726732ff-2d5c-43b7-b4df-7e50795e493c', '5a35f5fc-c545-4109-9c70-d26c9829db19', 'ReceivingDS', 1244400, '2026-11-04 07:24:00+00', '2fb87a24-6042-4b41-b663-98f33a8adb34', NULL, NULL);
INSERT INTO public.operations VALUES ('399d904d-ea97-45dd-aca3-e0715cc4e407', '00c2aff0-94d5-4eb9-89fd-99b9a7b9b7c3', 'ReceivingDS', 1650000, '2026-06-24 10:41:00+00', 'e6696f05-a54f-4a37-9212-b1c5c8dedcfb', NULL, NULL);
INSERT INTO public.operations VALUES ('9cbe237d-7455-4336-828b-117048bcc76a', '3f21ec55-c847-491e-b8e5-91cd84dc3aab', 'ReceivingDS', 1650000, '2026-09-05 12:14:00+00', 'e6696f05-a54f-4a37-9212-b1c5c8dedcfb', NULL, NULL);
INSERT INTO public.operations VALUES ('25e8c544-501d-4753-9359-63e7532ec425', 'e4f8faa9-9482-4cff-b95b-f03c26ece189', 'ReceivingDS', 1650000, '2026-11-21 15:30:00+00', 'e6696f05-a54f-4a37-9212-b1c5c8dedcfb', NULL, NULL);
INSERT INTO public.operations VALUES ('e3b19c31-d147-41ac-94ec-c9bc5f31d9f6', 'd5c6a7b0-ad77-4e0e-8b26-f57986d7baed', 'ReceivingDS', 7440000, '2026-08-23 10:09:00+00', 'e6696f05-a54f-4a37-9212-b1c5c8dedcfb', NULL, NULL);
INSERT INTO public.operations VALUES ('18048e1c-759f-4d2c-a896-1a749cdf7f7a', '4d1c9c19-be2c-4d07-8203-f7473ef8ca82', 'ReceivingDS', 1821600, '2025-08-01 17:20:00+00', '4042e2be-a841-47ee-b72a-3cb89036a38e', NULL, NULL);
INSERT INTO public.operations VALUES ('bc78d640-e8fc-4ff2-b62c-f888b059dcc9', '725db6b9-2bb1-472f-8c7f-52d0c9bbab09', 'ReceivingDS', 1821600, '2025-10-15 11:15:00+00', '4042e2be-a841-47ee-b72a-3cb89036a38e', NULL, NULL);
INSERT INTO public.operations VALUES ('0484dbdb-10d9-4da3-aadb-5772ca7c53ae', 'f4446ce3-9e2c-4966-b12a-18dcf7600257', 'ReceivingDS', 607200, '2025-12-29 17:05:00+00', '4042e2be-a841-47ee-b72a-3cb89036a38e', NULL, NULL);
INSERT INTO public.operations VALUES ('c80f9dd0-d170-47da-bdbb-c936cbfd37f5', 'f4446ce3-9e2c-4966-b12a-18dcf7600257', 'ReceivingDS', 1214400, '2025-12-29 17:12:00+00', '4042e2be-a841-47ee-b72a-3cb89036a38e', NULL, NULL);
INSERT INTO public.operations VALUES ('aa90d0dc-7e7f-4038-8900-8c07cff8f65d', 'bef6a006-0aaa-4f4a-9145-ca6df485c8ad', 'ReceivingDS', 1821600, '2026-03-14 15:48:00+00', '4042e2be-a841-47ee-b72a-3cb89036a38e', NULL, NULL);
INSERT INTO public.operations VALUES ('180e7dc3-4585-4981-a45d-27904040f6ce', '19b50a38-6a7e-422d-b063-034950ff1df0', 'ReceivingDS', 3532800, '2025-07-08 12:54:00+00', 'b3a82cb8-61d6-4c95-be2b-0d31c7b18b80', NULL, NULL);
INSERT INTO public.operations VALUES ('c7a62152-5a9a-4e1d-9f70-f9d21e468cef', '962a5e6f-1112-43a4-835e-6e393bf1e591', 'ReceivingDS', 15088000, '2025-07-04 06:28:00+00', '65a512d1-0534-4c45-a157-85a4244779df', NULL, NULL);

INSERT INTO public.opportunities VALUES ('68febab2-fcb4-4840-a26e-ed117bf3b09a', '0bf73380-7d6c-4539-b1e8-c34b8d08a3bd', 'Искусственный интеллект', 'Обучаем модели и делаем помощника для своей школы.', 36, '{8,9,10,11}', false);
INSERT INTO public.opportunities VALUES ('0142a0f7-75d3-46a5-842d-d714d2a720d3', '0bf73380-7d6c-4539-b1e8-c34b8d08a3bd', 'Новые материалы', 'Практикум в лаборатории технопарка: от образца до отчёта.', 36, '{9,10,11}', true);
INSERT INTO public.opportunities VALUES ('25be52e4-7c1b-4540-bd68-de4775fba2f8', 'aa56e396-73cd-40ff-b1a1-3c1af7b43ac2', 'Робототехника', 'Осенний набор завершён: группа уже занимается.', 24, '{}', false);

INSERT INTO public.opportunity_groups VALUES ('68febab2-fcb4-4840-a26e-ed117bf3b09a', '33e7ba7a-fa54-40f5-b2d0-c7dc483cb6ab');
INSERT INTO public.opportunity_groups VALUES ('0142a0f7-75d3-46a5-842d-d714d2a720d3', '3f22f6fe-bf48-4656-9324-ebe2031e7cf2');
INSERT INTO public.opportunity_groups VALUES ('25be52e4-7c1b-4540-bd68-de4775fba2f8', '4efe23c3-e70f-46f1-aafd-3b842877d307');

INSERT INTO public.payments VALUES ('fabb0a59-e13d-4e67-8d29-fd7cb1b6bc1b', '07ebd7a2-edf3-482e-9598-bfa69a511a90', 1, '1-й платёж', 'stage', '2026-11-29', 1980000, 'Open');
INSERT INTO public.payments VALUES ('8b796b31-c697-483f-8e3e-cfa5f7204a44', '07ebd7a2-edf3-482e-9598-bfa69a511a90', 2, '2-й платёж', 'stage', '2027-02-12', 1980000, 'Open');
INSERT INTO public.payments VALUES ('c25930fc-592d-4b37-8965-3d3f6066ab63', '07ebd7a2-edf3-482e-9598-bfa69a511a90', 3, '3-й платёж', 'stage', '2027-04-28', 1980000, 'Open');
INSERT INTO public.payments VALUES ('b2b64fba-029f-4cdf-a532-cd25e6fbf087', '07ebd7a2-edf3-482e-9598-bfa69a511a90', 4, '4-й платёж', 'stage', '2027-07-12', 1980000, 'Open');
INSERT INTO public.payments VALUES ('874b8e83-f9f8-472c-9bbe-48d2d8761935', 'a7304524-0f6d-483d-a0d0-edca313ecc98', 1, 'Материнский капитал', 'fund', '2026-09-16', 5760000, 'Closed');
INSERT INTO public.payments VALUES ('39421ea8-c8b9-4349-b0a5-bddeab9d3bdd', '089df926-17fe-43a8-8abe-7cc09372e322', 1, 'Сентябрь 2026', 'month', '2026-09-05', 1244400, 'Closed');
INSERT INTO public.payments VALUES ('41b55698-1200-457e-9173-1440e1ebb546', '089df926-17fe-43a8-8abe-7cc09372e322', 2, 'Октябрь 2026', 'month', '2026-10-05', 1244400, 'Closed');
INSERT INTO public.payments VALUES ('5a35f5fc-c545-4109-9c70-d26c9829db19', '089df926-17fe-43a8-8abe-7cc09372e322', 3, 'Ноябрь 2026', 'month', '2026-11-05', 1244400, 'Closed');
INSERT INTO public.payments VALUES ('7904fcc1-41e9-4441-a83d-95f039eff19c', '089df926-17fe-43a8-8abe-7cc09372e322', 4, 'Декабрь 2026', 'month', '2026-12-05', 1244400, 'Canceled');
INSERT INTO public.payments VALUES ('72d8fe2b-15e3-4380-bb53-f5222f8eca7c', '089df926-17fe-43a8-8abe-7cc09372e322', 5, 'Январь 2027', 'month', '2027-01-05', 1244400, 'Canceled');
INSERT INTO public.payments VALUES ('88b26cde-ca6c-413b-a395-cffad8733657', '089df926-17fe-43a8-8abe-7cc09372e322', 6, 'Февраль 2027', 'month', '2027-02-05', 1244400, 'Canceled');
INSERT INTO public.payments VALUES ('8a8842bc-811e-44f0-9373-1abba8d3300d', '089df926-17fe-43a8-8abe-7cc09372e322', 7, 'Март 2027', 'month', '2027-03-05', 1244400, 'Canceled');
INSERT INTO public.payments VALUES ('39238c07-a1ca-4fcc-a714-4025c8c81624', '089df926-17fe-43a8-8abe-7cc09372e322', 8, 'Апрель 2027', 'month', '2027-04-05', 1244400, 'Canceled');
INSERT INTO public.payments VALUES ('206ed488-bd78-4dba-b053-55965c55217f', '089df926-17fe-43a8-8abe-7cc09372e322', 9, 'Май 2027', 'month', '2027-05-05', 1244800, 'Canceled');
INSERT INTO public.payments VALUES ('00c2aff0-94d5-4eb9-89fd-99b9a7b9b7c3', '8db47bf5-12eb-46dc-a15e-e48a9e94e023', 1, '1-й платёж', 'stage', '2026-06-25', 1650000, 'Closed');
INSERT INTO public.payments VALUES ('3f21ec55-c847-491e-b8e5-91cd84dc3aab', '8db47bf5-12eb-46dc-a15e-e48a9e94e023', 2, '2-й платёж', 'stage', '2026-09-08', 1650000, 'Closed');
INSERT INTO public.payments VALUES ('e4f8faa9-9482-4cff-b95b-f03c26ece189', '8db47bf5-12eb-46dc-a15e-e48a9e94e023', 3, '3-й платёж', 'stage', '2026-11-22', 1650000, 'Closed');
INSERT INTO public.payments VALUES ('a6fcc335-80f7-4f06-b441-53b625fa8361', '8db47bf5-12eb-46dc-a15e-e48a9e94e023', 4, '4-й платёж', 'stage', '2027-02-05', 1650000, 'Open');
INSERT INTO public.payments VALUES ('d5c6a7b0-ad77-4e0e-8b26-f57986d7baed', '04ef6db4-a034-4b4b-a590-6e3fa0a1e84c', 1, 'Полная оплата', 'whole', '2026-08-25', 7440000, 'Closed');
INSERT INTO public.payments VALUES ('4d1c9c19-be2c-4d07-8203-f7473ef8ca82', 'ab1cdbf9-1b5e-419f-a3ca-5d02cd891d95', 1, '1-й платёж', 'stage', '2025-08-03', 1821600, 'Closed');
INSERT INTO public.payments VALUES ('725db6b9-2bb1-472f-8c7f-52d0c9bbab09', 'ab1cdbf9-1b5e-419f-a3ca-5d02cd891d95', 2, '2-й платёж', 'stage', '2025-10-17', 1821600, 'Closed');
INSERT INTO public.payments VALUES ('f4446ce3-9e2c-4966-b12a-18dcf7600257', 'ab1cdbf9-1b5e-419f-a3ca-5d02cd891d95', 3, '3-й платёж', 'stage', '2025-12-31', 1821600, 'Closed');
INSERT INTO public.payments VALUES ('bef6a006-0aaa-4f4a-9145-ca6df485c8ad', 'ab1cdbf9-1b5e-419f-a3ca-5d02cd891d95', 4, '4-й платёж', 'stage', '2026-03-16', 1821600, 'Closed');
INSERT INTO public.payments VALUES ('8a2de371-b6e1-4993-a509-6c6f5ed40708', 'ea3b846c-ebb5-46d4-a0c3-e9b7b72d1cc7', 1, 'Собственные средства', 'own', '2026-11-29', 1650000, 'Open');
INSERT INTO public.payments VALUES ('9623c6d3-3ccb-4e8e-b509-50ce6ff595f5', 'ea3b846c-ebb5-46d4-a0c3-e9b7b72d1cc7', 2, 'Материнский капитал', 'fund', '2027-02-27', 3300000, 'DeferredPayment');
INSERT INTO public.payments VALUES ('04d4f0f4-1a4e-4f95-a176-453ab872b10f', 'ea3b846c-ebb5-46d4-a0c3-e9b7b72d1cc7', 3, 'Собственные средства, остаток', 'own-rest', '2027-05-03', 1650000, 'Open');
INSERT INTO public.payments VALUES ('19b50a38-6a7e-422d-b063-034950ff1df0', '93449dd9-6471-4bf5-86fa-af6958be3cd5', 1, 'Полная оплата', 'whole', '2025-07-09', 3532800, 'Closed');
INSERT INTO public.payments VALUES ('962a5e6f-1112-43a4-835e-6e393bf1e591', '3927dbd1-4f70-48ae-a29d-2215c400bcea', 1, 'Полная оплата', 'whole', '2025-07-05', 15088000, 'Closed');

INSERT INTO public.personal_details VALUES ('2fb87a24-6042-4b41-b663-98f33a8adb34', '779912345644', '1984-03-07', '2026-05-12 20:46:31.454+00');
INSERT INTO public.personal_details VALUES ('4217538c-eba0-4d6e-8c55-e3b20d3d39d5', '779988002196', '2008-01-15', '2026-05-12 20:46:31.454+00');

INSERT INTO public.programs VALUES ('226ddbdb-a8b3-49ac-b042-fa8d109ccabe', 'Читаем, считаем, думаем', 'Чтение, счёт и окружающий мир для младших школьников: короткие занятия, игры и понятная обратная связь родителям.', 'primary', 'school', '{1,2,3,4}', DEFAULT, DEFAULT);
INSERT INTO public.programs VALUES ('1a1af562-7457-4596-aa26-f18cab0c8e29', 'Шахматы и логика', 'Учимся считать на несколько ходов вперёд, проигрывать достойно и выигрывать честно. Каждый месяц — турнир группы.', 'chess', 'school', '{1,2,3,4,5,6,7,8}', DEFAULT, DEFAULT);
INSERT INTO public.programs VALUES ('5987c97b-026e-41b3-b2a5-e49ce9d6fa68', 'Математика: подготовка к ОГЭ', 'Все задания экзамена по порядку, пробники каждый месяц и разбор ошибок каждого ученика.', 'math', 'school', '{9}', DEFAULT, DEFAULT);
INSERT INTO public.programs VALUES ('55d0e069-5b2a-4d84-825e-93183e38b5e4', 'Русский язык без ошибок', 'Орфография и пунктуация через тексты, которые интересно читать. Диктанты, изложения, редактура.', 'russian', 'school', '{5,6,7,8,9}', DEFAULT, DEFAULT);
INSERT INTO public.programs VALUES ('fca7c00a-3bd9-463a-a8a3-5696af52a2c1', 'Английский: говорим свободно', 'Разговорная практика в малых группах, проекты и чтение современных текстов. Уровни от A2 до B2.', 'english', 'school', '{2,3,4,5,6,7,8,9,10,11}', DEFAULT, DEFAULT);
INSERT INTO public.programs VALUES ('d3653e92-b249-47f7-afe0-a727b19d1127', 'Физика в опытах', 'Каждая тема начинается с опыта. Считаем, измеряем, спорим и оформляем отчёты, как в лаборатории.', 'physics', 'school', '{7,8,9,10,11}', DEFAULT, DEFAULT);
INSERT INTO public.programs VALUES ('c1d31698-4144-446e-b4d9-dd1961ed5a7b', 'Химия вокруг нас', 'От кухонных реакций до задач ЕГЭ. Безопасные практикумы и много расчётов.', 'chemistry', 'school', '{8,9,10,11}', DEFAULT, DEFAULT);
INSERT INTO public.programs VALUES ('742aba53-a02e-406b-b379-bdb75c8c8666', 'Биология: от клетки до экосистемы', 'Микроскопия, генетические задачи и выезд в заповедник в конце года.', 'biology', 'school', '{6,7,8,9,10,11}', DEFAULT, DEFAULT);
INSERT INTO public.programs VALUES ('faf4d40d-7a73-47e5-87ba-c1fcc02a165c', 'История России в лицах', 'Документы, карты и портреты эпох. Учимся отличать источник от пересказа.', 'history', 'school', '{6,7,8,9,10,11}', DEFAULT, DEFAULT);
INSERT INTO public.programs VALUES ('71260683-5454-4e8b-8138-dc19d36ef045', 'Литературная мастерская', 'Читаем медленно и пишем сами: рассказ, рецензия, эссе. Итог года — сборник группы.', 'literature', 'school', '{5,6,7,8,9,10,11}', DEFAULT, DEFAULT);
INSERT INTO public.programs VALUES ('a079a797-6886-4438-824e-f84c1166e8df', 'Python с нуля', 'От первой программы до собственного проекта. Разбираем код друг друга и готовимся к олимпиадам.', 'informatics', 'school', '{7,8,9,10,11}', DEFAULT, DEFAULT);
INSERT INTO public.programs VALUES ('adf40758-83c4-4386-bbb4-4defe9983a92', 'Веб-разработка', 'Годовая программа академии: от вёрстки до сервиса, которым пользуются люди.', 'web', 'academy', '{9,10,11}', DEFAULT, DEFAULT);
INSERT INTO public.programs VALUES ('94d8e597-dabc-46d9-aa97-8e26a8c9824f', 'Промышленный дизайн', 'Годовая программа академии: от наброска до прототипа и защиты перед заказчиком.', 'design', 'academy', '{9,10,11}', DEFAULT, DEFAULT);
INSERT INTO public.programs VALUES ('ac6faaab-3001-420c-9045-e356456cca26', 'Банковское дело', 'Специальность 38.02.07. Учебный банк, практика в отделениях, основы права и учёта.', 'banking', 'college', '{}', DEFAULT, DEFAULT);
INSERT INTO public.programs VALUES ('f10df14e-9bf1-4507-bab5-6b8cf0b5e6d7', '2035: беспилотные системы', 'Собираем и программируем дрон, сдаём полёт по маршруту.', 'drones', 'academy', '{9,10,11}', DEFAULT, DEFAULT);
INSERT INTO public.programs VALUES ('bcdcaaff-a9ae-4322-aea0-4d39a154a4aa', '2035: искусственный интеллект', 'Обучаем модели и делаем помощника для своей школы.', 'intelligence', 'academy', '{9,10,11}', DEFAULT, DEFAULT);
INSERT INTO public.programs VALUES ('f14bfee1-5552-473a-a2af-b7dde311838b', '2035: новые материалы', 'Практикум в лаборатории технопарка: от образца до отчёта.', 'materials', 'academy', '{9,10,11}', DEFAULT, DEFAULT);
INSERT INTO public.programs VALUES ('2f630fc8-358f-435c-8485-47e7cbf72ad4', 'Театральная мастерская', 'Этюды, голос и движение, к концу года — спектакль группы в школьном театре.', 'literature', 'school', '{1,2,3,4,5,6,7,8}', DEFAULT, DEFAULT);
INSERT INTO public.programs VALUES ('120ad350-7290-4c33-9c63-c2514ee0dd33', 'Робототехника', 'Собираем и программируем роботов для соревнований: датчики, моторы, алгоритмы. Команды по три человека.', 'informatics', 'school', '{5,6,7,8}', DEFAULT, DEFAULT);

INSERT INTO public.push_subscriptions VALUES ('6a980217-a78c-40cf-8089-02ef3de0ba1a', '02fc0f4b-fef0-447f-8693-9ff6db7bf31d', '524decf1-da35-4455-bce1-56a87069c43a', 'text', 'text', 'text', 'text', 'text', '2026-11-28 20:46:42.177673+00', '2026-11-28 20:46:42.177673+00');

INSERT INTO public.record_changes VALUES ('avatars', '069poC-Pkw4mXWFt85T9kRpUSEtNRlEABV_QsROSwf0', '2026-11-28 20:46:31.529615+00', false);
INSERT INTO public.record_changes VALUES ('absences', '279d2ba7-fe99-4b2f-81ab-9a60e21693c1', '2026-11-28 20:46:31.529615+00', false);

INSERT INTO public.rejected_addresses VALUES ('text', '2026-11-28 20:46:42.052188+00');

INSERT INTO public.school_news VALUES ('182e35eb-9f9f-4be9-98de-c510d56a51f3', 'Сокол: вход со двора до конца месяца', '<p>Ремонтируют крыльцо со стороны проспекта. Вход со двора, через арку; охрана подскажет дорогу.</p>', 'Ремонтируют крыльцо со стороны проспекта. Вход со двора, через арку; охрана подскажет дорогу.', 'territory', NULL, '5d4e51e6-ec97-464f-8d44-7006fb8a9ebb', NULL, NULL, true, '2026-11-19 06:15:00+00', NULL, '6b1d2f83-982c-4abb-bf99-dbc076731411', '2026-11-18 13:20:00+00', NULL, 0, NULL, 6, '2026-11-19 06:16:00+00');
INSERT INTO public.school_news VALUES ('16a98633-24c3-4ecd-aed6-7f74954d92fe', 'Олимпиада школы: итоги и разбор', '<p>Участвовали 412 учеников, 37 из них стали призёрами. Работы с комментариями проверяющих выдадут преподаватели.</p><p>Разбор задач: суббота, 12:00, большой зал и трансляция.</p>', 'Участвовали 412 учеников, 37 из них стали призёрами. Работы с комментариями проверяющих выдадут преподаватели. Разбор задач: суббота, 12:00, большой зал и трансляция.', 'everyone', NULL, NULL, NULL, NULL, false, '2026-11-24 08:40:00+00', NULL, '6b1d2f83-982c-4abb-bf99-dbc076731411', '2026-11-23 13:20:00+00', NULL, 0, NULL, 28, '2026-11-24 08:41:00+00');

INSERT INTO public.seen_sections VALUES ('02fc0f4b-fef0-447f-8693-9ff6db7bf31d', 'schedule', '2026-11-28 20:46:42.155444+00');

INSERT INTO public.self_study_items VALUES ('00a2fbad-a596-4e7c-bf4f-71e716f51968', 'd8b5c54e-3708-4293-af38-126ed90e895a', 'Самостоятельная работа: Системы уравнений', 'https://lms.school.example/work/fe7a4d1b', '2026-12-06 14:00:00+00', '2026-12-06 15:00:00+00');
INSERT INTO public.self_study_items VALUES ('006517f4-03f0-43f4-9cf6-1dc5dda190d6', '1affc94e-1ddf-45bc-afda-1aa4cee53e61', 'Самостоятельная работа: Средневековый город', 'https://lms.school.example/work/779cfb0e', '2027-08-29 14:00:00+00', '2027-08-29 15:00:00+00');

INSERT INTO public.server_keys VALUES ('demo', 'seeded');

INSERT INTO public.service_accounts VALUES ('a9a0659e-3fb1-4ad3-8e41-d56422c57c65', 'text', 'text', 'text', 'text', '{}', '2026-11-28 20:46:42.109295+00', '2026-11-28 20:46:42.109295+00', '2026-11-28 20:46:42.109295+00', '2026-11-28 20:46:42.109295+00');

INSERT INTO public.service_tokens VALUES ('text', 'a9a0659e-3fb1-4ad3-8e41-d56422c57c65', '{}', '2026-11-28 20:46:42.145249+00');

INSERT INTO public.sessions VALUES ('03a64aaa-5804-4325-a241-eadcc11476e9', 'text', '02fc0f4b-fef0-447f-8693-9ff6db7bf31d', '2026-11-28 20:46:42.116011+00', '2026-11-28 20:46:42.116011+00', '2026-11-28 20:46:42.116011+00', 'text', 'text', 'text', '2026-11-28 20:46:42.116011+00', '2026-11-28 20:46:42.116011+00', 'text', 'text', 'text', '524decf1-da35-4455-bce1-56a87069c43a', NULL, NULL, NULL, NULL);

INSERT INTO public.sign_in_issuers VALUES ('text', '2026-11-28 20:46:42.013885+00');

INSERT INTO public.slots VALUES ('064f51b6-8031-48ab-94ad-1c6f76ba6a16', 4, '18:30:00', '19:30:00');
INSERT INTO public.slots VALUES ('0619c188-f4dc-4f96-85d1-444c02ef9ce9', 6, '10:45:00', '12:15:00');

INSERT INTO public.study_groups VALUES ('064f51b6-8031-48ab-94ad-1c6f76ba6a16', '226ddbdb-a8b3-49ac-b042-fa8d109ccabe', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', '5d4e51e6-ec97-464f-8d44-7006fb8a9ebb', '4fd326ef-ecc9-4bab-99ee-9e063113bff2', 'Читаем, считаем, думаем, НШ-1', 'offline', '2026-09-01', '2027-08-31', 5400000, '{StepByStep,OnePayment,Recurent,BankInstallmentPlan,Combo,MaternalCapital}', 9, 1);
INSERT INTO public.study_groups VALUES ('9ba64b99-0fd5-4c00-ab43-e45dd150d170', '226ddbdb-a8b3-49ac-b042-fa8d109ccabe', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', NULL, '83e1b490-b747-42f0-b55a-5dc3f7bcd6b5', 'Читаем, считаем, думаем, НШ-2', 'webinar', '2026-09-01', '2027-08-31', 5400000, '{StepByStep,OnePayment,Recurent,BankInstallmentPlan,Combo,MaternalCapital}', 12, 1);
INSERT INTO public.study_groups VALUES ('d8b5c54e-3708-4293-af38-126ed90e895a', '5987c97b-026e-41b3-b2a5-e49ce9d6fa68', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', NULL, 'ddaab770-b911-4335-a2e8-478a47f1e2d4', 'Математика: подготовка к ОГЭ, ОГЭ-2', 'webinar', '2026-09-01', '2027-08-31', 6840000, '{StepByStep,OnePayment,Recurent,BankInstallmentPlan,Combo,MaternalCapital}', 7, 0);
INSERT INTO public.study_groups VALUES ('bc0c2f90-ca1c-4650-ac4e-87b546564690', '55d0e069-5b2a-4d84-825e-93183e38b5e4', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', '5d4e51e6-ec97-464f-8d44-7006fb8a9ebb', 'ce4febae-a039-4c89-8f13-fd88a13a822c', 'Русский язык без ошибок, РУС-1', 'offline', '2026-09-01', '2027-08-31', 5760000, '{StepByStep,OnePayment,Recurent,BankInstallmentPlan,Combo,MaternalCapital}', 6, 3);
INSERT INTO public.study_groups VALUES ('760206c3-1c2a-4b1c-ac2e-fe49a4c3cf05', '55d0e069-5b2a-4d84-825e-93183e38b5e4', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', NULL, '534aa178-80a6-4702-9ae4-50edba073744', 'Русский язык без ошибок, РУС-2', 'video', '2026-09-01', '2027-08-31', 5760000, '{StepByStep,OnePayment,Recurent,BankInstallmentPlan,Combo,MaternalCapital}', 2, 1);
INSERT INTO public.study_groups VALUES ('3b6f1f1f-ae93-4935-8145-9dffacc7c8e6', 'fca7c00a-3bd9-463a-a8a3-5696af52a2c1', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', '943c087f-0820-4e33-9cad-c5a987536afa', '5d14fe8d-38d2-4f0f-8cb6-dd2ffadce9da', 'Английский: говорим свободно, АНГ-1', 'offline', '2026-09-01', '2027-08-31', 7920000, '{StepByStep,OnePayment,Recurent,BankInstallmentPlan,Combo,MaternalCapital}', 13, 4);
INSERT INTO public.study_groups VALUES ('f86fccd0-77f5-49ac-9485-017716f570f1', 'd3653e92-b249-47f7-afe0-a727b19d1127', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', '4ac8cd40-93e3-41c2-88d2-6c88125d1d4d', '1d5e59ae-89c7-434d-b7f0-386aca8cca60', 'Физика в опытах, ФИЗ-1', 'offline', '2026-09-01', '2027-08-31', 6600000, '{StepByStep,OnePayment,Recurent,BankInstallmentPlan,Combo,MaternalCapital}', 2, 2);
INSERT INTO public.study_groups VALUES ('26d662f2-fd27-4a6a-be04-a9667a3f6111', 'd3653e92-b249-47f7-afe0-a727b19d1127', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', NULL, '19fcc7e5-f14a-43a2-89e2-fcaa2173b10a', 'Физика в опытах, ФИЗ-2', 'video', '2026-09-01', '2027-08-31', 6600000, '{StepByStep,OnePayment,Recurent,BankInstallmentPlan,Combo,MaternalCapital}', 11, 1);
INSERT INTO public.study_groups VALUES ('3339059d-1cf3-428c-bd2c-1be88f054add', 'c1d31698-4144-446e-b4d9-dd1961ed5a7b', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', NULL, '6785e0e6-7276-40bd-ae97-a18e7eb8d345', 'Химия вокруг нас, ХИМ-2', 'webinar', '2026-09-01', '2027-08-31', 6600000, '{StepByStep,OnePayment,Recurent,BankInstallmentPlan,Combo,MaternalCapital}', 8, 0);
INSERT INTO public.study_groups VALUES ('6dd863b1-fa9d-4392-ba5b-c7b7c2f00c50', 'faf4d40d-7a73-47e5-87ba-c1fcc02a165c', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', '6a2be77e-3893-4d6d-bf2e-88ad815d1ca5', '4fd326ef-ecc9-4bab-99ee-9e063113bff2', 'История России в лицах, ИСТ-1', 'offline', '2026-09-01', '2027-08-31', 5280000, '{StepByStep,OnePayment,Recurent,BankInstallmentPlan,Combo,MaternalCapital}', 2, 2);
INSERT INTO public.study_groups VALUES ('1affc94e-1ddf-45bc-afda-1aa4cee53e61', 'faf4d40d-7a73-47e5-87ba-c1fcc02a165c', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', NULL, '83e1b490-b747-42f0-b55a-5dc3f7bcd6b5', 'История России в лицах, ИСТ-2', 'video', '2026-09-01', '2027-08-31', 5280000, '{StepByStep,OnePayment,Recurent,BankInstallmentPlan,Combo,MaternalCapital}', 1, 0);
INSERT INTO public.study_groups VALUES ('b38f7cd3-f82e-458f-9de3-f1a93c03dbe1', '71260683-5454-4e8b-8138-dc19d36ef045', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', '943c087f-0820-4e33-9cad-c5a987536afa', 'e1bc1def-ae6e-4707-bade-86622ef8c23f', 'Литературная мастерская, ЛИТ-1', 'offline', '2026-09-01', '2027-08-31', 5040000, '{StepByStep,OnePayment,Recurent,BankInstallmentPlan,Combo,MaternalCapital}', 2, 2);
INSERT INTO public.study_groups VALUES ('379c6026-a1f2-4470-a878-c3ce31042bb6', 'a079a797-6886-4438-824e-f84c1166e8df', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', NULL, 'ddaab770-b911-4335-a2e8-478a47f1e2d4', 'Python с нуля, ИНФ-2', 'stream', '2026-09-01', '2027-08-31', 7440000, '{StepByStep,OnePayment,Recurent,BankInstallmentPlan,Combo,MaternalCapital}', 10, 0);
INSERT INTO public.study_groups VALUES ('777bd43e-b0f4-4082-8b8a-9da8917de0ce', 'adf40758-83c4-4386-bbb4-4defe9983a92', 'bbf964ce-d87f-4d36-b0db-f7896d358977', NULL, 'd78e35a1-018e-4395-bf0d-680066cc5d5e', 'Веб-разработка, ВЕБ-2', 'webinar', '2026-09-01', '2027-08-31', 11200000, '{StepByStep,OnePayment,Recurent,BankInstallmentPlan,Combo,MaternalCapital}', 11, 3);
INSERT INTO public.study_groups VALUES ('520d59cd-640f-46a7-870b-e23c4420d3a9', '94d8e597-dabc-46d9-aa97-8e26a8c9824f', 'bbf964ce-d87f-4d36-b0db-f7896d358977', '6a2be77e-3893-4d6d-bf2e-88ad815d1ca5', '1d5e59ae-89c7-434d-b7f0-386aca8cca60', 'Промышленный дизайн, ПД-1', 'offline', '2026-09-01', '2027-08-31', 12400000, '{StepByStep,OnePayment,Recurent,BankInstallmentPlan,Combo,MaternalCapital}', 2, 1);
INSERT INTO public.study_groups VALUES ('4efe23c3-e70f-46f1-aafd-3b842877d307', 'f10df14e-9bf1-4507-bab5-6b8cf0b5e6d7', '0bf73380-7d6c-4539-b1e8-c34b8d08a3bd', '5d4e51e6-ec97-464f-8d44-7006fb8a9ebb', '4fd326ef-ecc9-4bab-99ee-9e063113bff2', '2035: беспилотные системы, БАС-1', 'offline', '2026-12-07', '2027-03-01', 0, '{OnePayment}', 6, 0);
INSERT INTO public.study_groups VALUES ('33e7ba7a-fa54-40f5-b2d0-c7dc483cb6ab', 'bcdcaaff-a9ae-4322-aea0-4d39a154a4aa', '0bf73380-7d6c-4539-b1e8-c34b8d08a3bd', NULL, '8d37d7ac-3855-4753-adb0-9866df9b57c8', '2035: искусственный интеллект, ИИ-1', 'video', '2026-12-07', '2027-03-01', 0, '{OnePayment}', 8, 2);
INSERT INTO public.study_groups VALUES ('3f22f6fe-bf48-4656-9324-ebe2031e7cf2', 'f14bfee1-5552-473a-a2af-b7dde311838b', '0bf73380-7d6c-4539-b1e8-c34b8d08a3bd', '6a2be77e-3893-4d6d-bf2e-88ad815d1ca5', '83e1b490-b747-42f0-b55a-5dc3f7bcd6b5', '2035: новые материалы, НМ-1', 'offline', '2026-12-07', '2027-03-01', 2400000, '{StepByStep,OnePayment,Recurent,BankInstallmentPlan,Combo,MaternalCapital}', 12, 0);
INSERT INTO public.study_groups VALUES ('0619c188-f4dc-4f96-85d1-444c02ef9ce9', '742aba53-a02e-406b-b379-bdb75c8c8666', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', NULL, '8d37d7ac-3855-4753-adb0-9866df9b57c8', 'Биология: от клетки до экосистемы, БИО-6', 'webinar', '2026-09-01', '2027-08-31', 5200000, '{StepByStep,OnePayment,Recurent,BankInstallmentPlan,Combo,MaternalCapital}', 1, 0);
INSERT INTO public.study_groups VALUES ('f3abf22d-921f-4808-aa05-5217208eee8a', '2f630fc8-358f-435c-8485-47e7cbf72ad4', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', '5d4e51e6-ec97-464f-8d44-7006fb8a9ebb', '19fcc7e5-f14a-43a2-89e2-fcaa2173b10a', 'Театральная мастерская, ТЕА-1', 'offline', '2026-09-01', '2027-08-31', 4680000, '{StepByStep,OnePayment,Recurent,BankInstallmentPlan,Combo,MaternalCapital}', 1, 1);
INSERT INTO public.study_groups VALUES ('1f75cf76-abd1-4141-a369-db641a201fae', '120ad350-7290-4c33-9c63-c2514ee0dd33', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', '5d4e51e6-ec97-464f-8d44-7006fb8a9ebb', 'ce4febae-a039-4c89-8f13-fd88a13a822c', 'Робототехника, РОБ-1', 'offline', '2026-09-01', '2027-08-31', 6960000, '{StepByStep,OnePayment,Recurent,BankInstallmentPlan,Combo,MaternalCapital}', 1, 1);

INSERT INTO public.subjects VALUES ('primary', 'Начальная школа', DEFAULT);
INSERT INTO public.subjects VALUES ('math', 'Математика', DEFAULT);
INSERT INTO public.subjects VALUES ('russian', 'Русский язык', DEFAULT);
INSERT INTO public.subjects VALUES ('english', 'Английский язык', DEFAULT);
INSERT INTO public.subjects VALUES ('physics', 'Физика', DEFAULT);
INSERT INTO public.subjects VALUES ('chemistry', 'Химия', DEFAULT);
INSERT INTO public.subjects VALUES ('biology', 'Биология', DEFAULT);
INSERT INTO public.subjects VALUES ('history', 'История', DEFAULT);
INSERT INTO public.subjects VALUES ('literature', 'Литература', DEFAULT);
INSERT INTO public.subjects VALUES ('informatics', 'Информатика', DEFAULT);
INSERT INTO public.subjects VALUES ('chess', 'Шахматы', DEFAULT);
INSERT INTO public.subjects VALUES ('web', 'Веб-разработка', DEFAULT);
INSERT INTO public.subjects VALUES ('design', 'Дизайн', DEFAULT);
INSERT INTO public.subjects VALUES ('banking', 'Банковское дело', DEFAULT);
INSERT INTO public.subjects VALUES ('drones', 'Беспилотные системы', DEFAULT);
INSERT INTO public.subjects VALUES ('intelligence', 'Искусственный интеллект', DEFAULT);
INSERT INTO public.subjects VALUES ('materials', 'Новые материалы', DEFAULT);

INSERT INTO public.tax_certificates VALUES ('46be4899-4a11-45dc-b131-8fdced0cb7eb', '2025-000002', 2025, '2fb87a24-6042-4b41-b663-98f33a8adb34', 'f9226389-b0b3-4b25-82e0-27fb98955529', 2208000, 'prepared', '2026-11-28 20:46:31.454+00', '2026-11-28 20:46:31.454+00', NULL, NULL, NULL);
INSERT INTO public.tax_certificates VALUES ('66a4a5b9-4598-4671-a38d-eebc2135e075', '2025-000003', 2025, '5e398e4d-85eb-4f1f-84b5-e389d58d502f', '5e398e4d-85eb-4f1f-84b5-e389d58d502f', 10856000, 'requested', '2026-11-28 20:46:31.454+00', NULL, NULL, NULL, NULL);

INSERT INTO public.term_marks VALUES ('0f4659bc-44c3-4f2b-b48f-01c2f92bef5a', '30287b94-66e3-4985-bc16-4e1cecc2815b', 'cefcd366-b2b3-4a58-9de9-22acda304572', '4');
INSERT INTO public.term_marks VALUES ('0f4659bc-44c3-4f2b-b48f-01c2f92bef5a', '5a0ca761-151e-4142-8e99-eb4934afcf26', 'cefcd366-b2b3-4a58-9de9-22acda304572', '5');

INSERT INTO public.terms VALUES ('4f85ac57-bb9b-414d-9a4d-508434fbd103', '58665901-fa91-4d24-9f35-c26b60bc621e', '1-я четверть', '2025-09-01', '2025-10-25');
INSERT INTO public.terms VALUES ('73d1ae95-b2b4-4d49-83ab-fdc9e82780c7', '58665901-fa91-4d24-9f35-c26b60bc621e', '2-я четверть', '2025-11-05', '2025-12-30');
INSERT INTO public.terms VALUES ('03979c66-ed49-43f8-bf19-bfa389dd2d56', '58665901-fa91-4d24-9f35-c26b60bc621e', '3-я четверть', '2026-01-11', '2026-03-21');
INSERT INTO public.terms VALUES ('6b57e603-ee29-4288-904e-85ba6da0040e', 'aa920427-b82b-4d7f-8440-e21b689a084a', 'Модуль 3', '2026-04-01', '2026-06-20');
INSERT INTO public.terms VALUES ('cefcd366-b2b3-4a58-9de9-22acda304572', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', '1-я четверть', '2026-09-01', '2026-10-25');
INSERT INTO public.terms VALUES ('1bd4ffa0-d8b2-4593-8f87-abbac90a5582', 'bbf964ce-d87f-4d36-b0db-f7896d358977', 'Модуль 3', '2027-04-01', '2027-06-20');

INSERT INTO public.territories VALUES ('5d4e51e6-ec97-464f-8d44-7006fb8a9ebb', 'Сокол', 'Москва, Ленинградский проспект, 75');
INSERT INTO public.territories VALUES ('4ac8cd40-93e3-41c2-88d2-6c88125d1d4d', 'Пролетарская', 'Москва, улица Талалихина, 41, строение 4');
INSERT INTO public.territories VALUES ('6a2be77e-3893-4d6d-bf2e-88ad815d1ca5', 'Зеленоград', 'Москва, Зеленоград, корпус 1534');
INSERT INTO public.territories VALUES ('943c087f-0820-4e33-9cad-c5a987536afa', 'Иннополис', 'Республика Татарстан, Иннополис, Университетская улица, 5');

INSERT INTO public.ticket_files VALUES ('d51f2680-03b3-4492-ae20-e223252875ad', '02fc0f4b-fef0-447f-8693-9ff6db7bf31d', '07443a49-c901-4b15-b1fc-7011f3f17607', '0f302dc8-8ca2-4071-8871-093f5a082e2f', false, 'text', 'image/jpeg', 1, '\x00', '2026-11-28 20:46:42.229903+00');

INSERT INTO public.ticket_messages VALUES ('1a19cd32-1d33-4620-b514-d4183cfb4527', 'f2168c30-f927-497d-a306-65a3efdd9936', 'reply', '2fb87a24-6042-4b41-b663-98f33a8adb34', '<p>Платёжное поручение № 418, сумма <strong>24 500 ₽</strong>. Плательщик — Соколова Ольга Дмитриевна.</p>', '2026-11-25 06:02:00+00');
INSERT INTO public.ticket_messages VALUES ('0f302dc8-8ca2-4071-8871-093f5a082e2f', '3ded33c6-5de5-44d9-854e-3ee0662d0790', 'reply', 'f36810d1-7721-4a43-abc6-60996a10c9c2', '<p>Получилось через почту, спасибо!</p>', '2026-11-09 16:12:00+00');

INSERT INTO public.tickets VALUES ('3c86f522-9d47-4904-b60a-abd4af7bf593', 'Р-2026-000006', '51fb65b8-2b7a-4d06-9ec5-0fc49c209bb6', '<p>Экзамен и занятие стоят в одно время. Куда идти?</p>', 'answered', 'schedule', '6b1d2f83-982c-4abb-bf99-dbc076731411', '2026-11-22 12:11:00+00', '<p>На экзамен. Пропуск занятия мы отметим как <em>уважительный</em>.</p>', '2026-11-23 06:05:00+00', '6b1d2f83-982c-4abb-bf99-dbc076731411', NULL, 0);
INSERT INTO public.tickets VALUES ('07443a49-c901-4b15-b1fc-7011f3f17607', 'Р-2026-000010', '51fb65b8-2b7a-4d06-9ec5-0fc49c209bb6', '<p>Можно ли сдать самостоятельную позже? Я болею с понедельника.</p>', 'received', 'studies', NULL, '2026-11-27 13:45:00+00', NULL, NULL, NULL, NULL, 0);
INSERT INTO public.tickets VALUES ('f2168c30-f927-497d-a306-65a3efdd9936', 'Р-2026-000013', '2fb87a24-6042-4b41-b663-98f33a8adb34', '<p>Оплатила второй этап по счёту в пятницу, а договор всё ещё показывает долг. Банк деньги списал.</p>', 'inProgress', 'payments', '6b1d2f83-982c-4abb-bf99-dbc076731411', '2026-11-23 09:20:00+00', '<p>Даниил не указан в назначении платежа, поэтому банк провёл его без договора. Пришлите, пожалуйста, номер платёжного поручения.</p>', '2026-11-24 07:15:00+00', '6b1d2f83-982c-4abb-bf99-dbc076731411', '2026-11-27 07:15:00+00', 0);
INSERT INTO public.tickets VALUES ('3ded33c6-5de5-44d9-854e-3ee0662d0790', 'Р-2026-000014', 'f36810d1-7721-4a43-abc6-60996a10c9c2', '<p>Код подтверждения приходит на старый телефон. Как его поменять?</p>', 'closed', 'technical', '95732a4b-fe52-4dd0-a9fb-3712531a20a6', '2026-11-08 19:10:00+00', '<p>Откройте профиль, «Почта и телефон», и войдите по паролю: код придёт на почту. Если почты нет, приходите в школу с паспортом.</p>', '2026-11-09 05:50:00+00', '95732a4b-fe52-4dd0-a9fb-3712531a20a6', '2026-11-12 05:50:00+00', 0);

INSERT INTO public.transfers VALUES ('3f2bf110-853b-47a1-9e06-002cfa5a284a', 'a7304524-0f6d-483d-a0d0-edca313ecc98', 'af5e6b33-06d0-490c-8ad7-c1b4e9ee5f65', '760206c3-1c2a-4b1c-ac2e-fe49a4c3cf05', 'bc0c2f90-ca1c-4650-ac4e-87b546564690', 'f36810d1-7721-4a43-abc6-60996a10c9c2', '2026-11-27 21:10:00+00', '2026-11-01', '2026-11-30', 'coming', NULL, NULL, 0);
INSERT INTO public.transfers VALUES ('e0deabcf-ff6c-47f9-b000-e1ca74ea0bb8', '8db47bf5-12eb-46dc-a15e-e48a9e94e023', 'db47ceab-f274-4fb5-9185-c879601494f7', '26d662f2-fd27-4a6a-be04-a9667a3f6111', 'f86fccd0-77f5-49ac-9485-017716f570f1', 'e6696f05-a54f-4a37-9212-b1c5c8dedcfb', '2026-10-31 21:10:00+00', '2026-11-01', '2026-11-02', 'done', NULL, NULL, 0);

INSERT INTO public.unmapped_roles VALUES ('text', 'text', '2026-11-28 20:46:42.023227+00');

INSERT INTO public.used_logout_tokens VALUES ('text', '2026-11-28 20:46:42.025396+00');

INSERT INTO public.user_roles VALUES ('12998fc7-18b4-4a2c-8879-6e9b81d18fd6', 'parent', 'school', NULL);
INSERT INTO public.user_roles VALUES ('1016a4ba-3dd3-47e6-b155-b3a1e9de886e', 'spo_student', 'school', NULL);

INSERT INTO public.users VALUES ('f36810d1-7721-4a43-abc6-60996a10c9c2', 'demo-parent', NULL, 'Андрей', 'Морозов', 'Викторович', '/storage/avatars/NMQAuBlOswJ_f5HtEmKQaTa_3D7wYdPDiyY1r2VaVpP.webp', 'parent@demo.example', '+70003693334', '2026-05-22 20:46:31.454+00', '7b9a2ddd-a671-457c-8617-1fd44509b4c2', NULL, NULL, true, NULL, NULL, NULL, NULL, '2026-05-12 20:46:31.454+00', '2026-05-12 20:46:31.454+00', DEFAULT);
INSERT INTO public.users VALUES ('2fb87a24-6042-4b41-b663-98f33a8adb34', 'demo-family', NULL, 'Ольга', 'Соколова', 'Дмитриевна', '/storage/avatars/Tpob7Ztneo8yR5325rXYH9YhaNQiZuOfMktIiI5AmuX.webp', 'family@demo.example', '+70004218956', '2026-05-22 20:46:31.454+00', '2e0031bb-bb58-4590-93a1-503ae1023701', NULL, NULL, true, NULL, NULL, NULL, NULL, '2026-05-12 20:46:31.454+00', '2026-05-12 20:46:31.454+00', DEFAULT);
INSERT INTO public.users VALUES ('51fb65b8-2b7a-4d06-9ec5-0fc49c209bb6', 'demo-student', NULL, 'Артём', 'Соколов', 'Ильич', '/storage/avatars/poJces-Ao4BinciQs_6EJe89lrIAkZtL9QedE1LAnL3.webp', 'student@demo.example', '+70008380063', '2026-05-22 20:46:31.454+00', '13bd55a7-5f2a-44a8-9b71-c213682bb8c7', NULL, 8, true, NULL, NULL, NULL, NULL, '2026-05-12 20:46:31.454+00', '2026-05-12 20:46:31.454+00', DEFAULT);
INSERT INTO public.users VALUES ('f9226389-b0b3-4b25-82e0-27fb98955529', 'demo-academy-student', NULL, 'Мария', 'Соколова', 'Ильинична', '/storage/avatars/NAtghcfu1MCViysBhSECHI0MFPOEpzUJhXYqEi9F8en.webp', 'academy-student@demo.example', '+70002273117', '2026-05-22 20:46:31.454+00', '5855af17-8902-401d-8a0e-819965b71d93', NULL, 10, true, NULL, NULL, NULL, NULL, '2026-05-12 20:46:31.454+00', '2026-05-12 20:46:31.454+00', DEFAULT);
INSERT INTO public.users VALUES ('4217538c-eba0-4d6e-8c55-e3b20d3d39d5', 'demo-spo-student', NULL, 'Даниил', 'Соколов', 'Ильич', '/storage/avatars/LoCNXyzhNKWjpHLsijBbUJ0HsSEVlDGmbv_vAkJ2nxu.webp', 'spo-student@demo.example', '+70007929768', '2026-05-22 20:46:31.454+00', '5d8cc0ae-ea30-4861-a591-2a3c38384f10', NULL, NULL, true, NULL, NULL, NULL, NULL, '2026-05-12 20:46:31.454+00', '2026-05-12 20:46:31.454+00', DEFAULT);
INSERT INTO public.users VALUES ('efa9845d-a6e0-48c4-817a-f4b6a39eb463', 'demo-teacher', NULL, 'Ирина', 'Белова', 'Сергеевна', NULL, 'teacher@demo.example', '+70002039369', '2026-05-22 20:46:31.454+00', 'f3b49018-bdc8-41fc-ba14-18a3ddf3d4f8', NULL, NULL, true, NULL, NULL, NULL, NULL, '2026-05-12 20:46:31.454+00', '2026-05-12 20:46:31.454+00', DEFAULT);
INSERT INTO public.users VALUES ('6b1d2f83-982c-4abb-bf99-dbc076731411', 'demo-administrator', NULL, 'Павел', 'Жданов', 'Олегович', NULL, 'administrator@demo.example', '+70001037278', '2026-05-22 20:46:31.454+00', 'd5e9ab17-ddb7-4888-ac5c-27ad1aab98c3', NULL, NULL, true, NULL, NULL, NULL, NULL, '2026-05-12 20:46:31.454+00', '2026-05-12 20:46:31.454+00', DEFAULT);
INSERT INTO public.users VALUES ('e1bc1def-ae6e-4707-bade-86622ef8c23f', 'demo-mixed', NULL, 'Елена', 'Виноградова', 'Павловна', '/storage/avatars/iuzBu_J0CyiINdPx1DnyvHhj1h-SQQhYlPalzRzpY5b.webp', 'mixed@demo.example', '+70003365783', '2026-05-22 20:46:31.454+00', '8d8356c9-996c-489c-9091-ae371440fdbf', NULL, NULL, true, NULL, NULL, NULL, NULL, '2026-05-12 20:46:31.454+00', '2026-05-12 20:46:31.454+00', DEFAULT);
INSERT INTO public.users VALUES ('e6696f05-a54f-4a37-9212-b1c5c8dedcfb', 'demo-edcheck-parent', NULL, 'Татьяна', 'Романова', 'Андреевна', '/storage/avatars/069poC-Pkw4mXWFt85T9kRpUSEtNRlEABV_QsROSwf0.webp', 'edcheck-parent@demo.example', '+70005885634', '2026-05-22 20:46:31.454+00', '4f0e618f-1ad3-4b71-a54d-26beb423b672', NULL, NULL, true, NULL, NULL, NULL, NULL, '2026-05-12 20:46:31.454+00', '2026-05-12 20:46:31.454+00', DEFAULT);
INSERT INTO public.users VALUES ('db47ceab-f274-4fb5-9185-c879601494f7', 'demo-edcheck-student', NULL, 'Алиса', 'Романова', 'Максимовна', '/storage/avatars/23q0rwyQMDH-p2rTLjwqm6WLBPumn8ge6uDmJTiSvRx.webp', 'edcheck-student@demo.example', '+70005844540', '2026-05-22 20:46:31.454+00', 'acb6e526-1b53-497f-b8ad-9a05f49073ec', NULL, 7, true, NULL, NULL, NULL, NULL, '2026-05-12 20:46:31.454+00', '2026-05-12 20:46:31.454+00', DEFAULT);
INSERT INTO public.users VALUES ('4042e2be-a841-47ee-b72a-3cb89036a38e', 'demo-edcheck-user', NULL, 'Глеб', 'Фомин', 'Тимурович', NULL, 'edcheck-user@demo.example', '+70008225615', '2026-05-22 20:46:31.454+00', 'b832091b-2acf-4ab1-bd37-31de34de270a', NULL, 11, true, NULL, NULL, NULL, NULL, '2026-05-12 20:46:31.454+00', '2026-05-12 20:46:31.454+00', DEFAULT);
INSERT INTO public.users VALUES ('5e398e4d-85eb-4f1f-84b5-e389d58d502f', 'demo-innopolis-student', NULL, 'Тимур', 'Галиев', 'Ренатович', NULL, 'innopolis-student@demo.example', '+70004979921', '2026-05-22 20:46:31.454+00', '0a5c3e4b-1d03-480d-a6d8-cf5ca44094d9', NULL, 11, true, NULL, NULL, NULL, NULL, '2026-05-12 20:46:31.454+00', '2026-05-12 20:46:31.454+00', DEFAULT);
INSERT INTO public.users VALUES ('8d37d7ac-3855-4753-adb0-9866df9b57c8', 'demo-innopolis-teacher', NULL, 'Лейла', 'Сафина', 'Маратовна', NULL, 'innopolis-teacher@demo.example', '+70007157211', '2026-05-22 20:46:31.454+00', '1185e234-02e3-438c-bca0-6d3fa87fe68b', NULL, NULL, true, NULL, NULL, NULL, NULL, '2026-05-12 20:46:31.454+00', '2026-05-12 20:46:31.454+00', DEFAULT);
INSERT INTO public.users VALUES ('3f2a4e98-3c9a-4cb0-a9bf-0bdc53a56ba9', 'demo-rtk-user', NULL, 'Кирилл', 'Тарасов', 'Романович', NULL, 'rtk-user@demo.example', '+70003438877', NULL, 'fff6b1fa-173f-46bc-969d-ec41ca03a088', NULL, NULL, false, NULL, NULL, NULL, NULL, '2026-05-12 20:46:31.454+00', '2026-05-12 20:46:31.454+00', DEFAULT);
INSERT INTO public.users VALUES ('95732a4b-fe52-4dd0-a9fb-3712531a20a6', 'demo-user-manager', NULL, 'Денис', 'Николаев', 'Витальевич', NULL, 'user-manager@demo.example', '+70008511070', '2026-05-22 20:46:31.454+00', '19275879-be2a-4ff1-8c96-6e0862605f1b', NULL, NULL, true, NULL, NULL, NULL, NULL, '2026-05-12 20:46:31.454+00', '2026-05-12 20:46:31.454+00', DEFAULT);
INSERT INTO public.users VALUES ('af5e6b33-06d0-490c-8ad7-c1b4e9ee5f65', NULL, NULL, 'Никита', 'Морозов', 'Андреевич', '/storage/avatars/KR2de7X2lzRysYU3Ow8CIvV40CrGekxL-gKQuHnYeQP.webp', NULL, NULL, NULL, 'd5df631e-e52d-4d05-8bd4-1b8eae2f52b7', NULL, 6, false, NULL, NULL, NULL, NULL, '2026-05-12 20:46:31.454+00', '2026-05-12 20:46:31.454+00', DEFAULT);
INSERT INTO public.users VALUES ('81b39b0e-d011-4b9b-9797-c0a218d135d7', NULL, NULL, 'Вера', 'Морозова', 'Андреевна', '/storage/avatars/2Q-NLzSrJj3xd-oLo5W6jiFZHK3tVJ-blApiy5PKwtC.webp', NULL, NULL, NULL, 'b37ef90d-e873-4412-9d9e-7712d82312db', NULL, 3, false, NULL, NULL, NULL, NULL, '2026-05-12 20:46:31.454+00', '2026-05-12 20:46:31.454+00', DEFAULT);
INSERT INTO public.users VALUES ('73e97745-f298-445d-883a-d9ab6f3b10e3', NULL, NULL, 'Лев', 'Виноградов', 'Сергеевич', '/storage/avatars/6HJdbEOiYLHDHELh3HZLsq-Y2rt2xHo6uF_lhD5O5o8.webp', NULL, NULL, NULL, 'e37e6273-a900-4415-bb2c-b46e3942ab39', NULL, 5, false, NULL, NULL, NULL, NULL, '2026-05-12 20:46:31.454+00', '2026-05-12 20:46:31.454+00', DEFAULT);
INSERT INTO public.users VALUES ('c90b2c71-daf1-45fe-a2b1-b349f1049dbb', NULL, NULL, 'Егор', 'Лебедев', 'Александрович', '/storage/avatars/WgEpkMPT5H1G8cnNidgrjXTEm809CBgIzVfpanjibx5.webp', NULL, NULL, NULL, '07553d9d-ec88-415f-bd59-8b7bfcadb60e', NULL, 11, false, NULL, NULL, NULL, NULL, '2026-05-12 20:46:31.454+00', '2026-05-12 20:46:31.454+00', DEFAULT);
INSERT INTO public.users VALUES ('6dc7a066-90cd-4bf7-8493-e078711b52c8', NULL, NULL, 'Полина', 'Кузнецова', 'Сергеевна', '/storage/avatars/K33aWulHQ3aqvVkx2SjwyT4q6YoGu2woeIJJt3KwENI.webp', NULL, NULL, NULL, 'b07b0ee0-6ea6-436d-b511-dce770cf78b7', NULL, NULL, false, NULL, NULL, NULL, NULL, '2026-05-12 20:46:31.454+00', '2026-05-12 20:46:31.454+00', DEFAULT);
INSERT INTO public.users VALUES ('4fd326ef-ecc9-4bab-99ee-9e063113bff2', NULL, NULL, 'Марина', 'Голубева', 'Дмитриевна', NULL, NULL, NULL, NULL, 'a9e17880-afdd-43c0-b6f3-d9e6d11f7b30', NULL, NULL, false, NULL, NULL, NULL, NULL, '2024-08-01 09:00:00+00', '2024-08-01 09:00:00+00', DEFAULT);
INSERT INTO public.users VALUES ('83e1b490-b747-42f0-b55a-5dc3f7bcd6b5', NULL, NULL, 'Маргарита', 'Дегтярёва', 'Борисовна', NULL, NULL, NULL, NULL, '69283976-56a9-49f8-be9d-b812e7361c61', NULL, NULL, false, NULL, NULL, NULL, NULL, '2024-08-01 09:00:00+00', '2024-08-01 09:00:00+00', DEFAULT);
INSERT INTO public.users VALUES ('ddaab770-b911-4335-a2e8-478a47f1e2d4', NULL, NULL, 'Макар', 'Синицын', 'Игоревич', NULL, NULL, NULL, NULL, '00aecf81-d389-4907-8c66-25d5c45f975a', NULL, NULL, false, NULL, NULL, NULL, NULL, '2024-08-01 09:00:00+00', '2024-08-01 09:00:00+00', DEFAULT);
INSERT INTO public.users VALUES ('ce4febae-a039-4c89-8f13-fd88a13a822c', NULL, NULL, 'Маргарита', 'Карпова', 'Павловна', NULL, NULL, NULL, NULL, '4785cf05-d6d1-4118-8492-c53f15cdfb00', NULL, NULL, false, NULL, NULL, NULL, NULL, '2024-08-01 09:00:00+00', '2024-08-01 09:00:00+00', DEFAULT);
INSERT INTO public.users VALUES ('534aa178-80a6-4702-9ae4-50edba073744', NULL, NULL, 'Демид', 'Зайцев', 'Станиславович', NULL, NULL, NULL, NULL, '55a63d9e-b858-431b-9eae-ec92c6a7e051', NULL, NULL, false, NULL, NULL, NULL, NULL, '2024-08-01 09:00:00+00', '2024-08-01 09:00:00+00', DEFAULT);
INSERT INTO public.users VALUES ('5d14fe8d-38d2-4f0f-8cb6-dd2ffadce9da', NULL, NULL, 'Лидия', 'Дегтярёва', 'Станиславовна', NULL, NULL, NULL, NULL, 'f3664fbc-ccb8-453f-a878-9f39cb31c3ca', NULL, NULL, false, NULL, NULL, NULL, NULL, '2024-08-01 09:00:00+00', '2024-08-01 09:00:00+00', DEFAULT);
INSERT INTO public.users VALUES ('d78e35a1-018e-4395-bf0d-680066cc5d5e', NULL, NULL, 'Арина', 'Жарова', 'Сергеевна', NULL, NULL, NULL, NULL, '1c90df9e-2d18-473f-8e90-0c55603273b6', NULL, NULL, false, NULL, NULL, NULL, NULL, '2024-08-01 09:00:00+00', '2024-08-01 09:00:00+00', DEFAULT);
INSERT INTO public.users VALUES ('1d5e59ae-89c7-434d-b7f0-386aca8cca60', NULL, NULL, 'Анна', 'Филиппова', 'Станиславовна', NULL, NULL, NULL, NULL, 'e7e4b300-122a-40bf-a564-3df3df7daaca', NULL, NULL, false, NULL, NULL, NULL, NULL, '2024-08-01 09:00:00+00', '2024-08-01 09:00:00+00', DEFAULT);
INSERT INTO public.users VALUES ('19fcc7e5-f14a-43a2-89e2-fcaa2173b10a', NULL, NULL, 'Алёна', 'Филатова', 'Вадимовна', NULL, NULL, NULL, NULL, '4c94d9de-1d7a-4428-b602-811d5696f051', NULL, NULL, false, NULL, NULL, NULL, NULL, '2024-08-01 09:00:00+00', '2024-08-01 09:00:00+00', DEFAULT);
INSERT INTO public.users VALUES ('c7e9506d-9ce3-4074-ae31-708ae5e18840', NULL, NULL, 'Ульяна', 'Гришина', 'Николаевна', NULL, NULL, NULL, NULL, 'ef71a400-2761-4bab-b86b-2d72b81940de', NULL, NULL, false, NULL, NULL, NULL, NULL, '2024-08-01 09:00:00+00', '2024-08-01 09:00:00+00', DEFAULT);
INSERT INTO public.users VALUES ('6785e0e6-7276-40bd-ae97-a18e7eb8d345', NULL, NULL, 'Ирина', 'Краснова', 'Михайловна', NULL, NULL, NULL, NULL, '91f31516-e402-4019-82f4-ec01a5c42032', NULL, NULL, false, NULL, NULL, NULL, NULL, '2024-08-01 09:00:00+00', '2024-08-01 09:00:00+00', DEFAULT);
INSERT INTO public.users VALUES ('12998fc7-18b4-4a2c-8879-6e9b81d18fd6', 'crm-6-male', NULL, 'Станислав', 'Веселов', 'Владимирович', NULL, 'semya6.papa@mail.example', '+70002025419', NULL, '2a02d41c-cb7e-4d10-b0db-8e67b30afae1', NULL, NULL, false, NULL, '2026-10-22 20:46:31.454+00', NULL, NULL, '2025-05-28 20:46:31.454+00', '2025-05-28 20:46:31.454+00', DEFAULT);
INSERT INTO public.users VALUES ('1016a4ba-3dd3-47e6-b155-b3a1e9de886e', NULL, NULL, 'Александр', 'Веселов', 'Станиславович', '/storage/avatars/pK_x_0JFb7wrD9YwBdTtKBxy3dKwvmS6UbaLXxXf9H4.webp', NULL, NULL, NULL, '885329c8-11ab-480e-94dd-6ce983d3fe91', NULL, NULL, false, NULL, NULL, NULL, NULL, '2024-08-01 09:00:00+00', '2024-08-01 09:00:00+00', DEFAULT);
INSERT INTO public.users VALUES ('d67c6524-f26a-4c14-bd7d-a6515b1eec8d', NULL, NULL, 'Роман', 'Веселов', 'Станиславович', NULL, NULL, NULL, NULL, 'a3ba4157-d2ef-4eb3-8eeb-6f69a2c057c2', NULL, 4, false, NULL, NULL, NULL, NULL, '2024-08-01 09:00:00+00', '2024-08-01 09:00:00+00', DEFAULT);
INSERT INTO public.users VALUES ('e5e69f86-f61a-4481-818a-06d5f9521288', 'crm-7-male', NULL, 'Дмитрий', 'Давыдов', 'Владимирович', '/storage/avatars/WdmGwvWOZ8atgxjWPH9RD966n9KMYsKU86qpaMgNuub.webp', 'semya7.papa@mail.example', '+70004805059', NULL, '270c234a-1ab6-499b-8a69-149c634d0bad', NULL, NULL, false, NULL, NULL, NULL, NULL, '2025-10-08 20:46:31.454+00', '2025-10-08 20:46:31.454+00', DEFAULT);
INSERT INTO public.users VALUES ('bffe7ebf-4213-48c2-abbe-13de83dbc43e', NULL, NULL, 'Иван', 'Давыдов', 'Дмитриевич', '/storage/avatars/AZ0GWz2Xzr1cQETE2Bg2jZgxB9YvHbfKmEEUma3oTyh.webp', NULL, NULL, NULL, 'a3833353-3f88-4d0c-bd40-d3e871acec6c', NULL, 10, false, NULL, NULL, NULL, NULL, '2024-08-01 09:00:00+00', '2024-08-01 09:00:00+00', DEFAULT);
INSERT INTO public.users VALUES ('fa227902-f233-40c2-a2f1-b06d0a32d781', NULL, NULL, 'Вера', 'Давыдова', 'Дмитриевна', '/storage/avatars/qDWvN1R2F3fV3Fsp530j-2bst3y8aPy_uFSW3aNStwe.webp', NULL, NULL, NULL, '22755aa5-bceb-4e91-86f6-d5ea793ae29b', NULL, 5, false, NULL, NULL, NULL, NULL, '2024-08-01 09:00:00+00', '2024-08-01 09:00:00+00', DEFAULT);
INSERT INTO public.users VALUES ('b3a82cb8-61d6-4c95-be2b-0d31c7b18b80', 'crm-8-female', NULL, 'Анна', 'Карпова', 'Алексеевна', NULL, 'semya8.mama@mail.example', '+70007129651', NULL, 'd6733236-e4d2-4f78-b36b-b9ba73c7af58', NULL, NULL, false, NULL, '2026-11-12 20:46:31.454+00', NULL, NULL, '2025-05-15 20:46:31.454+00', '2025-05-15 20:46:31.454+00', DEFAULT);
INSERT INTO public.users VALUES ('a922fd2d-5132-474c-9228-8cbef9ebc1e0', NULL, NULL, 'Олег', 'Карпов', 'Сергеевич', NULL, NULL, NULL, NULL, '1b8e0bcb-01b0-449a-b916-b88a4f4002d2', NULL, 4, false, NULL, NULL, NULL, NULL, '2024-08-01 09:00:00+00', '2024-08-01 09:00:00+00', DEFAULT);
INSERT INTO public.users VALUES ('65a512d1-0534-4c45-a157-85a4244779df', 'crm-9-female', NULL, 'Василиса', 'Карпова', 'Станиславовна', '/storage/avatars/B54DB8iiTwOOdFR6kPE-A1HyAFx6dqYGvY6YajEacgl.webp', 'semya9.mama@mail.example', '+70009404349', NULL, '0352f914-a0a1-482a-99d7-ae8cf2845796', NULL, NULL, false, NULL, '2026-11-20 20:46:31.454+00', NULL, NULL, '2026-03-25 20:46:31.454+00', '2026-03-25 20:46:31.454+00', DEFAULT);
INSERT INTO public.users VALUES ('a1c12722-de97-4861-8a24-2465f348557e', NULL, NULL, 'Олег', 'Карпов', 'Дмитриевич', '/storage/avatars/9POdaAX6uT1xutlT2zFHQSnmIQ4szGiO-7nRFJksYYb.webp', NULL, NULL, NULL, 'ccd9d7cb-0a40-48ad-83b2-7926293678f6', NULL, NULL, false, NULL, NULL, NULL, NULL, '2024-08-01 09:00:00+00', '2024-08-01 09:00:00+00', DEFAULT);
INSERT INTO public.users VALUES ('02fc0f4b-fef0-447f-8693-9ff6db7bf31d', 'demo-second-account', NULL, 'Сергей', 'Кузнецов', 'Николаевич', NULL, 'second-account@demo.example', NULL, NULL, NULL, NULL, NULL, true, NULL, NULL, NULL, NULL, '2026-05-12 20:46:31.454+00', '2026-05-12 20:46:31.454+00', DEFAULT);

INSERT INTO public.vacations VALUES ('1063b451-5515-4caf-9a71-941875d237cf', '4efdb70e-ee86-4674-8e3f-93cc3937c65b', 'Осенние каникулы', '2026-10-26', '2026-11-04');
INSERT INTO public.vacations VALUES ('083d92cc-a0eb-4ec8-8c3c-68d1c50dc335', 'bbf964ce-d87f-4d36-b0db-f7896d358977', 'Зимние каникулы', '2026-12-31', '2027-01-10');

INSERT INTO public.verified_contacts VALUES ('03a64aaa-5804-4325-a241-eadcc11476e9', 'email', 'text', '2026-11-28 20:46:42.211477+00');

INSERT INTO public.waiting_list_entries VALUES ('1d0caa7a-c489-47d7-b537-99f79cc3de1f', 'f3abf22d-921f-4808-aa05-5217208eee8a', 'd67c6524-f26a-4c14-bd7d-a6515b1eec8d', NULL, '12998fc7-18b4-4a2c-8879-6e9b81d18fd6', '2026-11-22 17:15:00+00', 'waiting', NULL);
INSERT INTO public.waiting_list_entries VALUES ('9d4052ed-70aa-49e8-983d-903405b61a34', '6dd863b1-fa9d-4392-ba5b-c7b7c2f00c50', '51fb65b8-2b7a-4d06-9ec5-0fc49c209bb6', NULL, '2fb87a24-6042-4b41-b663-98f33a8adb34', '2026-11-20 17:15:00+00', 'held', '2026-11-29 16:46:31.454+00');

INSERT INTO public.webhook_deliveries VALUES ('388e4da0-64d6-4ce3-9b3a-87d35246ad5a', 'e2ea4eba-04d3-49a0-a85d-dfdfa51cc009', 'text', 'text', 'text', '2026-11-28 20:46:42.242+00', 0, '2026-11-28 20:46:42.242+00', 1, 'text', '2026-11-28 20:46:42.242+00', '2026-11-28 20:46:42.242+00');

INSERT INTO public.webhook_endpoints VALUES ('e2ea4eba-04d3-49a0-a85d-dfdfa51cc009', 'text', '{}', 'text', 'text', '2026-11-28 20:46:42.237342+00', '2026-11-28 20:46:42.237342+00', '2026-11-28 20:46:42.237342+00', '2026-11-28 20:46:42.237342+00');

SELECT pg_catalog.setval('drizzle.__drizzle_migrations_id_seq', 1, true);

SELECT pg_catalog.setval('public.account_changes_number_seq', 1, true);

SELECT pg_catalog.setval('public.certificate_numbers', 3, true);

SELECT pg_catalog.setval('public.ticket_numbers', 14, true);

ALTER TABLE ONLY drizzle.__drizzle_migrations
    ADD CONSTRAINT __drizzle_migrations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY identity_provider.accounts
    ADD CONSTRAINT accounts_login_unique UNIQUE (login);

ALTER TABLE ONLY identity_provider.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (subject);

ALTER TABLE ONLY identity_provider.keys
    ADD CONSTRAINT keys_pkey PRIMARY KEY (name);

ALTER TABLE ONLY identity_provider.outbox_messages
    ADD CONSTRAINT outbox_messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY identity_provider.payloads
    ADD CONSTRAINT payloads_model_id_pk PRIMARY KEY (model, id);

ALTER TABLE ONLY identity_provider.recoveries
    ADD CONSTRAINT recoveries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY pgboss.bam
    ADD CONSTRAINT bam_pkey PRIMARY KEY (id);

ALTER TABLE ONLY pgboss.instance
    ADD CONSTRAINT instance_pkey PRIMARY KEY (id);

ALTER TABLE ONLY pgboss.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY pgboss.job_common
    ADD CONSTRAINT job_common_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY pgboss.job_dependency
    ADD CONSTRAINT job_dependency_pkey PRIMARY KEY (child_name, child_id, parent_name, parent_id);

ALTER TABLE ONLY pgboss.queue
    ADD CONSTRAINT queue_pkey PRIMARY KEY (name);

ALTER TABLE ONLY pgboss.queue_stats
    ADD CONSTRAINT queue_stats_pkey PRIMARY KEY (id, captured_on);

ALTER TABLE ONLY pgboss.queue_stats_20261128
    ADD CONSTRAINT queue_stats_20261128_pkey PRIMARY KEY (id, captured_on);

ALTER TABLE ONLY pgboss.queue_stats_20261129
    ADD CONSTRAINT queue_stats_20261129_pkey PRIMARY KEY (id, captured_on);

ALTER TABLE ONLY pgboss.schedule
    ADD CONSTRAINT schedule_pkey PRIMARY KEY (name, key);

ALTER TABLE ONLY pgboss.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (event, name);

ALTER TABLE ONLY pgboss.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (version);

ALTER TABLE ONLY pgboss.warning
    ADD CONSTRAINT warning_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.absences
    ADD CONSTRAINT absences_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.account_changes
    ADD CONSTRAINT account_changes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.account_changes
    ADD CONSTRAINT account_changes_secret_hash_unique UNIQUE (secret_hash);

ALTER TABLE ONLY public.account_join_rows
    ADD CONSTRAINT account_join_rows_join_id_reference_key_pk PRIMARY KEY (join_id, reference, key);

ALTER TABLE ONLY public.account_joins
    ADD CONSTRAINT account_joins_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.avatars
    ADD CONSTRAINT avatars_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.banners
    ADD CONSTRAINT banners_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.baskets
    ADD CONSTRAINT baskets_contract_id_unique UNIQUE (contract_id);

ALTER TABLE ONLY public.baskets
    ADD CONSTRAINT baskets_opportunity_id_unique UNIQUE (opportunity_id);

ALTER TABLE ONLY public.baskets
    ADD CONSTRAINT baskets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.calendar_feeds
    ADD CONSTRAINT calendar_feeds_once UNIQUE (owner_id, role_group);

ALTER TABLE ONLY public.calendar_feeds
    ADD CONSTRAINT calendar_feeds_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.calendar_feeds
    ADD CONSTRAINT calendar_feeds_secret_hash_unique UNIQUE (secret_hash);

ALTER TABLE ONLY public.campaigns
    ADD CONSTRAINT campaigns_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.campaigns
    ADD CONSTRAINT campaigns_title UNIQUE (title, school_year);

ALTER TABLE ONLY public.code_events
    ADD CONSTRAINT code_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.code_locks
    ADD CONSTRAINT code_locks_user_id_purpose_pk PRIMARY KEY (user_id, purpose);

ALTER TABLE ONLY public.contract_states
    ADD CONSTRAINT contract_states_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.contracts
    ADD CONSTRAINT contracts_enrolment_id_unique UNIQUE (enrolment_id);

ALTER TABLE ONLY public.contracts
    ADD CONSTRAINT contracts_number_unique UNIQUE (number);

ALTER TABLE ONLY public.contracts
    ADD CONSTRAINT contracts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.courses
    ADD CONSTRAINT courses_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ended_sessions
    ADD CONSTRAINT ended_sessions_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.enrolments
    ADD CONSTRAINT enrolments_once UNIQUE (student_id, campaign_id);

ALTER TABLE ONLY public.enrolments
    ADD CONSTRAINT enrolments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.exams
    ADD CONSTRAINT exams_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.external_ids
    ADD CONSTRAINT external_ids_source_collection_external_id_pk PRIMARY KEY (source, collection, external_id);

ALTER TABLE ONLY public.grade_book_courses
    ADD CONSTRAINT grade_book_courses_book_id_course_id_pk PRIMARY KEY (book_id, course_id);

ALTER TABLE ONLY public.grade_books
    ADD CONSTRAINT grade_books_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.grade_books
    ADD CONSTRAINT grade_books_year UNIQUE (student_id, campaign_id);

ALTER TABLE ONLY public.grade_scales
    ADD CONSTRAINT grade_scales_pkey PRIMARY KEY (branch);

ALTER TABLE ONLY public.group_memberships
    ADD CONSTRAINT group_memberships_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.guardianships
    ADD CONSTRAINT guardianships_guardian_id_child_id_pk PRIMARY KEY (guardian_id, child_id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_of_account UNIQUE (account_id, key);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_of_user UNIQUE (user_id, key);

ALTER TABLE ONLY public.import_runs
    ADD CONSTRAINT import_runs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_token_hash_unique UNIQUE (token_hash);

ALTER TABLE ONLY public.join_proofs
    ADD CONSTRAINT join_proofs_pkey PRIMARY KEY (session_id);

ALTER TABLE ONLY public.journal_columns
    ADD CONSTRAINT journal_columns_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.known_devices
    ADD CONSTRAINT known_devices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.known_devices
    ADD CONSTRAINT known_devices_secret UNIQUE (secret_hash, user_id);

ALTER TABLE ONLY public.lesson_results
    ADD CONSTRAINT lesson_results_student_id_lesson_id_pk PRIMARY KEY (student_id, lesson_id);

ALTER TABLE ONLY public.lessons
    ADD CONSTRAINT lessons_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.limit_counts
    ADD CONSTRAINT limit_counts_limit_key_pk PRIMARY KEY ("limit", key);

ALTER TABLE ONLY public.linked_accounts
    ADD CONSTRAINT linked_accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.linked_accounts
    ADD CONSTRAINT linked_accounts_provider_subject UNIQUE (provider, external_subject);

ALTER TABLE ONLY public.logout_links
    ADD CONSTRAINT logout_links_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.mark_history
    ADD CONSTRAINT mark_history_mark_id_at_pk PRIMARY KEY (mark_id, at);

ALTER TABLE ONLY public.mark_types
    ADD CONSTRAINT mark_types_branch_code_pk PRIMARY KEY (branch, code);

ALTER TABLE ONLY public.marks
    ADD CONSTRAINT marks_once UNIQUE (book_id, column_id);

ALTER TABLE ONLY public.marks
    ADD CONSTRAINT marks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.notification_settings
    ADD CONSTRAINT notification_settings_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_once UNIQUE (user_id, key);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.offers
    ADD CONSTRAINT offers_pkey PRIMARY KEY (token);

ALTER TABLE ONLY public.oidc_attempts
    ADD CONSTRAINT oidc_attempts_pkey PRIMARY KEY (state_hash);

ALTER TABLE ONLY public.one_time_codes
    ADD CONSTRAINT one_time_codes_id_unique UNIQUE (id);

ALTER TABLE ONLY public.one_time_codes
    ADD CONSTRAINT one_time_codes_user_id_purpose_channel_pk PRIMARY KEY (user_id, purpose, channel);

ALTER TABLE ONLY public.opened_items
    ADD CONSTRAINT opened_items_user_id_section_item_id_pk PRIMARY KEY (user_id, section, item_id);

ALTER TABLE ONLY public.operations
    ADD CONSTRAINT operations_external UNIQUE (external_id, payment_id);

ALTER TABLE ONLY public.operations
    ADD CONSTRAINT operations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.opportunities
    ADD CONSTRAINT opportunities_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.opportunities
    ADD CONSTRAINT opportunities_title UNIQUE (campaign_id, title);

ALTER TABLE ONLY public.opportunity_groups
    ADD CONSTRAINT opportunity_groups_opportunity_id_group_id_pk PRIMARY KEY (opportunity_id, group_id);

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_position UNIQUE (contract_id, "position");

ALTER TABLE ONLY public.personal_details
    ADD CONSTRAINT personal_details_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.programs
    ADD CONSTRAINT programs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.programs
    ADD CONSTRAINT programs_title_unique UNIQUE (title);

ALTER TABLE ONLY public.push_subscriptions
    ADD CONSTRAINT push_subscriptions_endpoint_unique UNIQUE (endpoint);

ALTER TABLE ONLY public.push_subscriptions
    ADD CONSTRAINT push_subscriptions_known_device_id_unique UNIQUE (known_device_id);

ALTER TABLE ONLY public.push_subscriptions
    ADD CONSTRAINT push_subscriptions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.record_changes
    ADD CONSTRAINT record_changes_target_key_pk PRIMARY KEY (target, key);

ALTER TABLE ONLY public.rejected_addresses
    ADD CONSTRAINT rejected_addresses_pkey PRIMARY KEY (address);

ALTER TABLE ONLY public.school_news
    ADD CONSTRAINT school_news_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.seen_sections
    ADD CONSTRAINT seen_sections_user_id_section_pk PRIMARY KEY (user_id, section);

ALTER TABLE ONLY public.self_study_items
    ADD CONSTRAINT self_study_items_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.server_keys
    ADD CONSTRAINT server_keys_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.service_accounts
    ADD CONSTRAINT service_accounts_client_id_unique UNIQUE (client_id);

ALTER TABLE ONLY public.service_accounts
    ADD CONSTRAINT service_accounts_name_unique UNIQUE (name);

ALTER TABLE ONLY public.service_accounts
    ADD CONSTRAINT service_accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.service_tokens
    ADD CONSTRAINT service_tokens_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_token_hash_unique UNIQUE (token_hash);

ALTER TABLE ONLY public.sign_in_issuers
    ADD CONSTRAINT sign_in_issuers_pkey PRIMARY KEY (issuer);

ALTER TABLE ONLY public.slots
    ADD CONSTRAINT slots_group_id_weekday_starts_at_pk PRIMARY KEY (group_id, weekday, starts_at);

ALTER TABLE ONLY public.study_groups
    ADD CONSTRAINT study_groups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.study_groups
    ADD CONSTRAINT study_groups_title UNIQUE (campaign_id, title);

ALTER TABLE ONLY public.subjects
    ADD CONSTRAINT subjects_pkey PRIMARY KEY (code);

ALTER TABLE ONLY public.subjects
    ADD CONSTRAINT subjects_title_unique UNIQUE (title);

ALTER TABLE ONLY public.tax_certificates
    ADD CONSTRAINT tax_certificates_number_unique UNIQUE (number);

ALTER TABLE ONLY public.tax_certificates
    ADD CONSTRAINT tax_certificates_once UNIQUE (applicant_id, student_id, year);

ALTER TABLE ONLY public.tax_certificates
    ADD CONSTRAINT tax_certificates_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.term_marks
    ADD CONSTRAINT term_marks_book_id_course_id_term_id_pk PRIMARY KEY (book_id, course_id, term_id);

ALTER TABLE ONLY public.terms
    ADD CONSTRAINT terms_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.terms
    ADD CONSTRAINT terms_start UNIQUE (campaign_id, starts_on);

ALTER TABLE ONLY public.territories
    ADD CONSTRAINT territories_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.territories
    ADD CONSTRAINT territories_title_unique UNIQUE (title);

ALTER TABLE ONLY public.ticket_files
    ADD CONSTRAINT ticket_files_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ticket_messages
    ADD CONSTRAINT ticket_messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_number_unique UNIQUE (number);

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.transfers
    ADD CONSTRAINT transfers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.unmapped_roles
    ADD CONSTRAINT unmapped_roles_claim_value_pk PRIMARY KEY (claim, value);

ALTER TABLE ONLY public.used_logout_tokens
    ADD CONSTRAINT used_logout_tokens_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.user_roles
    ADD CONSTRAINT user_roles_user_id_role_pk PRIMARY KEY (user_id, role);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_crm_uuid_unique UNIQUE (crm_uuid);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_external_id_unique UNIQUE (external_id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_subject UNIQUE (subject, issuer);

ALTER TABLE ONLY public.vacations
    ADD CONSTRAINT vacations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.vacations
    ADD CONSTRAINT vacations_start UNIQUE (campaign_id, starts_on);

ALTER TABLE ONLY public.verified_contacts
    ADD CONSTRAINT verified_contacts_session_id_channel_pk PRIMARY KEY (session_id, channel);

ALTER TABLE ONLY public.waiting_list_entries
    ADD CONSTRAINT waiting_list_entries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_url_unique UNIQUE (url);

CREATE INDEX outbox_messages_at ON identity_provider.outbox_messages USING btree (at);

CREATE INDEX payloads_expires_at ON identity_provider.payloads USING btree (expires_at);

CREATE INDEX payloads_grant_id ON identity_provider.payloads USING btree (grant_id);

CREATE INDEX payloads_uid ON identity_provider.payloads USING btree (uid);

CREATE INDEX recoveries_address ON identity_provider.recoveries USING btree (address, sent_at);

CREATE INDEX recoveries_browser ON identity_provider.recoveries USING btree (browser, sent_at);

CREATE INDEX recoveries_interaction ON identity_provider.recoveries USING btree (interaction, sent_at);

CREATE INDEX recoveries_name ON identity_provider.recoveries USING btree (name, sent_at);

CREATE INDEX recoveries_sent_at ON identity_provider.recoveries USING btree (sent_at);

CREATE INDEX recoveries_target ON identity_provider.recoveries USING btree (target, sent_at);

CREATE UNIQUE INDEX job_common_i1 ON pgboss.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));

CREATE INDEX job_common_i10 ON pgboss.job_common USING btree (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE ((state < 'active'::pgboss.job_state) AND (NOT blocked) AND (policy = 'key_strict_fifo'::text));

CREATE INDEX job_common_i11 ON pgboss.job_common USING btree (name, priority DESC, created_on, start_after) WHERE ((state < 'active'::pgboss.job_state) AND (NOT blocked));

CREATE INDEX job_common_i12 ON pgboss.job_common USING btree (source_root_id) WHERE (source_root_id IS NOT NULL);

CREATE UNIQUE INDEX job_common_i13 ON pgboss.job_common USING btree (name, singleton_key) WHERE ((state = 'created'::pgboss.job_state) AND upsert_by_key);

CREATE INDEX job_common_i14 ON pgboss.job_common USING btree (name, state, blocked, start_after) WHERE (state = ANY (ARRAY['created'::pgboss.job_state, 'retry'::pgboss.job_state, 'active'::pgboss.job_state, 'failed'::pgboss.job_state]));

CREATE INDEX job_common_i15 ON pgboss.job_common USING btree (name, created_on);

CREATE INDEX job_common_i16 ON pgboss.job_common USING btree (name, completed_on) WHERE (completed_on IS NOT NULL);

CREATE INDEX job_common_i17 ON pgboss.job_common USING btree (name, singleton_key, created_on) WHERE ((state < 'active'::pgboss.job_state) AND (singleton_key IS NOT NULL));

CREATE UNIQUE INDEX job_common_i2 ON pgboss.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));

CREATE UNIQUE INDEX job_common_i3 ON pgboss.job_common USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));

CREATE UNIQUE INDEX job_common_i4 ON pgboss.job_common USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));

CREATE UNIQUE INDEX job_common_i6 ON pgboss.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'exclusive'::text));

CREATE INDEX job_common_i7 ON pgboss.job_common USING btree (name, group_id) WHERE ((state = 'active'::pgboss.job_state) AND (group_id IS NOT NULL));

CREATE UNIQUE INDEX job_common_i8 ON pgboss.job_common USING btree (name, singleton_key) WHERE ((state = ANY (ARRAY['active'::pgboss.job_state, 'retry'::pgboss.job_state, 'failed'::pgboss.job_state])) AND (policy = 'key_strict_fifo'::text));

CREATE INDEX job_common_i9 ON pgboss.job_common USING btree (name, id) WHERE (blocking AND (state = 'completed'::pgboss.job_state));

CREATE INDEX job_dep_parent_idx ON pgboss.job_dependency USING btree (parent_name, parent_id);

CREATE INDEX queue_stats_i1 ON ONLY pgboss.queue_stats USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);

CREATE INDEX queue_stats_20261128_name_captured_on_deferred_count_queued_idx ON pgboss.queue_stats_20261128 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);

CREATE INDEX queue_stats_20261129_name_captured_on_deferred_count_queued_idx ON pgboss.queue_stats_20261129 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);

CREATE INDEX warning_i1 ON pgboss.warning USING btree (created_on DESC);

CREATE INDEX absences_days ON public.absences USING btree (ends_on) WHERE (withdrawn_at IS NULL);

CREATE INDEX absences_lesson ON public.absences USING btree (lesson_id);

CREATE UNIQUE INDEX absences_once ON public.absences USING btree (student_id, lesson_id) WHERE ((withdrawn_at IS NULL) AND (lesson_id IS NOT NULL));

CREATE INDEX absences_reporter ON public.absences USING btree (reported_by_id);

CREATE INDEX absences_student ON public.absences USING btree (student_id, created_at);

CREATE INDEX account_changes_expires_at ON public.account_changes USING btree (expires_at);

CREATE INDEX account_changes_user_id ON public.account_changes USING btree (user_id, number);

CREATE INDEX account_joins_by ON public.account_joins USING btree (by_id);

CREATE INDEX account_joins_joined ON public.account_joins USING btree (joined_id);

CREATE INDEX account_joins_kept ON public.account_joins USING btree (kept_id);

CREATE UNIQUE INDEX account_joins_once ON public.account_joins USING btree (joined_id) WHERE (undone_at IS NULL);

CREATE INDEX account_joins_undoable ON public.account_joins USING btree (at) WHERE (before IS NOT NULL);

CREATE INDEX audit_entries_actor ON public.audit_entries USING btree (actor_id, at, id);

CREATE INDEX audit_entries_at ON public.audit_entries USING btree (at, id);

CREATE INDEX audit_entries_impersonation_id ON public.audit_entries USING btree (impersonation_id);

CREATE INDEX audit_entries_kind ON public.audit_entries USING btree (split_part(action, '.'::text, 1), at, id);

CREATE INDEX audit_entries_reason ON public.audit_entries USING btree (at, id) WHERE (reason IS NOT NULL);

CREATE INDEX audit_entries_refused ON public.audit_entries USING btree (at, id) WHERE (problem IS NOT NULL);

CREATE INDEX audit_entries_subject ON public.audit_entries USING btree (subject_id, at, id);

CREATE INDEX avatars_owner ON public.avatars USING btree (owner_id, uploaded_at);

CREATE INDEX avatars_uploaded ON public.avatars USING btree (uploaded_at);

CREATE INDEX banners_shown ON public.banners USING btree (language, shown_until);

CREATE INDEX baskets_campaign ON public.baskets USING btree (campaign_id);

CREATE INDEX baskets_filled_by ON public.baskets USING btree (filled_by_id);

CREATE INDEX baskets_group ON public.baskets USING btree (group_id);

CREATE INDEX baskets_student ON public.baskets USING btree (student_id);

CREATE UNIQUE INDEX baskets_unfinished ON public.baskets USING btree (filled_by_id, student_id, group_id) WHERE ((contract_id IS NULL) AND (dropped_at IS NULL));

CREATE INDEX code_events_at ON public.code_events USING btree (at);

CREATE INDEX code_events_target ON public.code_events USING btree (target, kind, at);

CREATE INDEX code_events_user_id ON public.code_events USING btree (user_id, kind, at);

CREATE INDEX contract_states_contract ON public.contract_states USING btree (contract_id, at);

CREATE INDEX contracts_campaign ON public.contracts USING btree (campaign_id);

CREATE INDEX contracts_customer ON public.contracts USING btree (customer_id);

CREATE INDEX contracts_group ON public.contracts USING btree (group_id);

CREATE INDEX contracts_open ON public.contracts USING btree (created_at) WHERE (status = 'Open'::text);

CREATE UNIQUE INDEX contracts_place ON public.contracts USING btree (student_id, group_id) WHERE (status <> ALL (ARRAY['Termination'::text, 'NotPaid'::text]));

CREATE INDEX contracts_program ON public.contracts USING btree (program_id);

CREATE INDEX contracts_student ON public.contracts USING btree (student_id);

CREATE INDEX contracts_territory ON public.contracts USING btree (territory_id);

CREATE INDEX conversations_student ON public.conversations USING btree (student_id, starts_at);

CREATE INDEX conversations_teacher ON public.conversations USING btree (teacher_id);

CREATE INDEX courses_campaign ON public.courses USING btree (campaign_id);

CREATE INDEX courses_group ON public.courses USING btree (group_id);

CREATE INDEX courses_teacher ON public.courses USING btree (teacher_id);

CREATE INDEX deliveries_queued_at ON public.deliveries USING btree (queued_at);

CREATE INDEX deliveries_user ON public.deliveries USING btree (user_id, queued_at);

CREATE INDEX ended_sessions_ended_at ON public.ended_sessions USING btree (ended_at);

CREATE INDEX enrolments_campaign ON public.enrolments USING btree (campaign_id);

CREATE INDEX enrolments_enrolled_by ON public.enrolments USING btree (enrolled_by_id);

CREATE INDEX enrolments_group ON public.enrolments USING btree (opportunity_id, group_id);

CREATE INDEX events_start ON public.events USING btree (starts_at);

CREATE INDEX exams_student ON public.exams USING btree (student_id, starts_at);

CREATE INDEX exams_subject ON public.exams USING btree (subject_code);

CREATE INDEX exams_teacher ON public.exams USING btree (teacher_id);

CREATE UNIQUE INDEX external_ids_key ON public.external_ids USING btree (source, collection, target, key);

CREATE INDEX external_ids_record ON public.external_ids USING btree (collection, key);

CREATE INDEX grade_book_courses_course ON public.grade_book_courses USING btree (course_id);

CREATE INDEX grade_books_campaign ON public.grade_books USING btree (campaign_id);

CREATE INDEX group_memberships_group ON public.group_memberships USING btree (group_id);

CREATE UNIQUE INDEX group_memberships_present ON public.group_memberships USING btree (student_id, group_id) WHERE (left_on IS NULL);

CREATE INDEX group_memberships_student ON public.group_memberships USING btree (student_id);

CREATE INDEX guardianships_child ON public.guardianships USING btree (child_id);

CREATE INDEX idempotency_keys_created_at ON public.idempotency_keys USING btree (created_at);

CREATE INDEX import_runs_created_at ON public.import_runs USING btree (created_at, id);

CREATE INDEX import_runs_started_by ON public.import_runs USING btree (started_by);

CREATE INDEX invitations_invited_by ON public.invitations USING btree (invited_by) WHERE (invited_by IS NOT NULL);

CREATE UNIQUE INDEX invitations_open ON public.invitations USING btree (user_id) WHERE ((used_at IS NULL) AND (revoked_at IS NULL));

CREATE INDEX invitations_queued ON public.invitations USING btree (created_at, id) WHERE (sent_at IS NULL);

CREATE INDEX invitations_user_id ON public.invitations USING btree (user_id, created_at);

CREATE INDEX journal_columns_course ON public.journal_columns USING btree (course_id, term_id, held_on);

CREATE INDEX journal_columns_mark_type ON public.journal_columns USING btree (branch, mark_type);

CREATE INDEX journal_columns_term ON public.journal_columns USING btree (term_id);

CREATE INDEX known_devices_seen_at ON public.known_devices USING btree (seen_at);

CREATE INDEX known_devices_user_id ON public.known_devices USING btree (user_id);

CREATE INDEX lesson_results_lesson ON public.lesson_results USING btree (lesson_id);

CREATE INDEX lessons_changed ON public.lessons USING btree (group_id, changed_at) WHERE (changed_at IS NOT NULL);

CREATE INDEX lessons_group ON public.lessons USING btree (group_id, starts_at);

CREATE INDEX lessons_substitute ON public.lessons USING btree (substitute_id);

CREATE INDEX limit_counts_ends_at ON public.limit_counts USING btree (ends_at);

CREATE INDEX linked_accounts_user_id ON public.linked_accounts USING btree (user_id);

CREATE INDEX logout_links_expires_at ON public.logout_links USING btree (expires_at);

CREATE INDEX logout_links_session_id ON public.logout_links USING btree (session_id);

CREATE INDEX marks_column ON public.marks USING btree (column_id);

CREATE INDEX marks_given ON public.marks USING btree (book_id, given_at);

CREATE INDEX notifications_at ON public.notifications USING btree (at);

CREATE INDEX notifications_digest ON public.notifications USING btree (user_id) WHERE awaits_digest;

CREATE INDEX notifications_newest ON public.notifications USING btree (user_id, at);

CREATE INDEX notifications_news ON public.notifications USING btree (news_id) WHERE (news_id IS NOT NULL);

CREATE INDEX notifications_student ON public.notifications USING btree (student_id);

CREATE INDEX notifications_unread ON public.notifications USING btree (user_id, group_key) WHERE (read_at IS NULL);

CREATE INDEX offers_campaign ON public.offers USING btree (campaign_id);

CREATE INDEX oidc_attempts_expires_at ON public.oidc_attempts USING btree (expires_at);

CREATE INDEX oidc_attempts_session_id ON public.oidc_attempts USING btree (session_id);

CREATE INDEX operations_at ON public.operations USING btree (at);

CREATE INDEX operations_payer ON public.operations USING btree (payer_id);

CREATE INDEX operations_payment ON public.operations USING btree (payment_id);

CREATE INDEX opportunity_groups_group ON public.opportunity_groups USING btree (group_id);

CREATE INDEX payments_due ON public.payments USING btree (due_on) WHERE (status = ANY (ARRAY['Open'::text, 'Error'::text]));

CREATE INDEX programs_search_title ON public.programs USING gin (search_title public.gin_trgm_ops) WITH (fastupdate=off);

CREATE INDEX programs_search_words ON public.programs USING gin (search_words) WITH (fastupdate='false');

CREATE INDEX programs_subject ON public.programs USING btree (subject_code);

CREATE INDEX push_subscriptions_user_id ON public.push_subscriptions USING btree (user_id);

CREATE INDEX record_changes_time ON public.record_changes USING btree (target, changed_at);

CREATE INDEX school_news_author ON public.school_news USING btree (author_id);

CREATE INDEX school_news_group ON public.school_news USING btree (group_id);

CREATE INDEX school_news_program ON public.school_news USING btree (program_id);

CREATE INDEX school_news_publish_at ON public.school_news USING btree (publish_at);

CREATE INDEX school_news_territory ON public.school_news USING btree (territory_id);

CREATE INDEX self_study_items_group ON public.self_study_items USING btree (group_id, starts_at);

CREATE INDEX service_tokens_account ON public.service_tokens USING btree (account_id);

CREATE INDEX service_tokens_expiry ON public.service_tokens USING btree (expires_at);

CREATE INDEX sessions_administrator_id ON public.sessions USING btree (administrator_id);

CREATE INDEX sessions_administrator_session_id ON public.sessions USING btree (administrator_session_id);

CREATE INDEX sessions_expires_at ON public.sessions USING btree (expires_at);

CREATE INDEX sessions_known_device_id ON public.sessions USING btree (known_device_id);

CREATE INDEX sessions_provider_session_id ON public.sessions USING btree (provider_session_id);

CREATE INDEX sessions_user_id ON public.sessions USING btree (user_id);

CREATE INDEX study_groups_program ON public.study_groups USING btree (program_id);

CREATE INDEX study_groups_teacher ON public.study_groups USING btree (teacher_id);

CREATE INDEX study_groups_territory ON public.study_groups USING btree (territory_id);

CREATE INDEX tax_certificates_student ON public.tax_certificates USING btree (student_id);

CREATE INDEX tax_certificates_under_way ON public.tax_certificates USING btree (requested_at) WHERE (state <> 'ready'::text);

CREATE INDEX term_marks_term ON public.term_marks USING btree (term_id);

CREATE INDEX ticket_files_message ON public.ticket_files USING btree (message_id);

CREATE INDEX ticket_files_ticket ON public.ticket_files USING btree (ticket_id, uploaded_at);

CREATE INDEX ticket_files_unsent ON public.ticket_files USING btree (owner_id, uploaded_at) WHERE (ticket_id IS NULL);

CREATE INDEX ticket_messages_author ON public.ticket_messages USING btree (author_id);

CREATE INDEX ticket_messages_ticket ON public.ticket_messages USING btree (ticket_id, created_at);

CREATE INDEX tickets_answered_by ON public.tickets USING btree (answered_by_id);

CREATE INDEX tickets_assignee ON public.tickets USING btree (assignee_id);

CREATE INDEX tickets_author ON public.tickets USING btree (author_id, created_at);

CREATE INDEX tickets_created ON public.tickets USING btree (created_at);

CREATE INDEX transfers_coming ON public.transfers USING btree (effective_from) WHERE (state = 'coming'::text);

CREATE INDEX transfers_contract ON public.transfers USING btree (contract_id, requested_at);

CREATE INDEX transfers_from ON public.transfers USING btree (from_group_id);

CREATE UNIQUE INDEX transfers_month ON public.transfers USING btree (contract_id, month) WHERE (state <> 'withdrawn'::text);

CREATE INDEX transfers_requested_by ON public.transfers USING btree (requested_by_id);

CREATE INDEX transfers_student ON public.transfers USING btree (student_id);

CREATE INDEX transfers_to ON public.transfers USING btree (to_group_id);

CREATE UNIQUE INDEX transfers_under_way ON public.transfers USING btree (contract_id) WHERE (state = 'coming'::text);

CREATE INDEX unmapped_roles_last_at ON public.unmapped_roles USING btree (last_at);

CREATE INDEX used_logout_tokens_expires_at ON public.used_logout_tokens USING btree (expires_at);

CREATE INDEX user_roles_role ON public.user_roles USING btree (role);

CREATE INDEX users_email ON public.users USING btree (lower(email));

CREATE INDEX users_joined_into ON public.users USING btree (joined_into) WHERE (joined_into IS NOT NULL);

CREATE INDEX users_name ON public.users USING btree (last_name, first_name);

CREATE INDEX users_phone ON public.users USING btree (phone);

CREATE INDEX users_search_words ON public.users USING gin (search_words);

CREATE INDEX waiting_list_entries_contract ON public.waiting_list_entries USING btree (contract_id);

CREATE INDEX waiting_list_entries_held ON public.waiting_list_entries USING btree (held_until) WHERE (state = 'held'::text);

CREATE UNIQUE INDEX waiting_list_entries_once ON public.waiting_list_entries USING btree (student_id, group_id) WHERE (state = ANY (ARRAY['waiting'::text, 'held'::text]));

CREATE INDEX waiting_list_entries_order ON public.waiting_list_entries USING btree (group_id, joined_at, id) WHERE (state = 'waiting'::text);

CREATE INDEX waiting_list_entries_requested_by ON public.waiting_list_entries USING btree (requested_by_id);

CREATE INDEX webhook_deliveries_created_at ON public.webhook_deliveries USING btree (created_at);

CREATE INDEX webhook_deliveries_endpoint ON public.webhook_deliveries USING btree (endpoint_id, created_at);

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.job_common_pkey;

ALTER INDEX pgboss.queue_stats_i1 ATTACH PARTITION pgboss.queue_stats_20261128_name_captured_on_deferred_count_queued_idx;

ALTER INDEX pgboss.queue_stats_pkey ATTACH PARTITION pgboss.queue_stats_20261128_pkey;

ALTER INDEX pgboss.queue_stats_i1 ATTACH PARTITION pgboss.queue_stats_20261129_name_captured_on_deferred_count_queued_idx;

ALTER INDEX pgboss.queue_stats_pkey ATTACH PARTITION pgboss.queue_stats_20261129_pkey;

CREATE TRIGGER audit_entries_retention BEFORE DELETE ON public.audit_entries FOR EACH ROW EXECUTE FUNCTION public.require_audit_retention();

CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER operations_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON public.operations FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER paid_fits AFTER INSERT ON public.operations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.require_paid_fits();

CREATE CONSTRAINT TRIGGER plan_is_total AFTER INSERT OR UPDATE OF total ON public.contracts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.require_plan_is_total();

CREATE CONSTRAINT TRIGGER plan_is_total AFTER INSERT OR DELETE OR UPDATE OF amount ON public.payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.require_plan_is_total();

CREATE TRIGGER record_deleted AFTER DELETE ON public.absences REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('absences', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.avatars REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('avatars', 'name::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.banners REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('banners', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.baskets REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('baskets', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.campaigns REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('campaigns', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.contract_states REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('contract_states', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.contracts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('contracts', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.conversations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('conversations', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.courses REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('courses', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.enrolments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('enrolments', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.events REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('events', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.exams REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('exams', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.grade_book_courses REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('grade_book_courses', 'book_id::text || ''.'' || course_id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.grade_books REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('grade_books', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.grade_scales REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('grade_scales', 'branch::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.group_memberships REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('group_memberships', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.guardianships REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('users', 'child_id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.journal_columns REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('journal_columns', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.lesson_results REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('lesson_results', 'student_id::text || ''.'' || lesson_id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.lessons REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('lessons', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.linked_accounts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('linked_accounts', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.mark_history REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('mark_history', 'mark_id::text || ''.'' || at::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.mark_types REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('mark_types', 'branch::text || ''.'' || code::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.marks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('marks', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.offers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('offers', 'token::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.operations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('operations', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.opportunities REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('opportunities', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.opportunity_groups REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('opportunity_groups', 'opportunity_id::text || ''.'' || group_id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.payments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('payments', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.personal_details REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('personal_details', 'user_id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.programs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('programs', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.school_news REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('school_news', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.self_study_items REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('self_study_items', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.slots REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('slots', 'group_id::text || ''.'' || weekday::text || ''.'' || starts_at::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.study_groups REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('study_groups', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.subjects REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('subjects', 'code::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.tax_certificates REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('tax_certificates', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.term_marks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('term_marks', 'book_id::text || ''.'' || course_id::text || ''.'' || term_id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.terms REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('terms', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.territories REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('territories', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.ticket_messages REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('ticket_messages', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.tickets REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('tickets', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.transfers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('transfers', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.user_roles REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('user_roles', 'user_id::text || ''.'' || role::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.users REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('users', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.vacations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('vacations', 'id::text');

CREATE TRIGGER record_deleted AFTER DELETE ON public.waiting_list_entries REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('waiting_list_entries', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.absences REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('absences', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.avatars REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('avatars', 'name::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.banners REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('banners', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.baskets REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('baskets', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.campaigns REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('campaigns', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.contract_states REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('contract_states', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.contracts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('contracts', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.conversations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('conversations', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.courses REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('courses', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.enrolments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('enrolments', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('events', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.exams REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('exams', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.grade_book_courses REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('grade_book_courses', 'book_id::text || ''.'' || course_id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.grade_books REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('grade_books', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.grade_scales REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('grade_scales', 'branch::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.group_memberships REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('group_memberships', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.guardianships REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('users', 'child_id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.journal_columns REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('journal_columns', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.lesson_results REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('lesson_results', 'student_id::text || ''.'' || lesson_id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.lessons REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('lessons', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.linked_accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('linked_accounts', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.mark_history REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('mark_history', 'mark_id::text || ''.'' || at::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.mark_types REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('mark_types', 'branch::text || ''.'' || code::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.marks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('marks', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.offers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('offers', 'token::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.operations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('operations', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.opportunities REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('opportunities', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.opportunity_groups REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('opportunity_groups', 'opportunity_id::text || ''.'' || group_id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('payments', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.personal_details REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('personal_details', 'user_id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.programs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('programs', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.school_news REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('school_news', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.self_study_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('self_study_items', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.slots REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('slots', 'group_id::text || ''.'' || weekday::text || ''.'' || starts_at::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.study_groups REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('study_groups', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.subjects REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('subjects', 'code::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.tax_certificates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('tax_certificates', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.term_marks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('term_marks', 'book_id::text || ''.'' || course_id::text || ''.'' || term_id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.terms REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('terms', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.territories REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('territories', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.ticket_messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('ticket_messages', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.tickets REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('tickets', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.transfers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('transfers', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.user_roles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('user_roles', 'user_id::text || ''.'' || role::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.users REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('users', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.vacations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('vacations', 'id::text');

CREATE TRIGGER record_inserted AFTER INSERT ON public.waiting_list_entries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('waiting_list_entries', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.absences REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('absences', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.avatars REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('avatars', 'name::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.banners REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('banners', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.baskets REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('baskets', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.campaigns REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('campaigns', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.contract_states REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('contract_states', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.contracts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('contracts', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.conversations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('conversations', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.courses REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('courses', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.enrolments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('enrolments', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('events', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.exams REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('exams', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.grade_book_courses REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('grade_book_courses', 'book_id::text || ''.'' || course_id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.grade_books REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('grade_books', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.grade_scales REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('grade_scales', 'branch::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.group_memberships REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('group_memberships', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.guardianships REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('users', 'child_id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.journal_columns REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('journal_columns', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.lesson_results REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('lesson_results', 'student_id::text || ''.'' || lesson_id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.lessons REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('lessons', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.linked_accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('linked_accounts', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.mark_history REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('mark_history', 'mark_id::text || ''.'' || at::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.mark_types REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('mark_types', 'branch::text || ''.'' || code::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.marks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('marks', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.offers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('offers', 'token::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.operations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('operations', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.opportunities REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('opportunities', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.opportunity_groups REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('opportunity_groups', 'opportunity_id::text || ''.'' || group_id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('payments', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.personal_details REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('personal_details', 'user_id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.programs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('programs', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.school_news REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('school_news', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.self_study_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('self_study_items', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.slots REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('slots', 'group_id::text || ''.'' || weekday::text || ''.'' || starts_at::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.study_groups REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('study_groups', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.subjects REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('subjects', 'code::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.tax_certificates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('tax_certificates', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.term_marks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('term_marks', 'book_id::text || ''.'' || course_id::text || ''.'' || term_id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.terms REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('terms', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.territories REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('territories', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.ticket_messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('ticket_messages', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.tickets REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('tickets', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.transfers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('transfers', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.user_roles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('user_roles', 'user_id::text || ''.'' || role::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.users REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('users', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.vacations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('vacations', 'id::text');

CREATE TRIGGER record_updated AFTER UPDATE ON public.waiting_list_entries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_record_changes('waiting_list_entries', 'id::text');

CREATE TRIGGER users_issuer BEFORE INSERT OR UPDATE OF subject, issuer ON public.users FOR EACH ROW EXECUTE FUNCTION public.set_issuer();

ALTER TABLE ONLY pgboss.job_common
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.job_common
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY pgboss.queue
    ADD CONSTRAINT queue_dead_letter_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name);

ALTER TABLE ONLY pgboss.schedule
    ADD CONSTRAINT schedule_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE;

ALTER TABLE ONLY pgboss.subscription
    ADD CONSTRAINT subscription_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE;

ALTER TABLE ONLY public.absences
    ADD CONSTRAINT absences_lesson_id_lessons_id_fk FOREIGN KEY (lesson_id) REFERENCES public.lessons(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.absences
    ADD CONSTRAINT absences_reported_by_id_users_id_fk FOREIGN KEY (reported_by_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.absences
    ADD CONSTRAINT absences_student_id_users_id_fk FOREIGN KEY (student_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.account_changes
    ADD CONSTRAINT account_changes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.account_join_rows
    ADD CONSTRAINT account_join_rows_join_id_account_joins_id_fk FOREIGN KEY (join_id) REFERENCES public.account_joins(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.account_joins
    ADD CONSTRAINT account_joins_by_id_users_id_fk FOREIGN KEY (by_id) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.account_joins
    ADD CONSTRAINT account_joins_joined_id_users_id_fk FOREIGN KEY (joined_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.account_joins
    ADD CONSTRAINT account_joins_kept_id_users_id_fk FOREIGN KEY (kept_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.avatars
    ADD CONSTRAINT avatars_owner_id_users_id_fk FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.baskets
    ADD CONSTRAINT baskets_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES public.campaigns(id);

ALTER TABLE ONLY public.baskets
    ADD CONSTRAINT baskets_contract_id_contracts_id_fk FOREIGN KEY (contract_id) REFERENCES public.contracts(id);

ALTER TABLE ONLY public.baskets
    ADD CONSTRAINT baskets_filled_by_id_users_id_fk FOREIGN KEY (filled_by_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.baskets
    ADD CONSTRAINT baskets_group_id_study_groups_id_fk FOREIGN KEY (group_id) REFERENCES public.study_groups(id);

ALTER TABLE ONLY public.baskets
    ADD CONSTRAINT baskets_opportunity_id_opportunities_id_fk FOREIGN KEY (opportunity_id) REFERENCES public.opportunities(id);

ALTER TABLE ONLY public.baskets
    ADD CONSTRAINT baskets_student_id_users_id_fk FOREIGN KEY (student_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.calendar_feeds
    ADD CONSTRAINT calendar_feeds_owner_id_users_id_fk FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.code_events
    ADD CONSTRAINT code_events_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.code_locks
    ADD CONSTRAINT code_locks_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.contract_states
    ADD CONSTRAINT contract_states_contract_id_contracts_id_fk FOREIGN KEY (contract_id) REFERENCES public.contracts(id);

ALTER TABLE ONLY public.contracts
    ADD CONSTRAINT contracts_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES public.campaigns(id);

ALTER TABLE ONLY public.contracts
    ADD CONSTRAINT contracts_customer_id_users_id_fk FOREIGN KEY (customer_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.contracts
    ADD CONSTRAINT contracts_enrolment_id_enrolments_id_fk FOREIGN KEY (enrolment_id) REFERENCES public.enrolments(id);

ALTER TABLE ONLY public.contracts
    ADD CONSTRAINT contracts_group_id_study_groups_id_fk FOREIGN KEY (group_id) REFERENCES public.study_groups(id);

ALTER TABLE ONLY public.contracts
    ADD CONSTRAINT contracts_program_id_programs_id_fk FOREIGN KEY (program_id) REFERENCES public.programs(id);

ALTER TABLE ONLY public.contracts
    ADD CONSTRAINT contracts_student_id_users_id_fk FOREIGN KEY (student_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.contracts
    ADD CONSTRAINT contracts_territory_id_territories_id_fk FOREIGN KEY (territory_id) REFERENCES public.territories(id);

ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_student_id_users_id_fk FOREIGN KEY (student_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_teacher_id_users_id_fk FOREIGN KEY (teacher_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.courses
    ADD CONSTRAINT courses_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES public.campaigns(id);

ALTER TABLE ONLY public.courses
    ADD CONSTRAINT courses_group_id_study_groups_id_fk FOREIGN KEY (group_id) REFERENCES public.study_groups(id);

ALTER TABLE ONLY public.courses
    ADD CONSTRAINT courses_teacher_id_users_id_fk FOREIGN KEY (teacher_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.enrolments
    ADD CONSTRAINT enrolments_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES public.campaigns(id);

ALTER TABLE ONLY public.enrolments
    ADD CONSTRAINT enrolments_enrolled_by_id_users_id_fk FOREIGN KEY (enrolled_by_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.enrolments
    ADD CONSTRAINT enrolments_offered FOREIGN KEY (opportunity_id, group_id) REFERENCES public.opportunity_groups(opportunity_id, group_id);

ALTER TABLE ONLY public.enrolments
    ADD CONSTRAINT enrolments_student_id_users_id_fk FOREIGN KEY (student_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.exams
    ADD CONSTRAINT exams_student_id_users_id_fk FOREIGN KEY (student_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.exams
    ADD CONSTRAINT exams_subject_code_subjects_code_fk FOREIGN KEY (subject_code) REFERENCES public.subjects(code);

ALTER TABLE ONLY public.exams
    ADD CONSTRAINT exams_teacher_id_users_id_fk FOREIGN KEY (teacher_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.grade_book_courses
    ADD CONSTRAINT grade_book_courses_book_id_grade_books_id_fk FOREIGN KEY (book_id) REFERENCES public.grade_books(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.grade_book_courses
    ADD CONSTRAINT grade_book_courses_course_id_courses_id_fk FOREIGN KEY (course_id) REFERENCES public.courses(id);

ALTER TABLE ONLY public.grade_books
    ADD CONSTRAINT grade_books_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES public.campaigns(id);

ALTER TABLE ONLY public.grade_books
    ADD CONSTRAINT grade_books_student_id_users_id_fk FOREIGN KEY (student_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.group_memberships
    ADD CONSTRAINT group_memberships_group_id_study_groups_id_fk FOREIGN KEY (group_id) REFERENCES public.study_groups(id);

ALTER TABLE ONLY public.group_memberships
    ADD CONSTRAINT group_memberships_student_id_users_id_fk FOREIGN KEY (student_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.guardianships
    ADD CONSTRAINT guardianships_child_id_users_id_fk FOREIGN KEY (child_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.guardianships
    ADD CONSTRAINT guardianships_guardian_id_users_id_fk FOREIGN KEY (guardian_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_account_id_service_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.service_accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.import_runs
    ADD CONSTRAINT import_runs_started_by_users_id_fk FOREIGN KEY (started_by) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_invited_by_users_id_fk FOREIGN KEY (invited_by) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.join_proofs
    ADD CONSTRAINT join_proofs_session_id_sessions_id_fk FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.journal_columns
    ADD CONSTRAINT journal_columns_course_id_courses_id_fk FOREIGN KEY (course_id) REFERENCES public.courses(id);

ALTER TABLE ONLY public.journal_columns
    ADD CONSTRAINT journal_columns_marked_as FOREIGN KEY (branch, mark_type) REFERENCES public.mark_types(branch, code);

ALTER TABLE ONLY public.journal_columns
    ADD CONSTRAINT journal_columns_term_id_terms_id_fk FOREIGN KEY (term_id) REFERENCES public.terms(id);

ALTER TABLE ONLY public.known_devices
    ADD CONSTRAINT known_devices_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.lesson_results
    ADD CONSTRAINT lesson_results_lesson_id_lessons_id_fk FOREIGN KEY (lesson_id) REFERENCES public.lessons(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.lesson_results
    ADD CONSTRAINT lesson_results_student_id_users_id_fk FOREIGN KEY (student_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.lessons
    ADD CONSTRAINT lessons_group_id_study_groups_id_fk FOREIGN KEY (group_id) REFERENCES public.study_groups(id);

ALTER TABLE ONLY public.lessons
    ADD CONSTRAINT lessons_substitute_id_users_id_fk FOREIGN KEY (substitute_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.linked_accounts
    ADD CONSTRAINT linked_accounts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.logout_links
    ADD CONSTRAINT logout_links_session_id_sessions_id_fk FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mark_history
    ADD CONSTRAINT mark_history_mark_id_marks_id_fk FOREIGN KEY (mark_id) REFERENCES public.marks(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mark_types
    ADD CONSTRAINT mark_types_branch_grade_scales_branch_fk FOREIGN KEY (branch) REFERENCES public.grade_scales(branch);

ALTER TABLE ONLY public.marks
    ADD CONSTRAINT marks_book_id_grade_books_id_fk FOREIGN KEY (book_id) REFERENCES public.grade_books(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.marks
    ADD CONSTRAINT marks_column_id_journal_columns_id_fk FOREIGN KEY (column_id) REFERENCES public.journal_columns(id);

ALTER TABLE ONLY public.notification_settings
    ADD CONSTRAINT notification_settings_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_news_id_school_news_id_fk FOREIGN KEY (news_id) REFERENCES public.school_news(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_student_id_users_id_fk FOREIGN KEY (student_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.offers
    ADD CONSTRAINT offers_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES public.campaigns(id);

ALTER TABLE ONLY public.oidc_attempts
    ADD CONSTRAINT oidc_attempts_session_id_sessions_id_fk FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.one_time_codes
    ADD CONSTRAINT one_time_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.opened_items
    ADD CONSTRAINT opened_items_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.operations
    ADD CONSTRAINT operations_payer_id_users_id_fk FOREIGN KEY (payer_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.operations
    ADD CONSTRAINT operations_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES public.payments(id);

ALTER TABLE ONLY public.opportunities
    ADD CONSTRAINT opportunities_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES public.campaigns(id);

ALTER TABLE ONLY public.opportunity_groups
    ADD CONSTRAINT opportunity_groups_group_id_study_groups_id_fk FOREIGN KEY (group_id) REFERENCES public.study_groups(id);

ALTER TABLE ONLY public.opportunity_groups
    ADD CONSTRAINT opportunity_groups_opportunity_id_opportunities_id_fk FOREIGN KEY (opportunity_id) REFERENCES public.opportunities(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_contract_id_contracts_id_fk FOREIGN KEY (contract_id) REFERENCES public.contracts(id);

ALTER TABLE ONLY public.personal_details
    ADD CONSTRAINT personal_details_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.programs
    ADD CONSTRAINT programs_subject_code_subjects_code_fk FOREIGN KEY (subject_code) REFERENCES public.subjects(code);

ALTER TABLE ONLY public.push_subscriptions
    ADD CONSTRAINT push_subscriptions_known_device_id_known_devices_id_fk FOREIGN KEY (known_device_id) REFERENCES public.known_devices(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.push_subscriptions
    ADD CONSTRAINT push_subscriptions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.school_news
    ADD CONSTRAINT school_news_author_id_users_id_fk FOREIGN KEY (author_id) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.school_news
    ADD CONSTRAINT school_news_group_id_study_groups_id_fk FOREIGN KEY (group_id) REFERENCES public.study_groups(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.school_news
    ADD CONSTRAINT school_news_program_id_programs_id_fk FOREIGN KEY (program_id) REFERENCES public.programs(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.school_news
    ADD CONSTRAINT school_news_territory_id_territories_id_fk FOREIGN KEY (territory_id) REFERENCES public.territories(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.seen_sections
    ADD CONSTRAINT seen_sections_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.self_study_items
    ADD CONSTRAINT self_study_items_group_id_study_groups_id_fk FOREIGN KEY (group_id) REFERENCES public.study_groups(id);

ALTER TABLE ONLY public.service_tokens
    ADD CONSTRAINT service_tokens_account_id_service_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.service_accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_administrator_id_users_id_fk FOREIGN KEY (administrator_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_administrator_session_id_sessions_id_fk FOREIGN KEY (administrator_session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_known_device_id_known_devices_id_fk FOREIGN KEY (known_device_id) REFERENCES public.known_devices(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.slots
    ADD CONSTRAINT slots_group_id_study_groups_id_fk FOREIGN KEY (group_id) REFERENCES public.study_groups(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.study_groups
    ADD CONSTRAINT study_groups_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES public.campaigns(id);

ALTER TABLE ONLY public.study_groups
    ADD CONSTRAINT study_groups_program_id_programs_id_fk FOREIGN KEY (program_id) REFERENCES public.programs(id);

ALTER TABLE ONLY public.study_groups
    ADD CONSTRAINT study_groups_teacher_id_users_id_fk FOREIGN KEY (teacher_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.study_groups
    ADD CONSTRAINT study_groups_territory_id_territories_id_fk FOREIGN KEY (territory_id) REFERENCES public.territories(id);

ALTER TABLE ONLY public.tax_certificates
    ADD CONSTRAINT tax_certificates_applicant_id_users_id_fk FOREIGN KEY (applicant_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.tax_certificates
    ADD CONSTRAINT tax_certificates_student_id_users_id_fk FOREIGN KEY (student_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.term_marks
    ADD CONSTRAINT term_marks_course FOREIGN KEY (book_id, course_id) REFERENCES public.grade_book_courses(book_id, course_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.term_marks
    ADD CONSTRAINT term_marks_term_id_terms_id_fk FOREIGN KEY (term_id) REFERENCES public.terms(id);

ALTER TABLE ONLY public.terms
    ADD CONSTRAINT terms_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES public.campaigns(id);

ALTER TABLE ONLY public.ticket_files
    ADD CONSTRAINT ticket_files_message_id_ticket_messages_id_fk FOREIGN KEY (message_id) REFERENCES public.ticket_messages(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ticket_files
    ADD CONSTRAINT ticket_files_owner_id_users_id_fk FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ticket_files
    ADD CONSTRAINT ticket_files_ticket_id_tickets_id_fk FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ticket_messages
    ADD CONSTRAINT ticket_messages_author_id_users_id_fk FOREIGN KEY (author_id) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.ticket_messages
    ADD CONSTRAINT ticket_messages_ticket_id_tickets_id_fk FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_answered_by_id_users_id_fk FOREIGN KEY (answered_by_id) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_assignee_id_users_id_fk FOREIGN KEY (assignee_id) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_author_id_users_id_fk FOREIGN KEY (author_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.transfers
    ADD CONSTRAINT transfers_contract_id_contracts_id_fk FOREIGN KEY (contract_id) REFERENCES public.contracts(id);

ALTER TABLE ONLY public.transfers
    ADD CONSTRAINT transfers_from_group_id_study_groups_id_fk FOREIGN KEY (from_group_id) REFERENCES public.study_groups(id);

ALTER TABLE ONLY public.transfers
    ADD CONSTRAINT transfers_requested_by_id_users_id_fk FOREIGN KEY (requested_by_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.transfers
    ADD CONSTRAINT transfers_student_id_users_id_fk FOREIGN KEY (student_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.transfers
    ADD CONSTRAINT transfers_to_group_id_study_groups_id_fk FOREIGN KEY (to_group_id) REFERENCES public.study_groups(id);

ALTER TABLE ONLY public.user_roles
    ADD CONSTRAINT user_roles_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_joined_into_users_id_fk FOREIGN KEY (joined_into) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.vacations
    ADD CONSTRAINT vacations_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES public.campaigns(id);

ALTER TABLE ONLY public.verified_contacts
    ADD CONSTRAINT verified_contacts_session_id_sessions_id_fk FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.waiting_list_entries
    ADD CONSTRAINT waiting_list_entries_contract_id_contracts_id_fk FOREIGN KEY (contract_id) REFERENCES public.contracts(id);

ALTER TABLE ONLY public.waiting_list_entries
    ADD CONSTRAINT waiting_list_entries_group_id_study_groups_id_fk FOREIGN KEY (group_id) REFERENCES public.study_groups(id);

ALTER TABLE ONLY public.waiting_list_entries
    ADD CONSTRAINT waiting_list_entries_requested_by_id_users_id_fk FOREIGN KEY (requested_by_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.waiting_list_entries
    ADD CONSTRAINT waiting_list_entries_student_id_users_id_fk FOREIGN KEY (student_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_endpoint_id_webhook_endpoints_id_fk FOREIGN KEY (endpoint_id) REFERENCES public.webhook_endpoints(id) ON DELETE CASCADE;

