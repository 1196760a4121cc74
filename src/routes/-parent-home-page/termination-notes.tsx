import type { Contract } from '#contract/enrolment/contracts.ts'
import { isTerminating } from '#src/domain/billing/payments.ts'
import { separator } from '#src/i18n/labels.ts'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { TerminationState } from '#src/routes/-query/labels/termination-state.tsx'
import { useCurrentUserId } from '#src/routes/-query/use-session.ts'

/** Contracts that are being terminated: there is nothing to do, so they stand below what is to be done. */
export function TerminationNotes({ contracts }: { contracts: readonly Contract[] }) {
  const ownId = useCurrentUserId()
  return contracts.filter(isTerminating).map(({ uuid, program, student, termination }) => (
    <p key={uuid} className="border-x border-transparent px-base text-sm text-ink-muted tabular-nums md:px-lg">
      {termination && <TerminationState termination={termination} />}
      {separator}
      <ScreenLink to="/contracts-and-payments/$id" params={{ id: uuid }}>
        {student.uuid === ownId ? program.title : `${student.firstName}: ${program.title}`}
      </ScreenLink>
    </p>
  ))
}
