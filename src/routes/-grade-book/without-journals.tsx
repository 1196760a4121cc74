import { useLingui } from '@lingui/react/macro'
import { coursesWithoutJournalsQuery } from '#src/api/grade-book.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { Card } from '#src/ui/card.tsx'
import { Row, Rows } from '#src/ui/rows.tsx'
import type { OpenedTerm } from './opened.ts'

/** The courses that have no journal, each with the reason; nothing where all have one. */
export function WithoutJournals({ owner, book }: OpenedTerm) {
  const { t } = useLingui()
  return (
    <Loaded query={coursesWithoutJournalsQuery(owner, book.uuid)} skeleton={null}>
      {(courses) =>
        courses.length > 0 && (
          <Card title={t`Предметы без журнала`}>
            <Rows>
              {courses.map(({ courseUuid, title, reason }) => (
                <Row key={courseUuid} title={title} note={reason} />
              ))}
            </Rows>
          </Card>
        )
      }
    </Loaded>
  )
}
