import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Profile } from '#contract/people/profile.ts'
import { formatPhone } from '#src/i18n/person-labels.ts'
import {
  AccountOwnerButton,
  AccountOwnerOnly,
  useIsImpersonating,
} from '#src/routes/-shell/account/account-owner-only.tsx'
import { useSessionSelector } from '#src/routes/-shell/account/use-session.ts'
import { lazyComponent } from '#src/routes/-shell/lazy/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { DescriptionList } from '#src/ui/data/list.tsx'
import { TextLink } from '#src/ui/data/text-link.tsx'
import { Card } from '#src/ui/layout/card.tsx'

const VerificationDialog = lazyComponent(
  'verification-dialog',
  () => import('./verification-dialog.tsx'),
  'VerificationDialog',
)

/** Email and phone; parents change them, verified by a code (D-9, D-27). */
export function ContactsCard({ user: { email, phone } }: { user: Profile }) {
  const { t } = useLingui()
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  const isImpersonating = useIsImpersonating()
  const { search, open, close } = useScreenSearch('profile')
  const opened = isParent && !isImpersonating && search.dialog !== 'names' ? search.dialog : undefined
  return (
    <Card level={3} title={t`Контакты`}>
      <DescriptionList
        entries={[
          {
            key: 'email',
            term: t`Адрес почты`,
            value: (
              <ContactValue
                label={email ? t`Изменить адрес почты` : t`Добавить адрес почты`}
                onChange={() => open({ dialog: 'email' })}
              >
                {email && <TextLink href={`mailto:${email}`}>{email}</TextLink>}
              </ContactValue>
            ),
          },
          {
            key: 'phone',
            term: t`Телефон`,
            value: (
              <ContactValue
                label={phone ? t`Изменить телефон` : t`Добавить телефон`}
                onChange={() => open({ dialog: 'phone' })}
              >
                {phone && <TextLink href={`tel:${phone}`}>{formatPhone(phone)}</TextLink>}
              </ContactValue>
            ),
          },
        ]}
      />
      <div className="mt-base empty:hidden">{isParent ? <AccountOwnerOnly /> : <ManagedBySchool />}</div>
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

function ContactValue({ label, onChange, children }: { label: string; onChange: () => void; children: ReactNode }) {
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
        <AccountOwnerButton size="small" aria-label={label} opens={VerificationDialog} onClick={onChange}>
          {children ? <Trans>Изменить</Trans> : <Trans>Добавить</Trans>}
        </AccountOwnerButton>
      )}
    </div>
  )
}

function ManagedBySchool() {
  return (
    <p className="text-sm text-ink-muted">
      <Trans>Почту и телефон меняет школа. Если они устарели, напишите в поддержку.</Trans>
    </p>
  )
}
