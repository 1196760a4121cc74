import { Trans } from '@lingui/react/macro'
import { openedOf, type Shelf, viewOf } from '#contract/opened-book.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Academy } from './academy.tsx'
import { Choices } from './choices.tsx'
import { Marks } from './marks.tsx'
import { NewMarks } from './new-marks.tsx'
import { type OpenedTerm, ownerOf } from './opened.ts'
import { OpenedCourse } from './opened-course.tsx'
import { OpenedMark } from './opened-mark.tsx'
import { Record } from './record.tsx'
import { Totals } from './totals.tsx'
import { WithoutJournals } from './without-journals.tsx'

/** One book of one person, in its variant (D-16), and the ways to the others. */
export function Books({ shelves }: { shelves: readonly Shelf[] }) {
  const { search } = useAddress('grade-book')
  const { today } = useMoment()
  const opened = openedOf(shelves, search, today)
  const { shelf, book = null, term = null } = opened ?? {}
  return (
    <div className="flex flex-col gap-lg">
      {shelf && <Choices shelves={shelves} shelf={shelf} book={book} term={term} />}
      <NewMarks shelves={shelves} />
      {shelf && book && term && book.courses.length > 0 ? (
        <Body key={`${book.uuid} ${term.uuid}`} owner={ownerOf(shelf)} book={book} term={term} />
      ) : (
        <NoBook hasPeople={shelf !== undefined} />
      )}
    </div>
  )
}

/** A book as its variant is drawn; one that nobody knows is drawn as a school’s. */
function Body(opened: OpenedTerm) {
  const { search } = useAddress('grade-book')
  const view = viewOf(opened.book, search.view)
  return (
    <>
      {view === 'totals' && (opened.book.variant === 'college' ? <Record {...opened} /> : <Totals {...opened} />)}
      {view === 'marks' && (opened.book.variant === 'academy' ? <Academy {...opened} /> : <Marks {...opened} />)}
      <WithoutJournals {...opened} />
      <OpenedMark {...opened} />
      {!(view === 'marks' && opened.book.variant === 'academy') && <OpenedCourse {...opened} />}
    </>
  )
}

function NoBook({ hasPeople }: { hasPeople: boolean }) {
  return (
    <Card>
      <EmptyState icon="grade-book" title={<Trans>Журнала пока нет</Trans>}>
        {hasPeople ? (
          <Trans>Он появится здесь с началом учебного года: оценки, средние баллы и итоги.</Trans>
        ) : (
          <Trans>Здесь появятся журналы детей, когда школа свяжет их с вашим профилем.</Trans>
        )}
      </EmptyState>
    </Card>
  )
}
