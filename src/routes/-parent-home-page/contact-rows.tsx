import { Trans, useLingui } from '@lingui/react/macro'
import { HomeRow } from '#src/routes/-flow/home/home-row.tsx'
import type { Channel } from './needs.ts'

/** A contact of the account that was not verified by a code. */
export function UnverifiedRow({ channel }: { channel: Channel }) {
  const { t } = useLingui()
  const isEmail = channel === 'email'
  return (
    <HomeRow
      start={isEmail ? 'email' : 'phone'}
      to={{ to: '/profile', search: { dialog: isEmail ? 'confirm-email' : 'confirm-phone' } }}
      title={isEmail ? <Trans>Почта не подтверждена</Trans> : <Trans>Телефон не подтверждён</Trans>}
      note={[isEmail ? t`так мы проверим, что письма школы доходят` : t`по подтверждённому номеру можно входить`]}
      action={<Trans>Подтвердить</Trans>}
    />
  )
}
