import { Plural } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { newsQuery } from '#src/api/news.ts'
import { buttonClasses } from '#src/ui/button-look.ts'
import { NewDot } from './block.tsx'

/** Beside the heading: how much is new in the schedule and in the grade books, with the way there. */
export function NewsLine() {
  const { data: news = [] } = useQuery(newsQuery())
  const of = (section: (typeof news)[number]['section']) => news.find((each) => each.section === section)?.count ?? 0
  const [changes, marks] = [of('schedule'), of('grade-book')]
  return (
    <>
      {changes > 0 && (
        <Link to="/schedule" className={buttonClasses({ size: 'small' })}>
          <NewDot />
          <Plural
            value={changes}
            one="# изменение в расписании"
            few="# изменения в расписании"
            many="# изменений в расписании"
            other="# изменения в расписании"
          />
        </Link>
      )}
      {marks > 0 && (
        <Link to="/grade-book" className={buttonClasses({ size: 'small' })}>
          <NewDot />
          <Plural
            value={marks}
            one="# новая оценка"
            few="# новые оценки"
            many="# новых оценок"
            other="# новой оценки"
          />
        </Link>
      )}
    </>
  )
}
