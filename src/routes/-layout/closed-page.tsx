import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Screen } from '#contract/screens.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { useSupportContacts } from '#src/routes/-flow/account/without-role.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { useMenu } from './use-menu.ts'

/** Shown instead of a page that the rights of a guardian do not open: what is open, and whom to ask. */
export function ClosedPage({ name }: { name: Screen['name'] }) {
  const { t, i18n } = useLingui()
  const title = useScreenTitle()
  const router = useRouter()
  // Takes the place of the page, which would report this.
  useEffect(router.options.context.onRendered, [])
  const sections = (useMenu() ?? []).flatMap(({ links }) => links.map((link) => link.title))
  const list = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(sections)
  const { email, phone, site } = useSupportContacts(t`Доступ в личном кабинете`)
  const contacts = [email, phone, site].filter(Boolean)
  return (
    <>
      <PageHeading>{title(name)}</PageHeading>
      <EmptyCard
        icon="lock"
        title={<Trans>Этот раздел для вас не открыт</Trans>}
        action={
          <ButtonLink to="/" variant="primary">
            <Trans>На главную</Trans>
          </ButtonLink>
        }
      >
        <p>
          <Trans>Что видит и делает каждый родитель, решает школа. Вам открыты: {list}.</Trans>
        </p>
        <p className="mt-xs">
          {contacts.length === 0 ? (
            <Trans>Если нужен и этот раздел, обратитесь в школу.</Trans>
          ) : (
            <Trans>Если нужен и этот раздел, обратитесь в школу:</Trans>
          )}
        </p>
        {contacts.length > 0 && (
          <ul className="mt-xxs flex flex-col items-center gap-xxs">
            {email && <li>{email}</li>}
            {phone && <li>{phone}</li>}
            {site && <li>{site}</li>}
          </ul>
        )}
      </EmptyCard>
    </>
  )
}
