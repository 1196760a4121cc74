import { Trans, useLingui } from '@lingui/react/macro'
import type { Profile } from '#contract/people/profile.ts'
import type { ProfileOwner } from '#contract/people/profile-owners.ts'
import { separator } from '#src/i18n/labels.ts'
import { formatPhone } from '#src/i18n/person-labels.ts'
import { ProfileOwnerNote, useProfileOwner } from '#src/routes/-profile/profile-owner.tsx'
import { AccountOwnerButton, AccountOwnerOnly, useIsImpersonating } from '#src/routes/-query/account-owner-only.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { DescriptionList } from '#src/ui/data/list.tsx'
import { TextLink } from '#src/ui/data/text-link.tsx'
import { PhoneFoldedCard } from '#src/ui/layout/folded-card.tsx'

const VerificationDialog = lazyComponent(
  'verification-dialog',
  () => import('./verification-dialog.tsx'),
  'VerificationDialog',
)

const ConfirmContactDialog = lazyComponent(
  'confirm-contact-dialog',
  () => import('./confirm-contact-dialog.tsx'),
  'ConfirmContactDialog',
)

/** Email and phone; everyone verifies them by a code, parents also change them. */
export function ContactsCard({ user: { email, phone, unverified = [] } }: { user: Profile }) {
  const { t } = useLingui()
  const owners = { email: useContactOwner('email'), phone: useContactOwner('phone') }
  const isImpersonating = useIsImpersonating()
  const { search, open, close } = useScreenSearch('profile')
  const contact = search.dialog === 'email' || search.dialog === 'phone' ? search.dialog : undefined
  const confirmed = confirmations.find(({ dialog }) => dialog === search.dialog)?.channel
  const confirming = !isImpersonating && confirmed && unverified.includes(confirmed) ? confirmed : undefined
  const confirmedValue = confirming === 'email' ? email : phone
  const opened = !isImpersonating && contact && owners[contact] === 'person' ? contact : undefined
  const known = [email, phone && formatPhone(phone)].filter(Boolean)
  return (
    <>
      <PhoneFoldedCard
        title={t`Контакты`}
        note={known.join(separator)}
        isOpen={known.length < contacts.length || unverified.length > 0}
      >
        <DescriptionList
          entries={[
            {
              key: 'email',
              term: t`Электронная почта`,
              value: email ? <EmailLink email={email} /> : <NoContact />,
              action: (unverified.includes('email') || owners.email === 'person') && (
                <div className="flex flex-wrap justify-end gap-xs">
                  {unverified.includes('email') && (
                    <ConfirmContact
                      label={t`Подтвердить электронную почту`}
                      onClick={() => open({ dialog: 'confirm-email' })}
                    />
                  )}
                  {owners.email === 'person' && (
                    <ChangeContact
                      label={email ? t`Изменить электронную почту` : t`Добавить электронную почту`}
                      isKnown={Boolean(email)}
                      onClick={() => open({ dialog: 'email' })}
                    />
                  )}
                </div>
              ),
            },
            {
              key: 'phone',
              term: t`Телефон`,
              value: phone ? <TextLink href={`tel:${phone}`}>{formatPhone(phone)}</TextLink> : <NoContact />,
              action: (unverified.includes('phone') || owners.phone === 'person') && (
                <div className="flex flex-wrap justify-end gap-xs">
                  {unverified.includes('phone') && (
                    <ConfirmContact label={t`Подтвердить телефон`} onClick={() => open({ dialog: 'confirm-phone' })} />
                  )}
                  {owners.phone === 'person' && (
                    <ChangeContact
                      label={phone ? t`Изменить телефон` : t`Добавить телефон`}
                      isKnown={Boolean(phone)}
                      onClick={() => open({ dialog: 'phone' })}
                    />
                  )}
                </div>
              ),
            },
          ]}
        />
        <div className="mt-base flex flex-col gap-xs empty:hidden">
          {(Object.values(owners).includes('person') || unverified.length > 0) && <AccountOwnerOnly />}
          {owners.email === 'school' && owners.phone === 'school' ? (
            <ManagedBySchool />
          ) : (
            contacts.map((field) => <ProfileOwnerNote key={field} field={field} owner={owners[field]} />)
          )}
        </div>
      </PhoneFoldedCard>
      {opened && (
        <VerificationDialog
          key={opened}
          channel={opened}
          present={opened === 'email' ? email : phone}
          onClose={() => close({ dialog: undefined })}
        />
      )}
      {confirming && confirmedValue && (
        <ConfirmContactDialog
          key={confirming}
          channel={confirming}
          present={confirmedValue}
          onClose={() => close({ dialog: undefined })}
        />
      )}
    </>
  )
}

const confirmations = [
  { dialog: 'confirm-email', channel: 'email' },
  { dialog: 'confirm-phone', channel: 'phone' },
] as const

const contacts = ['email', 'phone'] as const

/** The school changes the contacts of everyone but parents. */
function useContactOwner(field: (typeof contacts)[number]): ProfileOwner {
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  const owner = useProfileOwner(field)
  return owner === 'person' && !isParent ? 'school' : owner
}

/** A long address breaks before its domain. */
function EmailLink({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <TextLink href={`mailto:${email}`}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </TextLink>
  )
}

function NoContact() {
  return (
    <span className="text-ink-muted">
      <Trans>не указан</Trans>
    </span>
  )
}

function ChangeContact({ label, isKnown, onClick }: { label: string; isKnown: boolean; onClick: () => void }) {
  return (
    <AccountOwnerButton size="small" aria-label={label} opens={VerificationDialog} onClick={onClick}>
      {isKnown ? <Trans>Изменить</Trans> : <Trans>Добавить</Trans>}
    </AccountOwnerButton>
  )
}

function ConfirmContact({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <AccountOwnerButton size="small" aria-label={label} opens={ConfirmContactDialog} onClick={onClick}>
      <Trans>Подтвердить</Trans>
    </AccountOwnerButton>
  )
}

function ManagedBySchool() {
  return (
    <p className="text-sm text-ink-muted">
      <Trans>Почту и телефон меняет школа. Если они устарели, напишите в поддержку.</Trans>
    </p>
  )
}
