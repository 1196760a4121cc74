import { PassThrough, type Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { sql } from 'drizzle-orm'
import { ZipFile } from 'yazl'
import { z } from 'zod'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { sections } from '#server/personal-data/sections/all-sections.ts'
import { type Scope, type Section, schemaOf, scopeOf, selectRows } from '#server/personal-data/sections/section.ts'
import { archiveFiles, type DocumentContext } from './archive-files.ts'

/** Changed when a reader of the last version would misread the files. */
const version = 1
/** Rows that are in memory at once. */
const batchSize = 500

/** What `contents.json` says. */
const contentsSchema = z
  .strictObject({
    version: z.literal(version),
    userId: z.guid(),
    madeAt: z.iso.datetime(),
    data: z.array(z.strictObject({ file: z.string(), rows: z.int().min(0) })),
    files: z.array(z.strictObject({ file: z.string(), bytes: z.int().min(0) })),
  })
  .meta({ description: 'The files of the copy.' })

/** The schema of each JSON file, by its name in the ZIP. */
export function fileSchemas(): Record<string, z.ZodType> {
  const data = Object.entries(sections).map(([name, section]) => [dataFile(name), z.array(schemaOf(section))] as const)
  return { 'contents.json': contentsSchema, ...Object.fromEntries(data) }
}

/** The published JSON Schema (draft 2020-12), which is in each ZIP. */
export function publishedSchema(): object {
  const files = Object.entries(fileSchemas()).map(([name, schema]) => {
    const { $schema: _, ...file } = z.toJSONSchema(schema)
    return [name, file] as const
  })
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Copy of one’s data',
    description: 'The JSON files of the ZIP, by name. Instants are ISO 8601, sums are in kopecks.',
    type: 'object',
    properties: Object.fromEntries(files),
  }
}

function dataFile(section: string): string {
  return `data/${section}.json`
}

type Wanted = { userId: string; language: Locale; now: Date }

/**
 * The copy of a person as a ZIP, which is made as it is read: of a table a batch of rows is in memory, of documents one. A
 * failure destroys the stream.
 */
export function readArchive(context: DocumentContext, wanted: Wanted): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const closed = finished(output)
  // The reader of the stream sees its failure.
  closed.catch(() => undefined)
  zip.on('error', (error: Error) => output.destroy(error))
  const add: AddFile = async (name, chunks) => {
    const entry = new PassThrough()
    zip.addReadStream(entry, name, { mtime: wanted.now })
    await Promise.race([pipeline(chunks, entry), closed])
  }
  fill(add, context, wanted).then(
    () => zip.end(),
    (error: Error) => output.destroy(error),
  )
  return output
}

type AddFile = (name: string, chunks: Iterable<string | Buffer> | AsyncIterable<string>) => Promise<void>

async function fill(add: AddFile, context: DocumentContext, { userId, language, now }: Wanted): Promise<void> {
  const scope = scopeOf(userId, { now, timeZone: context.timeZone })
  await add(...readme[language])
  await add('schema.json', [JSON.stringify(publishedSchema(), null, 2)])
  const data: { file: string; rows: number }[] = []
  for (const [name, section] of Object.entries(sections)) {
    const counted = { file: dataFile(name), rows: 0 }
    // The rows of one table as they were at one moment. Shorter than the whole copy: the embedded database has one connection.
    await context.database.transaction(
      (transaction) =>
        add(
          counted.file,
          jsonOf(transaction, section, scope, () => (counted.rows += 1)),
        ),
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    data.push(counted)
  }
  const files: { file: string; bytes: number }[] = []
  for await (const { name, content } of archiveFiles(context, scope)) {
    await add(name, [content])
    files.push({ file: name, bytes: content.length })
  }
  const contents = { version, userId, madeAt: now.toISOString(), data, files }
  await add('contents.json', [JSON.stringify(contents, null, 2)])
}

/** The rows as a JSON array, a row for a line. */
async function* jsonOf(
  transaction: Database,
  section: Section,
  scope: Scope,
  count: () => void,
): AsyncGenerator<string> {
  await transaction.execute(sql`declare exported no scroll cursor for ${selectRows(section, scope)}`)
  let separator = '[\n'
  for (;;) {
    const { rows } = await transaction.execute<{ row: unknown }>(sql.raw(`fetch ${batchSize} from exported`))
    for (const { row } of rows) {
      yield separator + JSON.stringify(row)
      separator = ',\n'
      count()
    }
    if (rows.length < batchSize) break
  }
  await transaction.execute(sql`close exported`)
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

const readme: Record<Locale, [name: string, text: [string]]> = {
  ru: [
    'ПРОЧТИТЕ.txt',
    [
      `Копия данных, которые школа хранит о вас в личном кабинете, и того, что вы можете видеть о своих детях.

data        данные в формате JSON, по файлу на раздел
documents   договоры, счета, подтверждения оплаты и справки в PDF
files       файлы, которые вы загрузили
schema.json описание полей (JSON Schema)
contents.json список файлов

Время указано по ISO 8601, суммы – в копейках. Храните архив так же бережно, как паспорт.
`,
    ],
  ],
  en: [
    'README.txt',
    [
      `A copy of the data that the school stores about you in the personal account, and of what you may see about your children.

data        data as JSON, a file for each section
documents   contracts, bills, confirmations of payments and certificates as PDF
files       files that you have uploaded
schema.json description of the fields (JSON Schema)
contents.json list of the files

Times are ISO 8601, sums are in kopecks. Keep the archive as carefully as a passport.
`,
    ],
  ],
}
