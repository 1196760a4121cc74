import { Client } from 'pg'
import pino from 'pino'
import { openPostgres } from '#server/db/client.ts'
import { postgresUrl, startPostgres } from './postgres-server.ts'

let stop: () => Promise<void> = async () => {}

/** Once per test run: a PostgreSQL with a migrated template. */
export async function setup(): Promise<void> {
  const server = await startPostgres()
  process.env.TEST_POSTGRES_SOCKET = server.socket
  await makeTemplate()
  stop = server.stop
}

export async function teardown(): Promise<void> {
  await stop()
}

export const templateName = 'migrated'

/** Creates an empty database in the PostgreSQL that `setup` started, and returns its address. */
export async function createDatabase(name: string): Promise<string> {
  const socket = process.env.TEST_POSTGRES_SOCKET ?? ''
  const client = new Client({ connectionString: postgresUrl(socket, 'postgres') })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return postgresUrl(socket, name)
}

async function makeTemplate(): Promise<void> {
  const opened = await openPostgres(await createDatabase(templateName), 1, pino({ level: 'silent' }))
  await opened.close()
}
