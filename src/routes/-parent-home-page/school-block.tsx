import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { optionalQuery } from '#src/api/call-query.ts'
import { contractsQuery, courseWaitingListsQuery } from '#src/api/contracts.ts'
import { groupTransfersQuery, groupWaitingListsQuery, ticketsQuery } from '#src/api/schedule.ts'
import { taxDeductionQuery } from '#src/api/tax.ts'
import { isTerminating } from '#src/domain/billing/payments.ts'
import { lastClosedYear } from '#src/domain/periods.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { HomeBlock, MissingParts } from '#src/routes/-flow/home/home-block.tsx'
import { HomeList } from '#src/routes/-flow/home/home-list.tsx'
import { HomeRow } from '#src/routes/-flow/home/home-row.tsx'
import { TerminationState } from '#src/routes/-query/labels/termination-state.tsx'
import { useChildNames } from '#src/routes/-query/use-child-names.ts'
import { useQueryIfOpen } from '#src/routes/-query/use-is-closed.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useCurrentUserId, useSessionSelector } from '#src/routes/-query/use-session.ts'
import { OpenTicketRow } from './open-ticket-row.tsx'

const maxRows = 4

/**
 * What the school owes: answers with their promised time, certificates, transfers, places in waiting lists and contracts
 * that end with their money. Absent without any.
 */
export function SchoolBlock() {
  const dates = useDates()
  const names = useChildNames()
  const year = lastClosedYear(useSchoolNow().today)
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  const { data: tickets = [] } = useQuery(optionalQuery(ticketsQuery()))
  const { data: groups = [] } = useQueryIfOpen('purchase', groupWaitingListsQuery())
  const { data: courses = [] } = useQueryIfOpen('purchase', courseWaitingListsQuery())
  const transfers = useQueryIfOpen('schedule', groupTransfersQuery())
  const { data: contracts } = useQueryIfOpen('contracts-and-payments', contractsQuery())
  const ownId = useCurrentUserId()
  const { data: tax } = useQueryIfOpen('tax-deduction', taxDeductionQuery(year), isParent)
  const certificates = (tax?.students ?? []).flatMap(({ studentUuid, certificate }) =>
    certificate === null || certificate.state === 'ready' ? [] : [{ studentUuid, certificate }],
  )
  const open = tickets.filter(({ state }) => state === 'received' || state === 'inProgress')
  const coming = transfers.data?.filter(({ state }) => state === 'coming') ?? []
  const waiting = groups.flatMap(({ own, ...list }) => (own !== null && own.heldUntil === null ? { ...list, own } : []))
  const onCourses = courses.filter(({ heldUntil }) => heldUntil === null)
  const rows = [
    ...open.map((ticket) => ({ key: ticket.uuid, row: <OpenTicketRow ticket={ticket} /> })),
    ...certificates.map(({ studentUuid, certificate }) => ({
      key: certificate.uuid,
      row: (
        <HomeRow
          start="tax"
          to={{ to: '/tax-deduction', search: { year, student: studentUuid } }}
          title={<Trans>Справка для налоговой готовится</Trans>}
          who={names([studentUuid])}
          note={[certificate.number]}
        />
      ),
    })),
    ...coming.map(({ uuid, studentUuid, effectiveFrom, to }) => ({
      key: uuid,
      row: (
        <HomeRow
          start="switch"
          to={{ to: '/change-schedule' }}
          title={<Trans>Смена группы с {dates.day(effectiveFrom)}</Trans>}
          who={names([studentUuid])}
          note={[to.title]}
        />
      ),
    })),
    ...waiting.map(({ own, groupTitle, studentUuid }) => ({
      key: own.uuid,
      row: (
        <HomeRow
          start="list"
          to={{ to: '/change-schedule' }}
          title={<Trans>В очереди, место {own.position}</Trans>}
          who={names([studentUuid])}
          note={[groupTitle]}
        />
      ),
    })),
    ...onCourses.map(({ uuid, position, courseUuid, courseTitle, studentUuid }) => ({
      key: uuid,
      row: (
        <HomeRow
          start="list"
          to={{ to: '/catalog/$id', params: { id: courseUuid }, search: { child: studentUuid } }}
          title={<Trans>В очереди, место {position}</Trans>}
          who={names([studentUuid])}
          note={[courseTitle]}
        />
      ),
    })),
    ...(contracts ?? []).filter(isTerminating).map(({ uuid, program, student, termination }) => ({
      key: uuid,
      row: (
        <HomeRow
          start="wallet"
          to={{ to: '/contracts-and-payments/$id', params: { id: uuid } }}
          title={termination && <TerminationState termination={termination} />}
          who={student.uuid === ownId ? '' : student.firstName}
          note={[program.title]}
        />
      ),
    })),
  ]
  if (rows.length === 0 && transfers.error === null) return null
  return (
    <HomeBlock title={<Trans>Ждём от школы</Trans>}>
      {rows.length > 0 && (
        <HomeList items={rows} keyOf={({ key }) => key} max={maxRows}>
          {({ row }) => row}
        </HomeList>
      )}
      <MissingParts
        parts={[transfers].filter(({ data, isEnabled }) => isEnabled && data === undefined)}
        isAlone={false}
      />
    </HomeBlock>
  )
}
