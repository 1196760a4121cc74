import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { StaffTermination } from '#contract/billing/termination.ts'
import { userTerminationsQuery } from '#src/api/admin.ts'
import { separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { ReturnedParts, TerminationState } from '#src/routes/-query/labels/termination-state.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { ListItem } from '#src/ui/data/list.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { UserItems } from './user-items.tsx'

/** Contracts of a customer that can be terminated or are being terminated, with what the office does about them. */
export function UserTerminations({ id }: { id: string }) {
  const result = useQuery(userTerminationsQuery(id))
  return (
    <UserItems title={<Trans>Расторжение договоров</Trans>} result={result}>
      {(item) => <TerminationItem key={item.contractUuid} item={item} />}
    </UserItems>
  )
}

function TerminationItem({ item }: { item: StaffTermination }) {
  const { open } = useScreenSearch('admin')
  const { contractUuid, number, course, student, termination } = item
  return (
    <ListItem title={number} note={[course, student].join(separator)}>
      {termination && <Details termination={termination} />}
      <div className="flex flex-wrap items-center gap-sm pt-xs">
        {termination === null && (
          <Button size="small" aria-haspopup="dialog" onClick={() => open({ dialog: 'terminate', item: contractUuid })}>
            <Trans>
              Расторгнуть<VisuallyHidden>: {number}</VisuallyHidden>
            </Trans>
          </Button>
        )}
        {termination?.state === 'asked' && (
          <Button
            size="small"
            aria-haspopup="dialog"
            onClick={() => open({ dialog: 'withdraw-termination', item: contractUuid })}
          >
            <Trans>
              Отозвать расторжение<VisuallyHidden>: {number}</VisuallyHidden>
            </Trans>
          </Button>
        )}
        {termination && termination.toTransfer > 0 && (
          <Button
            size="small"
            aria-haspopup="dialog"
            onClick={() => open({ dialog: 'settle-termination', item: contractUuid })}
          >
            <Trans>
              Отметить перевод<VisuallyHidden>: {number}</VisuallyHidden>
            </Trans>
          </Button>
        )}
      </div>
    </ListItem>
  )
}

function Details({ termination }: { termination: NonNullable<StaffTermination['termination']> }) {
  const { i18n } = useLingui()
  const { reason, toTransfer, documentNumber } = termination
  const sum = formatMoney(toTransfer, i18n.locale)
  return (
    <div className="flex flex-col gap-xxs text-sm">
      <p>
        <TerminationState termination={termination} />
      </p>
      <ReturnedParts termination={termination} />
      {reason !== '' && (
        <p className="break-words text-ink-muted">
          <Trans>Причина: {reason}</Trans>
        </p>
      )}
      {toTransfer > 0 && (
        <p className="font-medium">
          <Trans>Перевести на счёт: {sum}</Trans>
        </p>
      )}
      {documentNumber !== null && (
        <p className="text-ink-muted">
          <Trans>Платёжное поручение {documentNumber}</Trans>
        </p>
      )}
    </div>
  )
}
