import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { contractsQuery } from '#src/api/contracts.ts'
import { duePayments } from '#src/domain/billing/payments.ts'
import { separator } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import type { DeletionObstacleFound, DeletionPreviewText } from '#src/routes/-query/labels/deletion-preview.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useQueryIfOpen } from '#src/routes/-query/use-is-closed.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useCurrentUserId } from '#src/routes/-query/use-session.ts'

/** Course, child and day of the contract of an obstacle, as far as the person sees it. */
export function useObstacleContract(): NonNullable<ComponentProps<typeof DeletionPreviewText>['contractOf']> {
  const ownId = useCurrentUserId()
  const dayOf = useDayOf()
  const { data: contracts = [] } = useQueryIfOpen('contracts-and-payments', contractsQuery())
  return ({ kind, contract: of }) => {
    const contract = contracts.find(({ uuid }) => uuid === of?.uuid)
    if (contract === undefined) return null
    const { uuid, program, student } = contract
    const link = (
      <p>
        <ScreenLink to="/contracts-and-payments/$id" params={{ id: uuid }}>
          <SchoolText>{program.title}</SchoolText>
        </ScreenLink>
        {student.uuid !== ownId && `${separator}${student.firstName}`}
      </p>
    )
    return { link, day: dayOf(kind, contract) }
  }
}

/** What distinguishes the contract, or its money, from others. */
function useDayOf() {
  const { t } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  return (kind: DeletionObstacleFound['kind'], contract: Contract): string | null => {
    const { termination, concludedOn, payments } = contract
    if (kind === 'debt') {
      const [first] = duePayments([contract], today)
      const day = first && dates.dayWithYear(first.payment.dueOn)
      return day === undefined ? null : t`срок ${day}`
    }
    if (kind === 'autopay') {
      const [on] = payments.flatMap(({ charge }) => charge?.on ?? []).sort()
      const day = on && dates.dayWithYear(on)
      return day === undefined ? null : t`спишется ${day}`
    }
    const day = dates.dayWithYear(termination?.lastDay ?? concludedOn ?? today)
    if (termination) return t`последний день — ${day}`
    return concludedOn === null ? null : t`заключён ${day}`
  }
}
