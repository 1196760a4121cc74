import { Trans, useLingui } from '@lingui/react/macro'
import type { Screen } from '#contract/screens.ts'
import { AskSchool } from '#src/routes/-flow/account/ask-school.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { PageSubstitute } from './page-substitute.tsx'
import { useMenu } from './use-menu.ts'

/** Shown instead of a page that the rights of a guardian do not open: what is open, and whom to ask. */
export function ClosedPage({ name }: { name: Screen['name'] }) {
  const { i18n } = useLingui()
  const links = (useMenu() ?? []).flatMap((section) => section.links)
  // Other sites are open to everyone.
  const sections = links.filter(({ external }) => !external).map(({ title }) => title)
  const list = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(sections)
  return (
    <PageSubstitute
      name={name}
      icon="lock"
      title={<Trans>Этот раздел для вас не открыт</Trans>}
      action={
        <ButtonLink to="/" variant="primary">
          <Trans>На главную</Trans>
        </ButtonLink>
      }
    >
      <p>
        {sections.length === 0 ? (
          <Trans>Что видит и делает каждый родитель, решает школа.</Trans>
        ) : (
          <Trans>Что видит и делает каждый родитель, решает школа. Вам открыты: {list}.</Trans>
        )}
      </p>
      <AskSchool why={<Trans>Если нужен и этот раздел</Trans>} />
    </PageSubstitute>
  )
}
