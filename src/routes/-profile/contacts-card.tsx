import { Trans, useLingui } from '@lingui/react/macro'
import type { Profile } from '#contract/profile.ts'
import { Card } from '#src/ui/card.tsx'
import { DescriptionList } from '#src/ui/description-list.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { readablePhone } from './names.ts'

/** Where the school writes and calls. */
export function ContactsCard({ user: { email, phone } }: { user: Profile }) {
  const { t } = useLingui()
  const none = (
    <span className="text-ink-muted">
      <Trans>не указан</Trans>
    </span>
  )
  return (
    <Card title={t`Контакты`}>
      <DescriptionList
        entries={[
          {
            key: 'email',
            term: t`Адрес почты`,
            value: email ? <TextLink href={`mailto:${email}`}>{email}</TextLink> : none,
          },
          {
            key: 'phone',
            term: t`Телефон`,
            value: phone ? <TextLink href={`tel:${phone}`}>{readablePhone(phone)}</TextLink> : none,
          },
        ]}
      />
    </Card>
  )
}
