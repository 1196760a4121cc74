import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { NotMe } from '#src/api/not-me.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { buttonClasses } from '#src/ui/button-look.ts'
import { ChangeWords } from './change-words.tsx'
import { Parts } from './parts.tsx'
import { SupportWords } from './support-words.tsx'

/** The letter is older than a week. */
export function Expired({ letter: { change } }: { letter: NotMe }) {
  const dates = useDates()
  return (
    <Parts actions={<ToProfile />}>
      <p>
        <Trans>Она действует 7 дней. Вот о чём было письмо:</Trans> <ChangeWords change={change} />,{' '}
        {dates.dateTime(change.at)}.
      </p>
      <WhatIsLeft />
    </Parts>
  )
}

/** Nobody was sent this link, or so long ago that nobody remembers. */
export function Unknown() {
  return (
    <Parts actions={<ToProfile />}>
      <p>
        <Trans>
          Проверьте, что адрес скопирован из письма целиком. Очень старые ссылки мы уже не помним: они действуют 7 дней.
        </Trans>
      </p>
      <WhatIsLeft />
    </Parts>
  )
}

function WhatIsLeft() {
  return (
    <p>
      <Trans>
        Если в кабинете был кто-то другой, откройте профиль: там можно завершить чужие сеансы, сменить пароль и отвязать
        лишние аккаунты.
      </Trans>{' '}
      <SupportWords />
    </p>
  )
}

function ToProfile() {
  const { t } = useLingui()
  return (
    <Link to="/profile" className={buttonClasses({ variant: 'primary' })}>
      {t`Открыть профиль`}
    </Link>
  )
}
