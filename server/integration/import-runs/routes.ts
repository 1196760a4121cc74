import {
  applyImport,
  checkImport,
  discardImport,
  getImport,
  listImports,
  uploadImport,
} from '#contract/integration/imports.ts'
import type { App, Session } from '#server/app-types.ts'
import { cleanFileName, decodeFileName } from '#server/http/file-names.ts'
import { throwInvalidValue, throwProblem } from '#server/http/http-error.ts'
import { recogniseStart } from '#server/integration/single-files/recognise.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { serveListFile } from '#server/plugins/list-files.ts'
import { continueRun, discardRun, findRun, findRuns, hasRun, startRun } from './import-runs.ts'

/** The import page of the admin panel: the engine of `npm run import`, run by the job queue. */
export async function importRoutes(app: App): Promise<void> {
  const { database, clock } = app

  registerCall(app, listImports, ({ query: { page } }) => findRuns(database, page))
  serveListFile(app, listImports, 'imports', ({ query: { page } }, pageSize) => findRuns(database, page, pageSize))

  registerCall(app, getImport, async ({ params: { id }, language }) => {
    return (await findRun(database, id, language)) ?? throwProblem('not-found', 'No such import')
  })

  registerCall(app, uploadImport, async ({ session, headers, body }) => {
    // What no format reads is refused here; the check finds everything else.
    if (!body.subarray(0, 4).equals(zipSignature) && !recogniseStart(body))
      throwInvalidValue('file', 'unreadable', 'Neither a zip nor a list of people or payments')
    const fileName = readableName(headers['x-file-name'])
    const run = { fileName, content: body, startedBy: session.userId, mayAppoint: isChief(session) }
    const id = await startRun(database, run, clock())
    return { id: id ?? throwImportRunning() }
  })

  registerCall(app, checkImport, async ({ session, params: { id }, body }) => {
    await assertKnown(id)
    const next = { ...body, state: 'checking', mayAppoint: isChief(session) } as const
    return (await continueRun(database, id, next)) ? undefined : throwImportRunning()
  })

  registerCall(app, applyImport, async ({ session, params: { id } }) => {
    await assertKnown(id)
    const isContinued = await continueRun(database, id, { state: 'applying', mayAppoint: isChief(session) })
    return isContinued ? undefined : throwImportRunning()
  })

  registerCall(app, discardImport, async ({ params: { id } }) => {
    await assertKnown(id)
    return (await discardRun(database, id)) ? undefined : throwImportRunning()
  })

  async function assertKnown(id: string): Promise<void> {
    if (!(await hasRun(database, id))) throwProblem('not-found', 'No such import')
  }
}

const zipSignature = Buffer.from('PK\x03\x04', 'latin1')

/** Rights of administration are changed only by who may appoint administrators in the panel. */
function isChief({ roles }: Session): boolean {
  return roles.includes('super_administrator')
}

function throwImportRunning(): never {
  return throwProblem('state-conflict', 'Another import is under way, or this one is in another state')
}

function readableName(encoded = ''): string {
  return cleanFileName(decodeFileName(encoded) ?? '', { maxLength: 150, fallback: 'school.zip' })
}
