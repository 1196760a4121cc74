import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { configQuery } from '#src/api/system.ts'
import { TextLink } from '#src/ui/data/text-link.tsx'

/** Paragraphs and actions of the page. */
export function PageContent({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <div className="flex flex-col gap-lg">
      <div className="flex max-w-text flex-col gap-base">{children}</div>
      <div className="flex flex-wrap gap-xs">{actions}</div>
    </div>
  )
}

/** Contacts of the support, from the configuration. */
export function SupportContact() {
  const { data: config } = useQuery(configQuery())
  const { SUPPORT_EMAIL = null, SUPPORT_PHONE = null } = config?.SYSTEM ?? {}
  if (SUPPORT_EMAIL) {
    return (
      <Trans>
        Не получается войти — напишите нам: <TextLink href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</TextLink>.
      </Trans>
    )
  }
  if (SUPPORT_PHONE) {
    return (
      <Trans>
        Не получается войти — позвоните нам: <TextLink href={`tel:${SUPPORT_PHONE}`}>{SUPPORT_PHONE}</TextLink>.
      </Trans>
    )
  }
  return <Trans>Не получается войти — обратитесь в школу.</Trans>
}
