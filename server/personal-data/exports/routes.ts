import { askForDataExport as askCall, getDataExport, getDataExportLink } from '#contract/people/data-export.ts'
import type { App } from '#server/app-types.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { assertFreshTwoFactor } from '#server/plugins/authorization.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { serveDocuments } from '#server/plugins/document-links.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { askForDataExport, findDataExport, findDownload } from './data-exports.ts'
import { openFile } from './file-store.ts'

/** Milliseconds in which a copy is sent to a slow connection. */
const sendingMs = 60 * 60_000

/** The copy of one's data: asked for, watched and downloaded by the person alone. */
export async function dataExportRoutes(app: App): Promise<void> {
  const { database, clock, env } = app
  const { TIME_ZONE } = env
  const download = async (id: string, userId: string) =>
    (await findDownload(database, { id, userId, now: clock(), secretsKey: env.SECRETS_KEY })) ??
    throwProblem('not-found', 'No such copy, or it is over')

  const linkTo = serveDocuments(
    app,
    'data',
    async (id, session) => {
      if (session.isImpersonating) throwProblem('impersonation-forbids', 'The copy is for the person alone')
      assertFreshTwoFactor({ session }, app)
      const { file, key, bytes, readyAt } = await download(id, session.userId)
      const content = await openFile(env.FILES_DIR, file, key)
      if (!content) {
        app.log.error({ export: id }, 'the file of a copy is missing: do all servers share FILES_DIR?')
        throwProblem('unavailable', 'The file of the copy is not on this server')
      }
      return { fileName: `data-${dayInZone(readyAt, TIME_ZONE)}.zip`, mediaType: 'application/zip', content, bytes }
    },
    { sendingMs },
  )

  registerCall(app, getDataExport, ({ session: { userId } }) => findDataExport(database, userId, clock()))

  registerCall(app, askCall, async ({ session: { userId }, language }) => {
    await askForDataExport(database, { userId, language, now: clock() })
    return undefined
  })

  registerCall(app, getDataExportLink, async ({ session, params: { id } }) => {
    await download(id, session.userId)
    return { url: await linkTo(id, session) }
  })
}
