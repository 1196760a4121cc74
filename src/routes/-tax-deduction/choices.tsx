import { useLingui } from '@lingui/react/macro'
import type { TaxDeduction, TaxStudent } from '#contract/tax.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { FilterChips } from '#src/ui/filter-chip.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'

/** Which year, and whose studies; a choice of one is not offered. Each is a step in the history. */
export function Choices({ deduction, student }: { deduction: TaxDeduction; student: TaxStudent }) {
  const { t } = useLingui()
  const { show } = useAddress('tax-deduction')
  const { year, years, students } = deduction
  const offered = [...new Set([...years, year])].sort((one, other) => one - other)
  return (
    <div className="flex flex-wrap items-center justify-between gap-sm empty:hidden print:hidden">
      {students.length > 1 && (
        <FilterChips
          legend={t`За чьё обучение`}
          legendHidden
          options={students.map(({ studentUuid, firstName, isApplicant }) => ({
            value: studentUuid,
            label: isApplicant ? t`Моё обучение` : firstName,
          }))}
          chosen={[student.studentUuid]}
          atMostOne
          onChange={([chosen]) => chosen !== undefined && show({ student: chosen, dialog: undefined })}
        />
      )}
      {offered.length > 1 && (
        <SegmentedControl
          legend={t`Год оплаты`}
          value={String(year)}
          segments={offered.map((each) => ({ value: String(each), label: String(each) }))}
          onChange={(chosen) => show({ year: Number(chosen), dialog: undefined })}
        />
      )}
    </div>
  )
}
