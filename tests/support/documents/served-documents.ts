import { createServer } from 'vite'
import type { RenderPage } from '#contract/render-page.ts'
import type { Screen } from '#contract/screens.ts'
import { screens } from '#contract/screens.ts'
import { answersIn, openDocuments, type ServedDocument, type ViewerName, viewers } from './documents.ts'

// Prints the documents of every screen for every kind of user, for tests in jsdom, where a server does not run.
const vite = await createServer({
  logLevel: 'error',
  server: { middlewareMode: true, hmr: false, watch: null, ws: false },
  optimizeDeps: { noDiscovery: true },
})
const { renderPage } = (await vite.ssrLoadModule('/src/ssr/render-page.tsx')) as { renderPage: RenderPage }
const documents = await openDocuments({ renderPage })
const served: ServedDocument[] = []
const searches: Partial<Record<Screen['name'], readonly string[]>> = {
  schedule: ['', '?view=week', '?date=2026-12-24', '?view=day&date=2026-13-01'],
  progress: ['', '?child=00000000-0000-4000-8000-000000000000', '?only=notable', '?only=commented'],
  admin: ['', '?tab=audit', '?filter[group]=parent'],
}
for (const name of Object.keys(screens) as Screen['name'][])
  for (const viewer of Object.keys(viewers) as ViewerName[])
    for (const search of searches[name] ?? ['']) {
      const document = await documents.documentOf(name, viewer, { search })
      if (document !== null) served.push(document)
    }
// The children of the family have a book of each variant.
const ofParent = await documents.documentOf('grade-book', 'parent')
const books = answersIn(ofParent?.html ?? '')['GET /v1/parent/children/grade-book/list']
for (const { student } of books as { student: { uuid: string } }[])
  for (const view of ['', '&view=totals', '&view=marks']) {
    const document = await documents.documentOf('grade-book', 'parent', { search: `?child=${student.uuid}${view}` })
    if (document !== null) served.push(document)
  }
await documents.close()
// The plugins of the build leave threads behind.
process.stdout.write(JSON.stringify(served), () => process.exit())
