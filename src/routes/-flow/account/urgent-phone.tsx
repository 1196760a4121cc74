import { Trans } from '@lingui/react/macro'
import { useSupportContacts } from './without-role.tsx'

/** What to do when an answer cannot wait; absent where the school has no phone. */
export function UrgentPhone() {
  const { phone } = useSupportContacts()
  return (
    phone && (
      <p className="text-sm text-ink-muted">
        <Trans>Если это срочно, позвоните: {phone}</Trans>
      </p>
    )
  )
}
