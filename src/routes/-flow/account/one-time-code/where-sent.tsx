import { Trans } from '@lingui/react/macro'

/** Where a code was sent: masked, and unknown if another page has requested it. */
export function WhereSent({ channel, target }: { channel?: 'phone' | 'email'; target?: string }) {
  if (channel === 'phone') return <Trans>6 цифр из СМС на номер {target}</Trans>
  if (channel === 'email') return <Trans>6 цифр из письма на адрес {target}</Trans>
  return <Trans>6 цифр из последнего сообщения: оно уже отправлено</Trans>
}
