import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSupportContacts } from './without-role.tsx'

/** Whom to ask for what the rights of a guardian do not open. `why` begins the sentence. */
export function AskSchool({ why }: { why: ReactNode }) {
  const { t } = useLingui()
  const { email, phone, site } = useSupportContacts(t`Доступ в личном кабинете`)
  const contacts = [email, phone, site].filter(Boolean)
  if (contacts.length === 0)
    return (
      <p className="mt-xs">
        <Trans>{why}, обратитесь в школу.</Trans>
      </p>
    )
  return (
    <>
      <p className="mt-xs">
        <Trans>{why}, обратитесь в школу:</Trans>
      </p>
      <ul className="mt-xxs flex flex-col gap-xxs">
        {email && <li>{email}</li>}
        {phone && <li>{phone}</li>}
        {site && <li>{site}</li>}
      </ul>
    </>
  )
}
