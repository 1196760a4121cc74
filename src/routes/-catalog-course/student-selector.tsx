import { Trans, useLingui } from '@lingui/react/macro'
import { labelOf } from '#src/i18n/labels.ts'
import { purchaseObstacleLabels } from '#src/i18n/purchase-labels.ts'
import { ErrorMessage } from '#src/routes/-shell/query/error-message.tsx'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'
import { useStudents, useViewer } from './enrolment-context.ts'

/** Selects the student whose eligibility is shown, and shows obstacles that apply to all groups. */
export function StudentSelector({ course }: { course: string }) {
  const viewer = useViewer()
  if (viewer === 'onlooker') return <Notice title={<Trans>На курсы записываются ученики и их родители</Trans>} />
  return viewer === 'buyer' ? <BuyerStudents course={course} /> : null
}

function BuyerStudents({ course }: { course: string }) {
  const { t, i18n } = useLingui()
  const { replace } = useScreenSearch('catalog-course')
  const { students, chosen, failure, isFetching, retry } = useStudents(course)
  if (students === undefined && failure !== null)
    return (
      <Notice tone="warning" title={t`Не удалось узнать, что подходит по времени и классу`}>
        <ErrorMessage error={failure} />
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
          single
          options={students.map(({ studentUuid, firstName }) => ({ value: studentUuid, label: firstName }))}
          selected={chosen === undefined ? [] : [chosen.studentUuid]}
          onChange={([child]) => child && replace({ child })}
        />
      )}
      {chosen?.obstacle && (
        <Notice tone="warning" title={chosen.firstName}>
          {i18n._(labelOf(purchaseObstacleLabels, chosen.obstacle))}
        </Notice>
      )}
    </>
  )
}
