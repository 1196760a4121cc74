import { Trans, useLingui } from '@lingui/react/macro'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { type DisplayedContractStatus, displayedContractStatuses } from '#contract/enumerations.ts'
import { displayName } from '#contract/people/names.ts'
import type { ContractSearch } from '#contract/screen-search.ts'
import { contractStatusAppearances, displayedStatusOf } from '#src/domain/contract-status.ts'
import { contractStatusLabels } from '#src/i18n/contract-labels.ts'
import { ChildSelect } from '#src/routes/-flow/filters/child-select.tsx'
import { ChildSwitcher, type ChildSwitcherProps } from '#src/routes/-flow/filters/child-switcher.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'
import type { ChildContracts } from './child-part.tsx'

type ChildChoiceProps = { contracts: readonly Contract[] | undefined }

/** Selects the child whose contracts and payments are shown. */
export function ContractChildSwitcher({ contracts }: ChildChoiceProps) {
  return <ChildSwitcher {...useChildChoice(contracts)} />
}

/** The same on a phone. */
export function ContractChildSelect({ contracts }: ChildChoiceProps) {
  return <ChildSelect {...useChildChoice(contracts)} />
}

function useChildChoice(contracts: readonly Contract[] | undefined): ChildSwitcherProps {
  const { t, i18n } = useLingui()
  const { search, replace } = useScreenSearch('contracts-and-payments')
  const { filter = {} } = search
  const students = contracts && studentsIn(contracts, i18n.locale)
  const choose = (child: string | undefined) => replace({ filter: { ...filter, child } })
  return {
    legend: t`Кто учится`,
    people: students?.map((student) => ({ ...student, label: distinctName(student, students) })),
    chosen: filter.child,
    onChooseAll: () => choose(undefined),
    onChoose: choose,
  }
}

/** A shorter list needs no filter: its groups name the states. */
const filteredFrom = 10

/** Filter by status; hidden with one status and above a short list. */
export function ContractFilters({ contracts, today }: { contracts: readonly Contract[]; today: string }) {
  const { i18n } = useLingui()
  const { search, replace } = useScreenSearch('contracts-and-payments')
  const { filter = {} } = search
  const statuses = offeredStatuses(contracts, filter, today)
  const isUseful = contracts.length >= filteredFrom && statuses.length > 1
  if (!isUseful && filter.status === undefined) return null
  return (
    <div className="print:hidden">
      <FilterChips
        legend={<Trans>Статус договора</Trans>}
        legendHidden
        options={statuses.map(({ status, count }) => ({
          value: status,
          label: i18n._(contractStatusLabels[status]),
          tone: contractStatusAppearances[status].tone,
          count,
        }))}
        selected={filter.status ?? []}
        onChange={(status) => replace({ filter: { ...filter, status } })}
      />
    </div>
  )
}

type Student = Contract['student']
type ContractFilter = NonNullable<ContractSearch['filter']>

export function filterContracts(
  contracts: readonly Contract[],
  { child, status }: ContractFilter,
  today: string,
): readonly Contract[] {
  if (child === undefined && status === undefined) return contracts
  return contracts.filter(
    (contract) =>
      (child === undefined || contract.student.uuid === child) &&
      (status === undefined || status.includes(displayedStatusOf(contract, today))),
  )
}

/** Students of the contracts, each once, in the order of the profile. */
export function studentsIn(contracts: readonly Contract[], locale: string): Student[] {
  const byUuid = new Map(contracts.map(({ student }) => [student.uuid, student]))
  const name = ({ lastName, firstName }: Student) => `${lastName} ${firstName}`
  return [...byUuid.values()].toSorted((one, other) => name(one).localeCompare(name(other), locale))
}

/** The contracts of the chosen child with a name that no sibling has; null without a known child. */
export function contractsOfChild(contracts: readonly Contract[], child: string | undefined): ChildContracts | null {
  const own = contracts.filter(({ student }) => student.uuid === child)
  const [first] = own
  return first
    ? {
        uuid: first.student.uuid,
        name: distinctName(
          first.student,
          contracts.map(({ student }) => student),
        ),
        contracts: own,
      }
    : null
}

/** First name, with the surname for namesakes. */
function distinctName({ uuid, firstName, lastName }: Student, students: readonly Student[]): string {
  const isAlone = !students.some((other) => other.uuid !== uuid && other.firstName === firstName)
  return isAlone ? firstName : displayName({ firstName, lastName })
}

/** Statuses that occur in a child's contracts or are selected, with their counts. */
export function offeredStatuses(
  contracts: readonly Contract[],
  { child, status: chosen = [] }: ContractFilter,
  today: string,
): { status: DisplayedContractStatus; count: number }[] {
  const statuses = filterContracts(contracts, { child }, today).map((contract) => displayedStatusOf(contract, today))
  return displayedContractStatuses
    .map((status) => ({ status, count: statuses.filter((each) => each === status).length }))
    .filter(({ status, count }) => count > 0 || chosen.includes(status))
}
