import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { PurchaseStep } from '#contract/purchase-steps.ts'
import { courseStudentsQuery } from '#src/api/catalog.ts'
import { FlowProgress } from '#src/routes/-frame/flow-progress.tsx'

/** How far the purchase has come; whoever is alone is not asked for whom it is, nor is it in what no catalog sells. */
export function Steps({ at, course }: { at: PurchaseStep; course: string }) {
  const { t } = useLingui()
  const { data: students, isError } = useQuery(courseStudentsQuery(course))
  const isAlone = (isError || students?.length === 1) && at !== 'choosingChild'
  const steps: [PurchaseStep, string][] = [
    ...(isAlone ? [] : [['choosingChild', t`Ребёнок`] satisfies [PurchaseStep, string]]),
    ['choosingGroup', t`Группа`],
    ['choosingScheme', t`Оплата`],
    ['reviewing', t`Проверка`],
  ]
  return <FlowProgress label={t`Шаги записи на курс`} steps={steps} at={at} />
}
