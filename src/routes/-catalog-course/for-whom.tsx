import { Trans, useLingui } from '@lingui/react/macro'
import { wordsFor } from '#src/i18n/enumeration-words.ts'
import { purchaseObstacleWords } from '#src/i18n/purchase-words.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { Button } from '#src/ui/button.tsx'
import { FilterChips } from '#src/ui/filter-chip.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { useStudents, useViewer } from './buyer.ts'

/** For which child the groups are judged, and what stands against all of them. */
export function ForWhom({ course }: { course: string }) {
  const viewer = useViewer()
  if (viewer === 'onlooker') return <Notice title={<Trans>На курсы записываются ученики и их родители</Trans>} />
  return viewer === 'buyer' ? <Students course={course} /> : null
}

function Students({ course }: { course: string }) {
  const { t, i18n } = useLingui()
  const { replace } = useAddress('catalog-course')
  const { students, chosen, failure, isFetching, retry } = useStudents(course)
  if (students === undefined && failure !== null)
    return (
      <Notice tone="warning" title={t`Не удалось узнать, что подходит по времени и классу`}>
        <FailureWords error={failure} />
        <div className="mt-xs">
          <Button size="small" busy={isFetching} onClick={retry}>
            <Trans>Попробовать снова</Trans>
          </Button>
        </div>
      </Notice>
    )
  if (students?.length === 0)
    return (
      <Notice title={t`К вашему кабинету не привязан ни один ребёнок`}>
        <Trans>Как только школа добавит ребёнка, вы сможете записать его здесь.</Trans>
      </Notice>
    )
  return (
    <>
      {students !== undefined && students.length > 1 && (
        <FilterChips
          legend={t`Для кого`}
          atMostOne
          options={students.map(({ studentUuid, firstName }) => ({ value: studentUuid, label: firstName }))}
          chosen={chosen === undefined ? [] : [chosen.studentUuid]}
          onChange={([child]) => child && replace({ child })}
        />
      )}
      {chosen?.obstacle && (
        <Notice tone="warning" title={chosen.firstName}>
          {i18n._(wordsFor(purchaseObstacleWords, chosen.obstacle))}
        </Notice>
      )}
    </>
  )
}
