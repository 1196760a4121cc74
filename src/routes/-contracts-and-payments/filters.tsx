import { Trans, useLingui } from '@lingui/react/macro'
import type { Contract } from '#contract/contracts.ts'
import { contractStatusWords } from '#src/i18n/contract-words.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { contractStatusLooks } from '#src/school/contract-status.ts'
import { Field } from '#src/ui/field.tsx'
import { FilterChips } from '#src/ui/filter-chip.tsx'
import { Select } from '#src/ui/select.tsx'
import { offeredStatuses, studentsOf } from './filter.ts'

/** By child and by status; a choice of one is not offered. */
export function Filters({ contracts }: { contracts: readonly Contract[] }) {
  const { t, i18n } = useLingui()
  const { search, replace } = useAddress('contracts-and-payments')
  const { filter = {} } = search
  const students = studentsOf(contracts, i18n.locale)
  const statuses = offeredStatuses(contracts, filter)
  return (
    <div className="flex flex-wrap items-end gap-base print:hidden">
      {students.length > 1 && (
        <div className="w-full md:w-[240px]">
          <Field label={t`Кто учится`}>
            <Select
              value={filter.child ?? ''}
              onChange={({ target }) => replace({ filter: { ...filter, child: target.value } })}
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
        <FilterChips
          legend={<Trans>Статус договора</Trans>}
          options={statuses.map(({ status, count }) => ({
            value: status,
            label: i18n._(contractStatusWords[status]),
            tone: contractStatusLooks[status].tone,
            count,
          }))}
          chosen={filter.status ?? []}
          onChange={(status) => replace({ filter: { ...filter, status } })}
        />
      )}
    </div>
  )
}
