import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '#src/api/system.ts'
import { TextLink } from '#src/ui/text-link.tsx'

/** Whom to ask where one cannot help oneself, as the configuration says. */
export function SupportWords() {
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
