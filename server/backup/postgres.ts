import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { reasonOf } from '#server/db/away.ts'
import { migrationLock } from '#server/db/migrate.ts'
import { StartFailure } from '#server/start-failure.ts'
import { startProgram } from './postgres-programs.ts'
import { failToRestore, requireKnownVersion } from './version.ts'

/** Whose a thing is and who may use it belongs to the database it came from. */
const withoutOwners = ['--no-owner', '--no-privileges']

export async function dumpPostgres(url: string, path: string): Promise<void> {
  await startProgram('pg_dump', url, ['--format=custom', ...withoutOwners, `--file=${path}`]).done
}

/** All or nothing: the whole backup is one transaction, which is committed only once the file was read to its end. */
export async function restorePostgres(
  url: string,
  path: string,
  { isReplacing }: { isReplacing: boolean },
): Promise<void> {
  const applied = await appliedIn(path).catch((error: unknown) => failToRestore(path, error))
  requireKnownVersion(path, applied)
  await requireFree(url, isReplacing)

  const reading = startProgram('pg_restore', null, ['--file=-', '--no-comments', ...withoutOwners, path])
  const writing = startProgram('psql', url, ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--file=-'])
  writing.output.resume()
  // A server that starts meanwhile waits here.
  writing.input.write(
    `begin;\nset client_min_messages = warning;\nselect pg_advisory_xact_lock(${migrationLock});\n${isReplacing ? emptied : ''}`,
  )
  const fed = pipeline(reading.output, writing.input, { end: false }).then(() => reading.done)
  await Promise.race([fed, writing.done]).then(
    () => writing.input.end(`${auditKept}commit;\n`),
    () => {
      reading.kill()
      writing.input.end('rollback;\n')
    },
  )
  const results = await Promise.allSettled([writing.done, fed])
  const failed = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
  if (failed) failToRestore(path, failed.reason)
}

const emptied = `
do $$ declare name text; begin
  for name in select nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema' loop
    execute format('drop schema %I cascade', name);
  end loop;
end $$;
create schema public;
grant usage on schema public to public;
`

/** What no backup brings along: the owner of the log has no right to change it (decision 047). An old one has no log yet. */
const auditKept = `
do $$ begin
  if to_regclass('public.audit_entries') is not null then
    revoke update, delete, truncate on public.audit_entries from current_user;
  end if;
end $$;
`

/** The migrations a backup was made after, read from the file. */
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

async function requireFree(url: string, isReplacing: boolean): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect().catch((error: unknown) => {
    throw new StartFailure(`DATABASE_URL: the database does not answer (${reasonOf(error)}).`, { cause: error })
  })
  try {
    const { rows } = await client.query<{ tables: boolean; servers: boolean }>(`
      select exists (
        select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')
      ) as tables, exists (
        select from pg_stat_activity where datname = current_database() and application_name = 'personal-account'
      ) as servers`)
    if (rows[0]?.servers)
      throw new StartFailure('A server works with this database: stop it, and start it when it is restored.')
    if (rows[0]?.tables && !isReplacing) {
      throw new StartFailure('The database is not empty; --replace puts the backup in the place of what is there.')
    }
  } finally {
    await client.end()
  }
}
