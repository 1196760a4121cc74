import { Trans, useLingui } from '@lingui/react/macro'
import type { Contract } from '#contract/contracts.ts'
import { contractStatusWords } from '#src/i18n/contract-words.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { contractStatusLooks } from '#src/school/contract-status.ts'
import { FilterChips } from '#src/ui/filter-chip.tsx'
import { nameAmong, offeredStatuses, studentsOf } from './filter.ts'

/** By child and by status; a choice of one is not offered. */
export function Filters({ contracts }: { contracts: readonly Contract[] }) {
  const { i18n } = useLingui()
  const { search, replace } = useAddress('contracts-and-payments')
  const { filter = {} } = search
  const students = studentsOf(contracts, i18n.locale)
  const statuses = offeredStatuses(contracts, filter)
  return (
    <div className="flex flex-wrap items-end gap-base print:hidden">
      {students.length > 1 && (
        <FilterChips
          legend={<Trans>Кто учится</Trans>}
          none={<Trans>Все</Trans>}
          options={students.map((student) => ({ value: student.uuid, label: nameAmong(student, students) }))}
          chosen={filter.child === undefined ? [] : [filter.child]}
          atMostOne
          onChange={([child]) => replace({ filter: { ...filter, child } })}
        />
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
