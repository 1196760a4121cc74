import { createFileRoute } from '@tanstack/react-router'
import {
  childrenGradeBooksQuery,
  gradeBookSettingsQuery,
  journalDaysQuery,
  ownGradeBooksQuery,
} from '#src/api/grade-book.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { newMarksQuery } from '#src/api/unseen.ts'
import { screenRoute } from '#src/app/screen-route.ts'
import { loadPage } from './-query/load-page.ts'

export const Route = createFileRoute('/grade-book/')({
  ...screenRoute('grade-book', () => import('./-grade-book/page.tsx')),
  loaderDeps: ({ search: { child, book, term, view, course } }) => ({ child, book, term, view, course }),
  loader: (args) =>
    loadPage(args, (page) => {
      const { viewer, required, optional } = page
      const { child, book, term } = args.deps
      // Only the list says which term is current, so an address that names the term saves a round trip.
      const owner = viewer === 'student' ? null : child === undefined ? undefined : { studentUuid: child }
      const named =
        owner === undefined || book === undefined
          ? []
          : [
              required(gradeBookSettingsQuery(owner, book)),
              ...(term === undefined ? [] : [required(journalDaysQuery(owner, book, term))]),
            ]
      const withOpened = async () => {
        const [lists, { loadOpened }, newest] = await Promise.all([
          viewer === 'parent'
            ? required(childrenGradeBooksQuery())
            : required(ownGradeBooksQuery()).then((own) => [{ student: null, books: own?.books ?? [] }]),
          import('./-grade-book/load-opened.ts'),
          optional(newMarksQuery()),
        ])
        await Promise.all(loadOpened(page, lists ?? [], args.deps, newest ?? []))
      }
      // Names the children whose grade books are closed.
      const ofFamily = viewer === 'parent' ? [optional(childrenQuery())] : []
      return [withOpened(), ...ofFamily, ...named]
    }),
})
