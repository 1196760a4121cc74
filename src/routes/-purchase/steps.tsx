import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { PurchaseStep } from '#contract/purchase-steps.ts'
import { courseStudentsQuery } from '#src/api/catalog.ts'
import { classes } from '#src/ui/classes.ts'
import { Icon } from '#src/ui/icon.tsx'

/** How far the purchase has come, and what is still to be done; whoever is alone is not asked for whom it is. */
export function Steps({ at, course }: { at: PurchaseStep; course: string }) {
  const { t } = useLingui()
  const { data: students = [] } = useQuery(courseStudentsQuery(course))
  const isAlone = students.length === 1 && at !== 'choosingChild'
  const steps = [
    ...(isAlone ? [] : ([['choosingChild', t`Ребёнок`]] as const)),
    ['choosingGroup', t`Группа`],
    ['choosingScheme', t`Оплата`],
    ['reviewing', t`Проверка`],
  ] as const
  const place = steps.findIndex(([step]) => step === at)
  if (place === -1) return null
  const [number, total] = [place + 1, steps.length]
  return (
    <nav aria-label={t`Шаги записи на курс`} className="mb-lg">
      <p className="text-sm text-ink-muted">
        <Trans>
          Шаг {number} из {total}
        </Trans>
      </p>
      <ol className="mt-xs flex gap-xs">
        {steps.map(([step, words], index) => (
          <li key={step} aria-current={index === place ? 'step' : undefined} className="min-w-0 flex-1">
            <span
              className={classes('block h-xxs rounded-full', index <= place ? 'bg-primary' : 'bg-grey-4')}
              aria-hidden="true"
            />
            <span
              className={classes(
                'mt-xs flex items-center gap-xxs text-sm max-md:sr-only',
                index === place ? 'font-strong' : 'text-ink-muted',
              )}
            >
              {index < place && <Icon name="check" size={16} label={t`Готово`} />}
              {words}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
