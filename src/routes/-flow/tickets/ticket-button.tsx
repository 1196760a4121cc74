import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { useIsImpersonating } from '#src/routes/-query/account-owner-only.tsx'
import { Button, type ButtonProps } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useTicketSearch } from './use-ticket-search.ts'

/** A button that opens the ticket dialog; disabled with a reason during an impersonation. */
export function TicketButton(props: ButtonProps) {
  const isImpersonating = useIsImpersonating()
  const reason = useId()
  return (
    <>
      <Button {...props} disabled={isImpersonating} aria-describedby={isImpersonating ? reason : undefined} />
      {isImpersonating && (
        // Takes the width of the surrounding buttons without widening them.
        <p id={reason} className="order-last w-0 min-w-full text-sm text-ink-muted">
          <Trans>Вы вошли под пользователем: писать за него нельзя.</Trans>
        </p>
      )}
    </>
  )
}

/** Opens a ticket about an entry; the entry stays in the URL, so closing returns to it. */
export function EntryTicketButton({ isLesson }: { isLesson: boolean }) {
  const { open } = useTicketSearch()
  return (
    <TicketButton icon={<Icon name="email" />} onClick={() => open({ tickets: 'new' })}>
      {isLesson ? <Trans>Написать об этом занятии</Trans> : <Trans>Написать об этом</Trans>}
    </TicketButton>
  )
}
