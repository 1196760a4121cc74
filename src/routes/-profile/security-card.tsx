import { Trans, useLingui } from '@lingui/react/macro'
import type { Profile } from '#contract/profile.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Card } from '#src/ui/card.tsx'
import { DescriptionList } from '#src/ui/description-list.tsx'

/** How the account is protected. */
export function SecurityCard({ user: { twoFactorLastCheck, hasPassword } }: { user: Profile }) {
  const { t } = useLingui()
  const dates = useDates()
  const checked = twoFactorLastCheck && {
    day: dates.dayWithYear(dates.dayOf(twoFactorLastCheck)),
    time: dates.time(twoFactorLastCheck),
  }
  return (
    <Card title={t`Безопасность`}>
      <DescriptionList
        entries={[
          {
            key: 'two-factor',
            term: t`Подтверждение кодом`,
            value: checked ? (
              <Trans>
                Последний раз {checked.day} в {checked.time}
              </Trans>
            ) : (
              <Trans>Вы ещё ни разу не подтверждали вход кодом</Trans>
            ),
          },
          { key: 'password', term: t`Пароль`, value: hasPassword ? <Trans>Задан</Trans> : <Trans>Не задан</Trans> },
        ]}
      />
    </Card>
  )
}
