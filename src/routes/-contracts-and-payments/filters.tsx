import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import type { Contract } from '#contract/contracts.ts'
import { contractStatusWords } from '#src/i18n/enumeration-words.ts'
import { Field } from '#src/ui/field.tsx'
import { FilterChip } from '#src/ui/filter-chip.tsx'
import { Select } from '#src/ui/select.tsx'
import { type ContractFilter, filtered, searchOf, statusCounts, studentsOf, withStatusTurned } from './filter.ts'
import { contractStatusLooks } from './status-look.ts'

const route = getRouteApi('/contracts-and-payments/')

/** The filter as the address holds it, and how to change it without leaving a step in the history. */
export function useFilter(): [ContractFilter, (next: ContractFilter) => void] {
  const { filter = {} } = route.useSearch()
  const navigate = route.useNavigate()
  return [filter, (next) => void navigate({ search: searchOf(next), replace: true, resetScroll: false })]
}

/** Narrows the list by child and by status; a choice that would change nothing is not offered. */
export function Filters({ contracts }: { contracts: readonly Contract[] }) {
  const { t, i18n } = useLingui()
  const [filter, change] = useFilter()
  const { child, status: chosen = [] } = filter
  const students = studentsOf(contracts, i18n.locale)
  const counts = statusCounts(filtered(contracts, searchOf(child === undefined ? {} : { child }).filter ?? {}))
  const offered = contractStatusesOffered(counts, chosen)
  return (
    <div className="flex flex-wrap items-end gap-base">
      {(students.length > 1 || child !== undefined) && (
        <div className="w-full md:w-[260px]">
          <Field label={t`Кто учится`}>
            <Select
              value={child ?? ''}
              onChange={({ target }) => {
                const { child: _, ...rest } = filter
                change(target.value === '' ? rest : { ...rest, child: target.value })
              }}
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
      {offered.length > 1 && (
        <fieldset className="min-w-0">
          <legend className="mb-xxs text-sm font-medium">
            <Trans>Состояние</Trans>
          </legend>
          <div className="flex min-h-control flex-wrap items-center gap-xs">
            {offered.map(({ status, count }) => (
              <FilterChip
                key={status}
                pressed={chosen.includes(status)}
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
