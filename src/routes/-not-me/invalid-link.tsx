import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { SecurityRevert } from '#src/api/security-revert.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { buttonClassNames } from '#src/ui/forms/button-styles.ts'
import { ChangeText } from './change-texts.tsx'
import { PageContent, SupportContact } from './page-content.tsx'

/** The link is older than a week. */
export function ExpiredLink({ letter: { change } }: { letter: SecurityRevert }) {
  const dates = useDates()
  return (
    <PageContent actions={<ProfileLink />}>
      <p>
        <Trans>Она действует 7 дней. Вот о чём было письмо:</Trans> <ChangeText change={change} />,{' '}
        {dates.dateTime(change.at)}.
      </p>
      <ManualSteps />
    </PageContent>
  )
}

/** The link is unknown: it was never sent, or was deleted. */
export function UnknownLink() {
  return (
    <PageContent actions={<ProfileLink />}>
      <p>
        <Trans>
          Проверьте, что адрес скопирован из письма целиком. Очень старые ссылки мы уже не помним: они действуют 7 дней.
        </Trans>
      </p>
      <ManualSteps />
    </PageContent>
  )
}

function ManualSteps() {
  return (
    <p>
      <Trans>
        Если в кабинете был кто-то другой, откройте профиль: там можно завершить чужие сеансы, сменить пароль и отвязать
        лишние аккаунты.
      </Trans>{' '}
      <SupportContact />
    </p>
  )
}

function ProfileLink() {
  const { t } = useLingui()
  return (
    <Link to="/profile" className={buttonClassNames({ variant: 'primary' })}>
      {t`Открыть профиль`}
    </Link>
  )
}
