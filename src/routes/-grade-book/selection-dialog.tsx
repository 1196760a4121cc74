import { Trans, useLingui } from '@lingui/react/macro'
import { labelOf } from '#src/i18n/labels.ts'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'
import { DownloadButton, type OpenedBook, useBookChoices, YearSelect } from './book-choices.tsx'
import { termLabels } from './journal-texts.ts'

/** Year, term and view of the grade book on a phone; a choice closes it. */
export function SelectionDialog({ opened, onClose }: { opened: OpenedBook; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const { studentBooks, book, term, view } = opened
  const choices = useBookChoices(opened)
  if (book === null || choices === null) return null
  const { terms, views, chooseTerm, chooseView } = choices
  return (
    <Dialog title={t`Что показать`} onClose={onClose} footer={<DownloadButton book={book} />}>
      <div className="flex flex-col gap-base">
        {studentBooks.books.length > 1 && (
          <div className="flex flex-col gap-xxs">
            <p aria-hidden="true" className="text-sm font-medium">
              <Trans>Учебный год</Trans>
            </p>
            <YearSelect studentBooks={studentBooks} book={book} onChosen={onClose} />
          </div>
        )}
        {terms.length > 1 && (
          <FilterChips
            legend={i18n._(labelOf(termLabels, book.variant))}
            wrap
            single
            keepsSelected
            options={terms}
            selected={term ? [term.uuid] : []}
            onChange={([next]) => {
              if (next !== undefined) chooseTerm(next)
              onClose()
            }}
          />
        )}
        {views.length > 1 && (
          <FilterChips
            legend={t`Показать`}
            wrap
            single
            keepsSelected
            options={views}
            selected={view ? [view] : []}
            onChange={([next]) => {
              if (next !== undefined) chooseView(next)
              onClose()
            }}
          />
        )}
      </div>
    </Dialog>
  )
}
