import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { silentDatabaseError } from '#server/db/connection-errors.ts'
import { migrationLock } from '#server/db/migrate.ts'
import { StartupError } from '#server/terminal/startup-error.ts'
import { sameInAll } from '#server/terminal/terminal-language.ts'
import { requireKnownVersion, throwRestoreError } from './backup-file.ts'

/** Owners and privileges belong to the source database. */
const withoutOwners = ['--no-owner', '--no-privileges']

export async function dumpPostgres(url: string, path: string): Promise<void> {
  await startProgram('pg_dump', url, ['--format=custom', ...withoutOwners, `--file=${path}`]).done
}

/** Restores in one transaction, which is committed only after the whole file was read. */
export async function restorePostgres(
  url: string,
  path: string,
  { isReplacing }: { isReplacing: boolean },
): Promise<void> {
  const applied = await appliedIn(path).catch((error: unknown) => throwRestoreError(path, error))
  requireKnownVersion(path, applied)
  await requireFree(url, isReplacing)

  const reading = startProgram('pg_restore', null, ['--file=-', '--no-comments', ...withoutOwners, path])
  const writing = startProgram('psql', url, ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--file=-'])
  writing.output.resume()
  // Takes the migration lock: a server that starts during the restore waits.
  writing.input.write(
    `begin;\nset client_min_messages = warning;\nselect pg_advisory_xact_lock(${migrationLock});\n${isReplacing ? dropSchemas : ''}`,
  )
  const fed = pipeline(reading.output, writing.input, { end: false }).then(() => reading.done)
  await Promise.race([fed, writing.done]).then(
    () => writing.input.end(`${protectAuditLog}commit;\n`),
    () => {
      reading.kill()
      writing.input.end('rollback;\n')
    },
  )
  const results = await Promise.allSettled([writing.done, fed])
  const failed = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
  if (failed) throwRestoreError(path, failed.reason)
}

const dropSchemas = `
do $$ declare name text; begin
  for name in select nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema' loop
    execute format('drop schema %I cascade', name);
  end loop;
end $$;
create schema public;
grant usage on schema public to public;
`

/**
 * Backups carry no privileges: revokes changes of the audit log again. Old backups have no audit log.
 */
const protectAuditLog = `
do $$ declare name text; begin
  if to_regclass('public.audit_entries') is not null then
    revoke update, truncate on public.audit_entries from current_user;
    for name in select inhrelid::regclass from pg_inherits where inhparent = 'public.audit_entries'::regclass loop
      execute format('revoke update, truncate on %s from current_user', name);
    end loop;
  end if;
end $$;
`

/** Hashes of the migrations in the backup file. */
async function appliedIn(path: string): Promise<string[]> {
  const table = ['--data-only', '--schema=drizzle', '--table=__drizzle_migrations']
  const reading = startProgram('pg_restore', null, ['--file=-', ...table, path])
  const sql = await text(reading.output)
  await reading.done
  const [, rows = ''] =
    /^COPY drizzle\.__drizzle_migrations \(id, hash, created_at\) FROM stdin;\n(.*?)^\\\.$/ms.exec(sql) ?? []
  return rows
    .split('\n')
    .filter(Boolean)
    .map((row) => row.split('\t'))
    .sort(([, , one], [, , other]) => Number(one) - Number(other))
    .map(([, hash = '']) => hash)
}

const inUse = {
  ru: 'С этой базой данных работает сервер: остановите его до восстановления.',
  en: 'A server uses this database: stop it before the restore.',
}
const notEmpty = {
  ru: 'База данных не пуста; --replace сначала удалит её содержимое.',
  en: 'The database is not empty; --replace deletes its contents first.',
}

async function requireFree(url: string, isReplacing: boolean): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect().catch((error: unknown) => {
    throw silentDatabaseError(error)
  })
  try {
    const { rows } = await client.query<{ tables: boolean; servers: boolean }>(`
      select exists (
        select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')
      ) as tables, exists (
        select from pg_stat_activity where datname = current_database() and application_name = 'personal-account'
      ) as servers`)
    if (rows[0]?.servers) throw new StartupError(inUse)
    if (rows[0]?.tables && !isReplacing) {
      throw new StartupError(notEmpty)
    }
  } finally {
    await client.end()
  }
}

type RunningProgram = {
  input: Writable
  output: Readable
  /** Rejects with the program's error output. */
  done: Promise<void>
  kill(): void
}

/**
 * Starts a PostgreSQL client program. The password is passed in the environment, so that it does not appear in the
 * process list.
 */
function startProgram(name: 'pg_dump' | 'pg_restore' | 'psql', url: string | null, args: string[]): RunningProgram {
  const { connection, password } = url === null ? { connection: [], password: {} } : splitPassword(url)
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(name, [...connection, ...args], {
    env: { ...process.env, ...password },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // Write errors after the program's end are reported by `done`.
  child.stdin.on('error', () => undefined)
  const done = Promise.withResolvers<void>()
  const said = text(child.stderr)
  child.on('error', (error) => done.reject(failureToStart(name, error)))
  child.on('close', async (code, signal) => {
    if (code === 0) done.resolve()
    else done.reject(new StartupError(sameInAll(firstErrorLine(await said) || `${name}: ${code ?? signal}`)))
  })
  // Callers await several programs one after the other: an early rejection must not be unhandled.
  done.promise.catch(() => undefined)
  return { input: child.stdin, output: child.stdout, done: done.promise, kill: () => child.kill() }
}

function splitPassword(url: string): { connection: string[]; password: Record<string, string> } {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  return {
    connection: ['--no-password', `--dbname=${address.href}`],
    password: password ? { PGPASSWORD: password } : {},
  }
}

function failureToStart(name: string, error: Error): StartupError {
  const isMissing = 'code' in error && error.code === 'ENOENT'
  const reason = isMissing
    ? {
        ru: 'установите программы-клиенты PostgreSQL не старше сервера',
        en: 'install PostgreSQL’s client programs, not older than the server',
      }
    : sameInAll(error.message)
  const text = { ru: `${name} не запускается: ${reason.ru}.`, en: `${name} cannot be started: ${reason.en}.` }
  return new StartupError(text, { cause: error })
}

/** The first error line names the cause; later lines are consequences. */
function firstErrorLine(said: string): string {
  const lines = said.trim().split('\n')
  return lines.find((line) => /error|fatal/i.test(line)) ?? lines[0] ?? ''
}
