import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Profile } from '#contract/profile.ts'
import { readablePhone } from '#src/i18n/person-words.ts'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { OnlyThemselves, OwnButton, useIsLoggedAs } from '#src/routes/-frame/only-themselves.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { Card } from '#src/ui/card.tsx'
import { DescriptionList } from '#src/ui/description-list.tsx'
import { TextLink } from '#src/ui/text-link.tsx'

const VerificationDialog = latePart('verification-dialog', () =>
  import('./verification-dialog.tsx').then((module) => module.VerificationDialog),
)

/** Where the school writes and calls; parents change it themselves, each value proved by a code (D-9, D-27). */
export function ContactsCard({ user: { email, phone } }: { user: Profile }) {
  const { t } = useLingui()
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  const isLoggedAs = useIsLoggedAs()
  const { search, open, close } = useAddress('profile')
  const opened = isParent && !isLoggedAs && search.dialog !== 'names' ? search.dialog : undefined
  return (
    <Card level={3} title={t`Контакты`}>
      <DescriptionList
        entries={[
          {
            key: 'email',
            term: t`Адрес почты`,
            value: (
              <Contact
                label={email ? t`Изменить адрес почты` : t`Добавить адрес почты`}
                onChange={() => open({ dialog: 'email' })}
              >
                {email && <TextLink href={`mailto:${email}`}>{email}</TextLink>}
              </Contact>
            ),
          },
          {
            key: 'phone',
            term: t`Телефон`,
            value: (
              <Contact
                label={phone ? t`Изменить телефон` : t`Добавить телефон`}
                onChange={() => open({ dialog: 'phone' })}
              >
                {phone && <TextLink href={`tel:${phone}`}>{readablePhone(phone)}</TextLink>}
              </Contact>
            ),
          },
        ]}
      />
      <div className="mt-base empty:hidden">{isParent ? <OnlyThemselves /> : <SchoolChanges />}</div>
      {opened && (
        <VerificationDialog
          key={opened}
          channel={opened}
          present={opened === 'email' ? email : phone}
          onClose={() => close({ dialog: undefined })}
        />
      )}
    </Card>
  )
}

function Contact({ label, onChange, children }: { label: string; onChange: () => void; children: ReactNode }) {
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-base gap-y-xs">
      <span className="min-w-0 break-words">
        {children || (
          <span className="text-ink-muted">
            <Trans>не указан</Trans>
          </span>
        )}
      </span>
      {isParent && (
        <OwnButton size="small" aria-label={label} opens={VerificationDialog} onClick={onChange}>
          {children ? <Trans>Изменить</Trans> : <Trans>Добавить</Trans>}
        </OwnButton>
      )}
    </div>
  )
}

function SchoolChanges() {
  return (
    <p className="text-sm text-ink-muted">
      <Trans>Почту и телефон меняет школа. Если они устарели, напишите в поддержку.</Trans>
    </p>
  )
}
