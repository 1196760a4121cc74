import { Plural } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { newsQuery } from '#src/api/news.ts'
import { buttonClassNames } from '#src/ui/forms/button-styles.ts'
import { NewDot } from './home-block.tsx'

/** Links to unseen changes of the schedule and new marks, with their numbers. */
export function NewsLinks() {
  const { data: news = [] } = useQuery(newsQuery())
  const of = (section: (typeof news)[number]['section']) => news.find((each) => each.section === section)?.count ?? 0
  const [changes, marks] = [of('schedule'), of('grade-book')]
  return (
    <>
      {changes > 0 && (
        <Link to="/schedule" className={buttonClassNames({ size: 'small' })}>
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
        <Link to="/grade-book" className={buttonClassNames({ size: 'small' })}>
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
