import { Trans, useLingui } from '@lingui/react/macro'
import type { Contract } from '#contract/contracts.ts'
import { contractStatusWords } from '#src/i18n/enumeration-words.ts'
import { Field } from '#src/ui/field.tsx'
import { FilterChip } from '#src/ui/filter-chip.tsx'
import { Select } from '#src/ui/select.tsx'
import { offeredStatuses, studentsOf, withStatusTurned } from './filter.ts'
import { contractStatusLooks } from './status-look.ts'
import { useFilter } from './use-filter.ts'

/** Narrows the list by child and by status; a choice of one is not offered. */
export function Filters({ contracts }: { contracts: readonly Contract[] }) {
  const { t, i18n } = useLingui()
  const [filter, change] = useFilter()
  const students = studentsOf(contracts, i18n.locale)
  const statuses = offeredStatuses(contracts, filter)
  return (
    <div className="flex flex-wrap items-end gap-base print:hidden">
      {students.length > 1 && (
        <div className="w-full md:w-[240px]">
          <Field label={t`Кто учится`}>
            <Select
              value={filter.child ?? ''}
              onChange={({ target }) => change({ ...filter, child: target.value || null })}
            >
              <option value="">{t`Все`}</option>
              {students.map(({ uuid, firstName, lastName }) => (
                <option key={uuid} value={uuid}>
                  {firstName} {lastName}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      )}
      {statuses.length > 1 && (
        <fieldset className="min-w-0">
          <legend className="mb-xxs text-sm font-medium">
            <Trans>Статус договора</Trans>
          </legend>
          <div className="flex min-h-control flex-wrap items-center gap-xs">
            {statuses.map(({ status, count }) => (
              <FilterChip
                key={status}
                pressed={filter.statuses.includes(status)}
                tone={contractStatusLooks[status].tone}
                count={count}
                onClick={() => change(withStatusTurned(filter, status))}
              >
                {i18n._(contractStatusWords[status])}
              </FilterChip>
            ))}
          </div>
        </fieldset>
      )}
    </div>
  )
}
