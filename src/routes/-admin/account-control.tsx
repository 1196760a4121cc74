import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { UserCard } from '#contract/people/admin.ts'
import type { AdminPanelSearch } from '#contract/screen-search.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Button } from '#src/ui/forms/button.tsx'

/** Invitation, lock, sessions and roles of a user, as far as the administrator may change them. */
export function AccountControl({ user }: { user: UserCard }) {
  const { control, lockedAt, invitation, sessions } = user
  const canChangeRoles = control.givable.length + control.takeable.length > 0
  return (
    <div className="flex flex-col gap-sm">
      {lockedAt && <LockedSince at={lockedAt} />}
      {invitation && <InvitationState invitation={invitation} hasContact={Boolean(user.email || user.phone)} />}
      {control.reason === null && (
        <div className="flex flex-wrap gap-xs">
          {invitation?.canBeSent && (
            <Opener dialog="invite">
              {invitation.state === 'none' ? <Trans>Пригласить</Trans> : <Trans>Пригласить ещё раз</Trans>}
            </Opener>
          )}
          {(invitation?.state === 'sent' || invitation?.state === 'queued') && (
            <Opener dialog="withdraw-invitation">
              <Trans>Отозвать приглашение</Trans>
            </Opener>
          )}
          {canChangeRoles && (
            <Opener dialog="role">
              <Trans>Изменить роли</Trans>
            </Opener>
          )}
          {sessions.length > 0 && (
            <Opener dialog="end-sessions">
              <Trans>Завершить сеансы</Trans>
            </Opener>
          )}
          <Opener dialog="join">
            <Trans>Объединить с другой учётной записью</Trans>
          </Opener>
          <Opener dialog={lockedAt ? 'unlock' : 'lock'}>
            {lockedAt ? <Trans>Открыть вход</Trans> : <Trans>Закрыть вход</Trans>}
          </Opener>
        </div>
      )}
    </div>
  )
}

function Opener({ dialog, children }: { dialog: NonNullable<AdminPanelSearch['dialog']>; children: ReactNode }) {
  const { open } = useScreenSearch('admin')
  return (
    <Button size="small" aria-haspopup="dialog" onClick={() => open({ dialog })}>
      {children}
    </Button>
  )
}

function LockedSince({ at }: { at: string }) {
  const dates = useDates()
  return (
    <p>
      <Trans>Вход закрыт {dates.dateTime(at)}.</Trans>
    </p>
  )
}

type InvitationStateProps = { invitation: NonNullable<UserCard['invitation']>; hasContact: boolean }

function InvitationState({ invitation: { state, sentAt, expiresAt }, hasContact }: InvitationStateProps) {
  const { t } = useLingui()
  const dates = useDates()
  const at = (instant: string | null) => instant && dates.dateTime(instant)
  const texts = {
    none: hasContact
      ? t`Пароля нет. Приглашение ещё не отправляли.`
      : t`Пароля нет, и пригласить некуда: не указаны ни почта, ни телефон. Добавьте их в файл школы и загрузите его.`,
    queued: t`Приглашение в очереди: его отправят в ближайшие минуты.`,
    sent: t`Приглашение отправлено ${at(sentAt)}, ссылка действует до ${at(expiresAt)}.`,
    expired: t`Срок приглашения вышел ${at(expiresAt)}, пароль не задан.`,
    revoked: t`Приглашение отозвано, пароль не задан.`,
  }
  return (
    <p>
      {texts[state]}{' '}
      {state === 'none' && !hasContact && (
        <ScreenLink to="/adm-panel" search={{ tab: 'imports' }}>
          <Trans>Загрузка данных</Trans>
        </ScreenLink>
      )}
    </p>
  )
}
